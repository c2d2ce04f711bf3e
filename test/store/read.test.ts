import { beforeAll, expect, it } from "@jest/globals";
import { bitset, setBit } from "../../src/debate/bitset.js";
import { cohort } from "../../src/debate/cohort.js";
import { cohortRecipe } from "../../src/debate/cohortRecipe.js";
import { BLOCK_SIZE } from "../../src/debate/panelBlock.js";
import { type StatementOf } from "../../src/seal/statements.js";
import { cohortsByDigest, cohortsBySlug, cohortsCount, cohortsPage, leftOutDebates } from "../../src/store/cohorts.js";
import { contradictedDebates } from "../../src/store/debates.js";
import { type KeysetKey, type KeysetPage } from "../../src/store/keyset.js";
import { type Store } from "../../src/store/open.js";
import { blocksOf, panelsOf } from "../../src/store/panels.js";
import { runsBySlug, runsCount, runsPage, type StoredRun } from "../../src/store/runs.js";
import { withdrawRun } from "../../src/store/withdrawRun.js";
import { writeCohort } from "../../src/store/writeCohort.js";
import { eachStore } from "./eachStore.js";
import { sampleDebate, storeSampleRun } from "./sampleRun.js";

const statements: string[] = [];

const all = { benchmark: null, condition: null, model: null, withdrawn: null };

/** Slugs whose order by code points is neither that of a dictionary nor that of JavaScript's UTF-16. */
const slugs = ["B", "a", "b", "\uff5e", "\u{1f600}"];
const createdAt = ["2026-02", null, "2026-01", "2026-02", null];

async function run(store: Store, slug: string): Promise<StoredRun> {
  return (await runsBySlug(store.prisma, [slug])).get(slug)!;
}

const page = (column: string, change: Partial<KeysetPage> = {}): KeysetPage => ({
  take: 2,
  fromEnd: false,
  after: null,
  before: null,
  column,
  nullable: column === "createdAt",
  descending: false,
  ...change,
});

eachStore(
  (store) => {
    beforeAll(async () => {
      for (const [index, slug] of slugs.entries()) {
        await storeSampleRun(store(), slug, index + 8, {
          createdAt: createdAt[index],
          ...(slug === "a" ? { condition: "NO_PEERS" } : {}),
        });
      }
    });

    it.each<[string, boolean, string[]]>([
      ["slug", false, slugs],
      ["slug", true, [...slugs].reverse()],
      ["debates", true, [...slugs].reverse()],
      ["position", false, slugs],
      ["createdAt", false, ["b", "B", "\uff5e", "a", "\u{1f600}"]],
      ["createdAt", true, ["B", "\uff5e", "b", "a", "\u{1f600}"]],
    ])(
      "walks runs by %s (descending: %s) a page at a time, forwards and backwards",
      async (column, descending, expected) => {
        const keyOf = (found: StoredRun): KeysetKey => [found[column as "slug" | "createdAt"], found.slug];
        const forwards: StoredRun[] = [];
        for (let after: KeysetKey | null = null; ; after = keyOf(forwards.at(-1)!)) {
          const found = await runsPage(store().prisma, all, page(column, { descending, after }));
          forwards.push(...found.slice(0, 2));
          if (found.length < 3) break;
        }
        expect(forwards.map(({ slug }) => slug)).toEqual(expected);

        const backwards: StoredRun[] = [];
        for (let before: KeysetKey | null = null; ; before = keyOf(backwards.at(-1)!)) {
          const found = await runsPage(store().prisma, all, page(column, { descending, before, fromEnd: true }));
          backwards.push(...found.slice(0, 2));
          if (found.length < 3) break;
        }
        expect(backwards.map(({ slug }) => slug)).toEqual([...expected].reverse());

        const between = { after: keyOf(forwards[0]), before: keyOf(forwards[4]), take: 9 };
        const middle = await runsPage(store().prisma, all, page(column, { descending, ...between }));
        expect(middle.map(({ slug }) => slug)).toEqual(expected.slice(1, 4));
      },
    );

    it("finds runs by condition, benchmark and a model in some seat", async () => {
      const found = async (filter: Partial<typeof all> | { condition: "NO_PEERS" }) =>
        (await runsPage(store().prisma, { ...all, ...filter }, page("slug", { take: 9 }))).map(({ slug }) => slug);
      expect(await found({ condition: "NO_PEERS" })).toEqual(["a"]);
      expect(await found({ benchmark: "sums" } as object)).toEqual(slugs);
      expect(await found({ model: "m-small" } as object)).toEqual(slugs);
      expect(await found({ model: "m-none" } as object)).toEqual([]);
      expect(await runsCount(store().prisma, { ...all, condition: "NO_PEERS" })).toBe(1);
    });

    it("reads the columns of several runs and chosen debates in one statement, and keeps them by what they are", async () => {
      const [a, b] = [await run(store(), "a"), await run(store(), "b")];
      const bits = bitset(b.debates);
      setBit(bits, 6);
      statements.length = 0;
      const chosen = [
        { run: a, bits: null },
        { run: b, bits },
      ];
      const [panels, again] = await Promise.all([panelsOf(store(), chosen), panelsOf(store(), chosen)]);
      expect(statements.length).toBe(1);
      expect(again).toBe(panels);
      expect(await panelsOf(store(), chosen)).toBe(panels);
      expect(statements.length).toBe(1);
      expect(panels.size).toBe(a.debates + 1);
      expect(panels.ordinal[a.debates]).toBe(6);
      expect(panels.items[panels.item[a.debates]]).toBe(`products\u0000${sampleDebate(6).item}`);
      expect(await panelsOf(store(), chosen, ["1"])).not.toBe(panels);
    });

    it("says which debates contradict what their source reports", async () => {
      const [a, b] = [await run(store(), "a"), await run(store(), "b")];
      const found = await contradictedDebates(store().prisma, [a.rowId, b.rowId]);
      expect(found).toEqual(
        new Map([
          [a.rowId, new Set([6])],
          [b.rowId, new Set([6])],
        ]),
      );
    });

    it("gives a cohort back as it was fixed, with who was left out and why", async () => {
      const runs = [await run(store(), "a"), await run(store(), "b")];
      const blocks = await Promise.all(runs.map((one) => blocksOf(store(), one)));
      const recipe = cohortRecipe({ runs: ["a", "b"], benchmarks: ["sums"], usableThrough: 2 });
      const fixed = cohort(
        recipe,
        runs.map((one, index) => ({ run: one, blocks: blocks[index] })),
      );
      const statement: StatementOf<"cohort"> = {
        type: "cohort",
        v: 1,
        slug: "plain",
        digest: fixed.digest,
        runs: [],
        dropSeats: [],
        size: fixed.size,
        recipe: {},
        excluded: [],
        blind: { until: "2027-01-01", board: null },
        at: null,
      };
      await writeCohort(store(), statement, "Plain sums", fixed);
      await expect(writeCohort(store(), statement, null, fixed)).rejects.toMatchObject({ code: "CONFLICT" });
      const stored = (await cohortsBySlug(store().prisma, ["plain"])).get("plain")!;
      expect(stored).toMatchObject({ title: "Plain sums", digest: fixed.digest, recipe, size: fixed.size });
      expect(stored).toMatchObject({ visibility: "BLIND", opensAt: "2027-01-01", board: null });
      expect(stored.parts).toEqual(
        fixed.runs.map(({ slug, size, bits, attrition }) => ({
          run: slug,
          size,
          bits,
          attrition: attrition.map(({ reason, count }) => ({ reason, count })),
        })),
      );
      expect((await cohortsByDigest(store().prisma, [fixed.digest])).get(fixed.digest)).toEqual(stored);
      expect(await cohortsPage(store().prisma, page("size"))).toEqual([stored]);
      expect(await cohortsCount(store().prisma)).toBe(1);
      const left = await leftOutDebates(store().prisma, stored.rowId);
      expect(left).toContainEqual({ run: "a", ...fixed.runs[0].attrition[0] });
    });

    it("withdraws a run without touching it: superseded once, retracted once, and never by itself", async () => {
      const before = await run(store(), "B");
      await withdrawRun(store(), { run: "B", kind: "SUPERSEDED", reason: "recounted", by: "a" });
      await withdrawRun(store(), { run: "B", kind: "SUPERSEDED", reason: "recounted", by: "a" });
      await withdrawRun(store(), { run: "B", kind: "RETRACTED", reason: "broken", by: null });
      expect(await run(store(), "B")).toEqual({
        ...before,
        withdrawals: [
          { kind: "SUPERSEDED", reason: "recounted", by: "a" },
          { kind: "RETRACTED", reason: "broken", by: null },
        ],
      });
      expect(await runsCount(store().prisma, { ...all, withdrawn: true })).toBe(1);
      expect(await runsCount(store().prisma, { ...all, withdrawn: false })).toBe(4);
      const refused = [
        { run: "B", kind: "RETRACTED", reason: "another", by: null, code: "CONFLICT" },
        { run: "a", kind: "SUPERSEDED", reason: "", by: "a", code: "BAD_INPUT" },
        { run: "a", kind: "SUPERSEDED", reason: "", by: null, code: "BAD_INPUT" },
        { run: "none", kind: "RETRACTED", reason: "", by: null, code: "NOT_FOUND" },
        { run: "a", kind: "SUPERSEDED", reason: "", by: "none", code: "NOT_FOUND" },
      ] as const;
      for (const { code, ...given } of refused) {
        await expect(withdrawRun(store(), given)).rejects.toMatchObject({ code });
      }
    });

    it("makes a damaged block again from its rows, and names it when they are damaged as well", async () => {
      const size = BLOCK_SIZE + 10;
      await storeSampleRun(store(), "damaged", size);
      const damaged = await run(store(), "damaged");
      const blocks = await blocksOf(store(), damaged);
      // The tables' owner can switch the triggers off; that is the one way to get at what is stored.
      const damage = (table: string, change: string) =>
        store().prisma.$transaction([
          store().prisma.$executeRawUnsafe(`ALTER TABLE "${table}" DISABLE TRIGGER never_changes`),
          store().prisma.$executeRawUnsafe(`UPDATE "${table}" SET ${change} AND "runId" = ${damaged.rowId}`),
          store().prisma.$executeRawUnsafe(`ALTER TABLE "${table}" ENABLE TRIGGER never_changes`),
        ]);
      await damage("PanelBlock", "bytes = set_byte(bytes, 200, 1 # get_byte(bytes, 200)) WHERE index = 1");
      expect(await blocksOf(store(), damaged)).toEqual(blocks);
      await damage("PanelBlock", "digest = '' WHERE index = 0");
      expect(await blocksOf(store(), damaged)).toEqual(blocks);
      await damage("Debate", `gold = 'B' WHERE ordinal = ${BLOCK_SIZE + 1}`);
      const place = `panel block 1 of run damaged (debates ${BLOCK_SIZE} to ${size - 1})`;
      await expect(blocksOf(store(), damaged)).rejects.toThrow(place);
      await expect(blocksOf(store(), damaged)).rejects.toMatchObject({ code: "STORE_DAMAGED" });
    });
  },
  (sql) => statements.push(sql),
);
