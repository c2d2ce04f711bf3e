import { expect, it } from "@jest/globals";
import { createToken, revokeToken, teamOfToken, tokensExist } from "../../src/store/teams.js";
import { eachStore } from "./eachStore.js";

eachStore((store) => {
  it("knows a team by its token, which is stored nowhere, until it is revoked", async () => {
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
    await expect(revokeToken(prisma, "cw_nobody's")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("does not let everybody in again when the last token is revoked", async () => {
    const { prisma } = store();
    for (const { digest } of await prisma.token.findMany())
      await prisma.tokenRevocation.createMany({ data: [{ tokenDigest: digest }], skipDuplicates: true });
    expect(await tokensExist(prisma)).toBe(true);
  });
});
