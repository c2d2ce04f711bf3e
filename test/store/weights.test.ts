import { expect, it } from "@jest/globals";
import { statementDigest, type Statement } from "../../src/seal/statements.js";
import { weightsByDigest, weightsBySlug, weightsCount, weightsPage } from "../../src/store/weights.js";
import { abandonWeights, draftWeights, sealDraft, sealWeights } from "../../src/store/writeWeights.js";
import { eachStore } from "./eachStore.js";
import { sampleWeights } from "./sealedSample.js";

const dearer = { prices: { prevented: "2.5", lost: "1", rescue: "0", breakage: null, abstention: null } };

eachStore((store) => {
  const said = async (position: number) =>
    JSON.parse((await store().prisma.logEntry.findUniqueOrThrow({ where: { position } })).statement) as Statement;

  it("seals at once, and cites weights by the statement that sealed them", async () => {
    const sealed = await sealWeights(store(), sampleWeights("at once", dearer));
    expect(sealed).toMatchObject({ ...sampleWeights("at once", dearer), state: "SEALED", abandoned: null });
    expect(sealed.sealedPosition).toBe(sealed.position);
    expect(sealed.digest).toBe(statementDigest(await said(sealed.position)));
    expect((await weightsByDigest(store().prisma, [sealed.digest])).get(sealed.digest)).toEqual(sealed);
  });

  it("seals a draft as it stands, which stays in the log", async () => {
    const draft = await draftWeights(store(), sampleWeights("drafted"));
    expect(draft).toMatchObject({ state: "DRAFT", sealedPosition: null });
    expect(await weightsByDigest(store().prisma, [draft.digest])).toEqual(new Map());
    const sealed = await sealDraft(store(), "drafted", "local");
    expect(sealed).toMatchObject({ state: "SEALED", position: draft.position });
    expect(await said(sealed.sealedPosition!)).toMatchObject({ type: "weights", draft: draft.digest });
    await draftWeights(store(), sampleWeights("drafted otherwise"));
    expect(await sealWeights(store(), sampleWeights("drafted otherwise"))).toMatchObject({ state: "SEALED" });
  });

  it("changes nothing when the same is asked again", async () => {
    const before = await store().prisma.logEntry.count();
    const [drafted, sealed] = [sampleWeights("drafted"), sampleWeights("at once", dearer)];
    expect(await draftWeights(store(), drafted)).toEqual(await sealWeights(store(), drafted));
    expect(await sealDraft(store(), "at once", "local")).toEqual(await sealWeights(store(), sealed));
    expect(await store().prisma.logEntry.count()).toBe(before);
  });

  it("refuses other weights under a taken name, another team's draft, and what was abandoned or sealed", async () => {
    await draftWeights(store(), sampleWeights("dropped"));
    const dropped = await abandonWeights(store(), "dropped", "local", "too dear");
    expect(dropped).toMatchObject({ state: "ABANDONED", abandoned: { reason: "too dear" } });
    expect(await abandonWeights(store(), "dropped", "local", "again")).toEqual(dropped);
    const refused: [Promise<unknown>, string][] = [
      [sealWeights(store(), sampleWeights("at once")), "CONFLICT"],
      [sealWeights(store(), sampleWeights("drafted", { team: "others" })), "CONFLICT"],
      [sealDraft(store(), "drafted otherwise", "others"), "FORBIDDEN"],
      [sealDraft(store(), "dropped", "local"), "CONFLICT"],
      [abandonWeights(store(), "drafted", "local", ""), "IMMUTABLE"],
      [abandonWeights(store(), "dropped", "others", ""), "FORBIDDEN"],
      [sealDraft(store(), "nowhere", "local"), "NOT_FOUND"],
      [sealWeights(store(), sampleWeights("odd", { rationale: "a\u0000b" })), "BAD_INPUT"],
      [sealWeights(store(), sampleWeights("odd", { prices: { ...dearer.prices, lost: "1.0" } })), "BAD_INPUT"],
    ];
    for (const [asked, code] of refused) await expect(asked).rejects.toMatchObject({ code });
    expect(await weightsBySlug(store().prisma, ["odd"])).toEqual(new Map());
  });

  it("keeps whatever else is text, escaped zeros too", async () => {
    const rationale = 'C:\\u0000 \u2028 "\u{1f600}"\n';
    expect(await sealWeights(store(), sampleWeights("texts", { rationale }))).toMatchObject({ rationale });
  });

  it("pages over them by state", async () => {
    const page = { take: 10, fromEnd: false, after: null, before: null, column: "position", nullable: false };
    const names = async (state: "DRAFT" | "SEALED" | "ABANDONED" | null) => {
      const found = await weightsPage(store().prisma, { team: "local", state }, { ...page, descending: false });
      expect(await weightsCount(store().prisma, { team: "local", state })).toBe(found.length);
      return found.map(({ slug }) => slug);
    };
    expect(await names("SEALED")).toEqual(["at once", "drafted", "drafted otherwise", "texts"]);
    expect(await names("ABANDONED")).toEqual(["dropped"]);
    expect(await names("DRAFT")).toEqual([]);
    expect(await names(null)).toHaveLength(5);
    expect(await weightsCount(store().prisma, { team: "others", state: null })).toBe(0);
  });
});
