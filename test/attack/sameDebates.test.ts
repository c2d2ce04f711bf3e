// Aim: the same debates under another name start no clean record. Method: each cosmetic change to a run that was imported, answered about
// and evaluated is imported again; then weights sealed in between try to be early, or of record, and a blind run's copy tries to be read.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { contentDigest } from "../../src/import/contentDigest.js";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { readOutcomes } from "../../src/debate/effect.js";
import { type Columns } from "../../src/debate/panels.js";
import { exported } from "../../src/graph/evaluate.js";
import { receiptFile } from "../../src/graph/receipt.js";
import { verifyReceipt } from "../../src/seal/verifyReceipt.js";
import { verifyStore } from "../../src/store/verifyStore.js";
import { addFixed, evaluate as evaluated, seal } from "../graph/evaluations.js";
import { createCohort, importLines, seats } from "../graph/exampleServices.js";
import { testKey } from "../graph/testKey.js";
import { openMemoryStore } from "../store/openMemoryStore.js";

interface File {
  readonly run: Readonly<Record<string, unknown>>;
  readonly debates: readonly Readonly<Record<string, unknown>>[];
}

/** Five debates of three seats; the policy fires on the first two. */
const original: File = {
  run: { slug: "original", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3, "m") },
  debates: ["AAB BBB", "BBA AAA", "AAA AAA", "ABC ABB", "BBB BBB"].map((rounds, index) => ({
    item: `q${index}`,
    gold: "A",
    rounds: rounds.split(" ").map((letters) => [...letters]),
  })),
};
const each = (change: (debate: File["debates"][number], index: number) => object): File["debates"] =>
  original.debates.map((debate, index) => ({ ...debate, ...change(debate, index) }));
const rounds = (debate: File["debates"][number]) => debate.rounds as string[][];

const changes: [change: string, file: Partial<File>][] = [
  ["nothing but its name", {}],
  ["a title", { run: { title: "Another" } }],
  ["another condition and note", { run: { condition: "OTHER", note: "n", license: "l" } }],
  ["one word of meta", { debates: each((_, index) => (index === 0 ? { meta: { word: 1 } } : {})) }],
  ["the gold of one debate", { debates: each((_, index) => (index === 0 ? { gold: "B" } : {})) }],
  ["the gold of all", { debates: each(() => ({ gold: "B" })) }],
  [
    "admissible labels, clusters and categories",
    { debates: each(() => ({ labels: [..."ABC"], cluster: "c", category: "d" })) },
  ],
  ["one debate less", { debates: original.debates.slice(1) }],
  ["nothing but one debate left", { debates: original.debates.slice(0, 1) }],
  ["one debate more", { debates: [...original.debates, { item: "q9", gold: "A", rounds: [[..."AAB"], [..."AAA"]] }] }],
  ["another order", { debates: original.debates.toReversed() }],
  ["other numbers of replicates", { debates: each((_, index) => ({ replicate: index + 1 })) }],
  [
    "other names and temperatures of seats",
    { run: { seats: seats(3, "m").map((one) => ({ ...one, seat: `s${one.seat}`, temperature: 0 })) } },
  ],
  [
    "other order of seats",
    { debates: each((debate) => ({ rounds: rounds(debate).map((round) => round.toReversed()) })) },
  ],
  [
    "a seat that was never asked",
    {
      run: { seats: [...seats(3, "m"), { seat: "x", model: "y" }] },
      debates: each((debate) => ({ rounds: rounds(debate).map((round) => [...round, { asked: false }]) })),
    },
  ],
  ["seats said in each debate", { run: { seats: seats(3, "y") }, debates: each(() => ({ seats: seats(3, "m") })) }],
  [
    "lower case, folded",
    {
      run: { fold: "UPPER" },
      debates: each((debate) => ({
        rounds: rounds(debate).map((round) => round.map((ballot) => ` ${ballot.toLowerCase()}`)),
      })),
    },
  ],
];
const changed = (index: number): File => {
  const [, { run, debates }] = changes[index];
  return { run: { ...original.run, ...run, slug: `copy-${index}` }, debates: debates ?? original.debates };
};
const load = (services: Services, { run, debates }: File) => importLines(services.store, run, debates);
const prices = (slug: string, prevented: string) => ({ slug, prevented, lost: "1", rationale: "r", principal: "p" });

const evaluate = (on: Services, input: Readonly<Record<string, string>>) =>
  evaluated(on, { ...input, interval: { resamples: 200 } });

let services: Services;
let record: string;
beforeAll(async () => {
  services = createServices(await openMemoryStore(), testKey);
  await seal(services, prices("early", "1"));
  await load(services, original);
  await createCohort(services, { slug: "original", runs: ["original"] });
  await addFixed(services, "freeze", "round1MajorityChanged");
  await addFixed(services, "other", "round0NotUnanimous");
  record = (await evaluate(services, { policy: "freeze", cohort: "original", weights: "early" })).digest;
  await seal(services, prices("between", "2"));
});
afterAll(() => services.store.close());

const contentOf = async (slug: string): Promise<string> =>
  (await services.store.prisma.run.findUniqueOrThrow({ where: { slug } })).contentDigest;
const statementOf = async (slug: string) => {
  const { entry } = await services.store.prisma.run.findUniqueOrThrow({ where: { slug }, include: { entry: true } });
  return JSON.parse(entry.statement) as { overlaps?: string[] };
};

describe("the same debates again", () => {
  it.each(changes.map(([change], index) => [change, index] as const))(
    "with %s are no new data: neither early nor with new weights of record",
    async (_, index) => {
      const slug = `copy-${index}`;
      await load(services, changed(index));
      expect((await statementOf(slug)).overlaps).toContain(await contentOf("original"));
      await createCohort(services, { slug, runs: [slug] });
      const again = await evaluate(services, { policy: "freeze", cohort: slug, weights: "between" });
      expect(again).toMatchObject({ state: "COMPLETE", grade: "SENSITIVITY", record });
      const late = await evaluate(services, { policy: "other", cohort: slug, weights: "between" });
      expect(late.grade).toBe("BEFORE_EVALUATION");
      for (const { digest } of [again, late]) {
        const { checks, evidence } = verifyReceipt(await receiptFile(createContext(services), digest));
        expect(checks.filter(({ fault }) => fault !== null)).toEqual([]);
        expect(evidence?.twins.map(({ statement }) => statement.slug)).toContain("original");
      }
    },
  );

  it("are counted among the declarations on the debates that came first, as are those on these among theirs", async () => {
    const first = await evaluate(services, { policy: "other", cohort: "original", weights: "early" });
    expect(first.declarations.team).toBeGreaterThan(changes.length * 2);
    expect(first.record).not.toBeNull();
  });

  it("leave a receipt of before as it was: what came later has no part in it", async () => {
    const { checks, evidence } = verifyReceipt(await receiptFile(createContext(services), record));
    expect(checks.filter(({ fault }) => fault !== null)).toEqual([]);
    expect(evidence?.twins).toEqual([]);
  });

  it("answered about first under a later name, are answered about", async () => {
    await load(services, { ...original, run: { ...original.run, slug: "quiet", seats: seats(3, "quiet") } });
    await load(services, { ...original, run: { ...original.run, slug: "asked", seats: seats(3, "quiet") } });
    await createCohort(services, { slug: "quiet", runs: ["quiet"] });
    await ask(services, '{ run(slug: "asked") { ledger { total { net } } } }');
    await seal(services, prices("afterwards", "1"));
    const found = await evaluate(services, { policy: "freeze", cohort: "quiet", weights: "afterwards" });
    expect(found.grade).toBe("BEFORE_EVALUATION");
    const { checks, evidence } = verifyReceipt(await receiptFile(createContext(services), found.digest));
    expect(checks.filter(({ fault }) => fault !== null)).toEqual([]);
    expect(evidence?.twins.map(({ statement }) => statement.slug)).toEqual(["asked"]);
  });
});

it("debates of other models that happened to vote alike, and other items, are other debates", async () => {
  await seal(services, prices("before-others", "1"));
  await load(services, { ...original, run: { ...original.run, slug: "others", seats: seats(3, "n") } });
  await load(services, {
    run: { ...original.run, slug: "items" },
    debates: each((_, index) => ({ item: `r${index}` })),
  });
  for (const slug of ["others", "items"]) {
    expect(await statementOf(slug)).not.toHaveProperty("overlaps");
    await createCohort(services, { slug, runs: [slug] });
    const found = await evaluate(services, { policy: "freeze", cohort: slug, weights: "before-others" });
    expect(found).toMatchObject({ grade: "BEFORE_DATA", record: null, declarations: { team: 1, all: 1 } });
  }
});

it("imports of the same debates that race name each other: of each pair the later names the earlier", async () => {
  const names = ["race-1", "race-2", "race-3"];
  await Promise.all(
    names.map((slug) => load(services, { ...original, run: { ...original.run, slug, seats: seats(3, "race") } })),
  );
  const named = await Promise.all(names.map(async (slug) => ((await statementOf(slug)).overlaps ?? []).length));
  expect(named.sort()).toEqual([0, 1, 2]);
});

it("a statement that hides with which runs it shares debates is found in the store", async () => {
  const { store } = services;
  const exportedEffects = (cohort: Columns, effects: Uint8Array) => {
    const found = readOutcomes(effects, cohort.size);
    return found && exported(cohort, found);
  };
  const faults = async (database: typeof store.prisma) =>
    (await verifyStore(database, { contentDigest, exportedEffects })).faults;
  expect(await faults(store.prisma)).toEqual([]);
  const hidden = new Error("undone");
  const found = store.prisma.$transaction(async (database) => {
    await database.$executeRawUnsafe(`ALTER TABLE "PanelBlock" DISABLE TRIGGER ALL`);
    await database.$executeRawUnsafe(`ALTER TABLE "Run" DISABLE TRIGGER ALL`);
    await database.$executeRawUnsafe(
      `UPDATE "Run" SET "overlaps" = '{}' WHERE slug = 'race-1' OR slug = 'race-2' OR slug = 'race-3'`,
    );
    await database.$executeRawUnsafe(
      `UPDATE "PanelBlock" SET identities = sha256(identities) || sha256('') || sha256('') WHERE "runId" = (SELECT id FROM "Run" WHERE slug = 'items')`,
    );
    const said = await faults(database as typeof store.prisma);
    expect(said.map(({ check, object, fault }) => `${check}: ${object}: ${fault}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^overlaps: run race-[123]: hides that it shares debates with run race-[123]$/),
        "identities: panel block 0 of run items: its identities are not those of its debates",
        expect.stringMatching(/^row: run race-[123]: overlaps: the row says/),
      ]),
    );
    throw hidden;
  });
  await expect(found).rejects.toBe(hidden);
});

describe("while they are blind", () => {
  let closed: Services;
  beforeAll(async () => {
    closed = createServices(await openMemoryStore(), testKey);
    await load(closed, original);
    await createCohort(closed, {
      slug: "closed",
      runs: ["original"],
      items: ["q0", "q1", "q2"],
      blind: { until: "2999-01-01" },
    });
  });
  afterAll(() => closed.store.close());

  it.each(changes.map(([change], index) => [change, index] as const))(
    "with %s they are refused, and nothing of them stays",
    async (_, index) => {
      await expect(load(closed, changed(index))).rejects.toMatchObject({ code: "BLIND" });
      expect(await closed.store.prisma.load.count()).toBe(1);
    },
  );

  it("debates of the run that are not blind, a small run of other models, and other debates of these models come in", async () => {
    const rest = { run: { ...original.run, slug: "rest" }, debates: original.debates.slice(3) };
    const alike = {
      run: { ...original.run, slug: "alike", seats: seats(3, "n") },
      debates: original.debates.slice(0, 1),
    };
    const other = {
      run: { ...original.run, slug: "other" },
      debates: [{ item: "q0", gold: "A", rounds: [[..."CCC"], [..."CCC"]] }],
    };
    for (const file of [rest, alike, other]) expect((await load(closed, file)).status).toBe("IMPORTED");
  });
});
