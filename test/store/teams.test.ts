import { expect, it } from "@jest/globals";
import { createToken, revokeToken, teamOfToken, tokens, tokensExist } from "../../src/store/teams.js";
import { eachStore } from "./eachStore.js";

eachStore((store) => {
  it("knows a team by its token, which is stored nowhere, until it is revoked, by itself or by its digest", async () => {
    const { prisma } = store();
    expect(await tokensExist(prisma)).toBe(false);
    const token = await createToken(prisma, "team one");
    const other = await createToken(prisma, "team two");
    expect(token).not.toBe(other);
    expect(await teamOfToken(prisma, token)).toBe("team one");
    expect(await teamOfToken(prisma, other)).toBe("team two");
    expect(await teamOfToken(prisma, `${token}x`)).toBeNull();
    expect(JSON.stringify(await prisma.token.findMany())).not.toContain(token.slice(3));

    await revokeToken(prisma, token);
    await revokeToken(prisma, token);
    expect(await teamOfToken(prisma, token)).toBeNull();
    expect(await teamOfToken(prisma, other)).toBe("team two");

    const lost = await createToken(prisma, "team one");
    const listed = (await tokens(prisma)).filter(({ revokedAt }) => revokedAt === null);
    const found = listed.find(({ team }) => team === "team one")!;
    expect(listed.map(({ team }) => team).sort()).toEqual(["team one", "team two"]);
    expect(await revokeToken(prisma, found.digest.slice(0, 8))).toMatchObject({
      digest: found.digest,
      team: "team one",
    });
    expect(await teamOfToken(prisma, lost)).toBeNull();
    for (const digest of ["a", "b"].map((last) => `${"0".repeat(63)}${last}`))
      await prisma.token.create({ data: { digest, teamSlug: "team two" } });
    await expect(revokeToken(prisma, "0".repeat(20))).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(revokeToken(prisma, "f".repeat(64))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(revokeToken(prisma, "cw_nobody's")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("does not let everybody in again when the last token is revoked", async () => {
    const { prisma } = store();
    for (const { digest } of await prisma.token.findMany())
      await prisma.tokenRevocation.createMany({ data: [{ tokenDigest: digest }], skipDuplicates: true });
    expect(await tokensExist(prisma)).toBe(true);
  });
});
