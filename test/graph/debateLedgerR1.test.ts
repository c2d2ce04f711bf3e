// Aim: the real primary cohort of DebateLedger, as its feature table is published, answers through the API what an independent script
// counted from the table, and what the paper publishes of it. Method: all 6,925 rows where ../shared has them; an excerpt of 120 rows,
// which lies in test/golden with the numbers that a few lines of Python made of it, everywhere.
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { contentDigest } from "../../src/import/contentDigest.js";
import { importRun } from "../../src/import/importRun.js";
import { r1Models } from "../../src/import/r1Models.js";
import { slugText } from "../../src/import/r1Reader.js";
import { verifyStore } from "../../src/store/verifyStore.js";
import { sharedFolder } from "../import/sharedData.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { addFixed, sealOneToOne } from "./evaluations.js";
import { createCohort } from "./exampleServices.js";
import { testKey } from "./testKey.js";

interface Counts {
  readonly debates: number;
  readonly preservation: number;
  readonly collapse: number;
  readonly correction: number;
  readonly unrepaired: number;
  readonly net: number;
  readonly conditionalCollapse: number | null;
  readonly conditionalCorrection: number | null;
  readonly onset: Readonly<Record<string, number>>;
}
interface Replayed {
  readonly fired: number;
  readonly prevented: number;
  readonly lost: number;
  readonly net: number;
  readonly deltaAccuracyPoints: number;
  readonly breakEven: {
    readonly state: string;
    readonly numerator: number | null;
    readonly denominator: number | null;
  };
}
interface Golden {
  readonly ledger: Readonly<Record<string, Counts>>;
  readonly replay: Readonly<Record<string, Readonly<Record<string, Replayed>>>>;
}

const gates = ["always", "round1MajorityChanged", "round1AnyFlip", "round0NotUnanimous", "round1AgreementBelowOne"];

/** Imports each model's rows, fixes the cohorts `all` and `open` (the vllm models), seals weights and adds the gates. */
async function r1Services(path: string): Promise<Services> {
  const store = await openMemoryStore();
  const services = createServices(store, testKey);
  const runs: string[] = [];
  for (const only of await r1Models(path)) {
    const { run, warnings } = await importRun(store, { path }, { run: { only, slug: slugText(only) } });
    expect(warnings).toEqual([]);
    runs.push(run);
  }
  await createCohort(services, { slug: "all", runs });
  await createCohort(services, { slug: "open", runs: runs.filter((run) => run.startsWith("vllm-")) });
  await sealOneToOne(services);
  for (const gate of [...gates, "never"]) await addFixed(services, gate, gate);
  return services;
}

const ledgerFields = `debates preservation collapse correction unrepaired net
  conditionalCollapse { value } conditionalCorrection { value }`;
type LedgerAnswer = Omit<Counts, "conditionalCollapse" | "conditionalCorrection" | "onset"> & {
  readonly conditionalCollapse: { readonly value: number | null };
  readonly conditionalCorrection: { readonly value: number | null };
};
interface OnsetAnswer {
  readonly rounds: readonly { readonly round: number; readonly count: number }[];
}

async function ledgers(services: Services, cohort: string): Promise<Map<string, Counts>> {
  const { found } = await ask<{
    found: {
      ledger: { total: LedgerAnswer; groups: { label: string; ledger: LedgerAnswer }[]; caveats: { code: string }[] };
      onset: OnsetAnswer & { groups: { onset: OnsetAnswer }[] };
    };
  }>(
    services,
    `query ($cohort: String!) { found: cohort(slug: $cohort) {
      ledger(by: MODEL) { total { ${ledgerFields} } groups { label ledger { ${ledgerFields} } } caveats { code } }
      onset(by: MODEL) { rounds { round count } groups { onset { rounds { round count } } } }
    } }`,
    { cohort },
  );
  expect(found.ledger.caveats.map(({ code }) => code)).toContain("DERIVED_COLUMNS");
  const counts = (ledger: LedgerAnswer, { rounds }: OnsetAnswer): Counts => ({
    ...ledger,
    conditionalCollapse: ledger.conditionalCollapse.value,
    conditionalCorrection: ledger.conditionalCorrection.value,
    onset: Object.fromEntries(rounds.map(({ round, count }) => [String(round), count])),
  });
  return new Map([
    [cohort, counts(found.ledger.total, found.onset)],
    ...found.ledger.groups.map(
      ({ label, ledger }, at) => [label, counts(ledger, found.onset.groups[at].onset)] as const,
    ),
  ]);
}

type Evaluated = Pick<Replayed, "fired" | "prevented" | "lost" | "net" | "breakEven"> & {
  readonly deltaAccuracy: {
    readonly value: number;
    readonly interval: {
      readonly low: number;
      readonly high: number;
      readonly method: string;
      readonly clusters: number;
    };
  };
};

async function replays(services: Services, cohort: string, method = "CR1_T"): Promise<Record<string, Evaluated>> {
  const input = (policy: string) => ({ policy, cohort, weights: "one-to-one", interval: { method, resamples: 100 } });
  const fields = `fired prevented lost net breakEven { state numerator denominator }
    deltaAccuracy { value interval { low high method clusters } }`;
  const answer = await ask<Record<string, { evaluation: Evaluated }>>(
    services,
    `mutation (${gates.map((gate) => `$${gate}: EvaluatePolicyInput!`).join(", ")}) {
      ${gates.map((gate) => `${gate}: evaluatePolicy(input: $${gate}) { evaluation { ${fields} } }`).join(" ")} }`,
    Object.fromEntries(gates.map((gate) => [gate, input(gate)])),
  );
  return Object.fromEntries(Object.entries(answer).map(([gate, { evaluation }]) => [gate, evaluation]));
}

async function compareWith(services: Services, cohort: string, { ledger, replay }: Golden): Promise<void> {
  for (const [label, found] of await ledgers(services, cohort)) {
    // The reference also gives the numbers of right majorities, which are sums of the cells.
    expect(ledger[label]).toMatchObject(found);
  }
  for (const [gate, found] of Object.entries(await replays(services, cohort))) {
    const { deltaAccuracyPoints, breakEven, ...wanted } = replay[cohort][gate];
    const { fired, prevented, lost, net } = found;
    expect({ gate, fired, prevented, lost, net }).toEqual({ gate, ...wanted });
    expect(100 * found.deltaAccuracy.value).toBeCloseTo(deltaAccuracyPoints, 10);
    expect(found.breakEven.state).toBe(breakEven.state);
    if (breakEven.state === "FINITE") expect(found.breakEven).toEqual(breakEven);
  }
}

interface Diagnosis {
  readonly sets: readonly {
    readonly name: string;
    readonly access: string;
    readonly auc: { readonly value: number };
  }[];
  readonly differences: readonly {
    readonly set: string;
    readonly difference: number;
    readonly intervals: readonly {
      readonly unit: string;
      readonly clusters: number;
      readonly low: number;
      readonly high: number;
    }[];
  }[];
}

const diagnosisOf = async (services: Services, method: string): Promise<Diagnosis> =>
  (
    await ask<{ cohort: { diagnosis: Diagnosis } }>(
      services,
      `{ cohort(slug: "all") { diagnosis(method: ${method}) {
        sets { name access auc { value } }
        differences { set difference intervals { unit clusters low high } }
      } } }`,
    )
  ).cohort.diagnosis;

describe("an excerpt of 120 rows", () => {
  const path = "test/golden/debateledger-r1/excerpt.csv";
  const counted = JSON.parse(readFileSync("test/golden/debateledger-r1/counts.json", "utf8")) as Golden;
  let services: Services;
  beforeAll(async () => void (services = await r1Services(path)), 60_000);
  afterAll(() => services.store.close());

  it("answers ledgers, onset and replays as they were counted", async () => {
    await compareWith(services, "all", counted);
    await compareWith(services, "open", counted);
  });

  it("its feature table is the file that it came from, column by column", async () => {
    const [header, ...lines] = readFileSync(path, "utf8").trim().split("\n");
    const { cohort } = await ask<{
      cohort: {
        featureTable: {
          size: number;
          columns: { name: string }[];
          rows: { model: string; item: string; values: (number | null)[] }[];
        };
      };
    }>(
      services,
      '{ cohort(slug: "all") { featureTable { size columns { name } rows { model item replicate values } } } }',
    );
    const { columns, rows, size } = cohort.featureTable;
    expect(size).toBe(lines.length);
    const names = header.split(",");
    rows.forEach(({ model, item, values }, row) => {
      const cells = Object.fromEntries(lines[row].split(",").map((text, at) => [names[at], text]));
      expect([cells.model, cells.question_id]).toEqual([model, item]);
      columns.forEach(({ name }, at) => expect(values[at]).toBe(cells[name] === "" ? null : Number(cells[name])));
    });
  });

  it("a question that needs ballots is refused by its code, beside the answers", async () => {
    await expect(ask(services, '{ cohort(slug: "all") { ties { total { fired } } } }')).rejects.toThrow(
      "it needs ballots",
    );
    const debates = await ask<{ cohort: { debates: { edges: { node: unknown }[] } } }>(
      services,
      '{ cohort(slug: "all") { debates(first: 1) { edges { node { cell gold rounds { majority tieFired ballots { answer } } } } } } }',
    );
    expect(debates.cohort.debates.edges[0].node).toMatchObject({
      rounds: [{ majority: null, ballots: [] }, {}, {}, {}],
    });
  });

  it("a policy that looks at single ballots is refused before it is declared", async () => {
    await addFixed(services, "split", "round1NotUnanimous");
    const input = { policy: "split", cohort: "all", weights: "one-to-one" };
    const evaluate = (more: object) =>
      ask(
        services,
        "mutation ($input: EvaluatePolicyInput!) { evaluatePolicy(input: $input) { evaluation { digest } } }",
        {
          input: { ...input, ...more },
        },
      );
    await expect(evaluate({})).rejects.toThrow("derived columns only");
    await expect(evaluate({ policy: "never", coding: { tie: "UNDECIDED" } })).rejects.toThrow("derived columns only");
    const { evaluations } = await ask<{ evaluations: { totalCount: number } }>(
      services,
      "{ evaluations { totalCount } }",
    );
    expect(evaluations.totalCount).toBe(2 * gates.length);
  });
});

describe("a blind cohort of debates without ballots", () => {
  let services: Services;
  beforeAll(async () => {
    services = await r1Services("test/golden/debateledger-r1/excerpt.csv");
    const until = new Date(Date.now() - 1000).toISOString();
    await createCohort(services, { slug: "hidden", runs: ["vllm-qwen3-4b"], blind: { until } });
  }, 60_000);
  afterAll(() => services.store.close());

  it.each([
    "ledger { total { debates } }",
    "onset { collapses }",
    "diagnosis { collapses }",
    "featureTable { size rows { values } }",
    "debates(where: { cells: [collapse] }) { totalCount }",
  ])("does not answer %s", async (field) => {
    await expect(ask(services, `{ cohort(slug: "hidden") { ${field} } }`)).rejects.toThrow("blind");
  });

  it("shows of a debate nothing that tells whether it is right", async () => {
    const { cohort } = await ask<{ cohort: unknown }>(
      services,
      '{ cohort(slug: "hidden") { debates(first: 2) { edges { node { item rounds { round majority ballots { answer } } } } } } }',
    );
    expect(JSON.stringify(cohort)).not.toMatch(/right|correct|true/);
  });

  it("cannot be imported again with other gold under another name", async () => {
    const rows = readFileSync("test/golden/debateledger-r1/excerpt.csv", "utf8");
    const other = rows.replaceAll(/^(vllm\/qwen3-4b,[^,]*),./gm, "$1,Z");
    const source = { name: "again.csv", bytes: Readable.from([Buffer.from(other)]) };
    const again = importRun(services.store, source, { run: { only: "vllm/qwen3-4b", slug: "again" } });
    await expect(again).rejects.toThrow("is blind");
  });

  it("the store that holds it verifies", async () => {
    const recomputations = { contentDigest, exportedEffects: () => null };
    const { faults } = await verifyStore(services.store.prisma, recomputations);
    expect(faults).toEqual([]);
  });
});

const shared = sharedFolder("data/public/debateledger-r1");
const reference = sharedFolder("golden");
if (shared === null || reference === null)
  it.skip("the shared feature table is not here, so the whole primary cohort is not asked", () => {});
else
  describe("the whole primary cohort", () => {
    const path = `${shared}/per_debate_r1_features.csv.gz`;
    const golden = JSON.parse(readFileSync(`${reference}/debateledger-r1.json`, "utf8")) as Golden & {
      readonly conditionalCollapseByQuestion: {
        readonly all: { readonly logitT95: readonly [number, number]; readonly clustersAtRisk: number };
      };
      readonly netByQuestion: {
        readonly all: { readonly round1MajorityChanged: { readonly t95: readonly [number, number] } };
      };
    };
    let services: Services;
    beforeAll(async () => void (services = await r1Services(path)), 120_000);
    afterAll(() => services.store.close());

    it("holds 6,925 debates, 13 of them replicates", async () => {
      expect(gunzipSync(readFileSync(path)).toString().trim().split("\n")).toHaveLength(6926);
      const { run } = await ask<{ run: unknown }>(
        services,
        '{ run(slug: "vllm-llama-3.1-8b") { size replicates disagreements } }',
      );
      expect(run).toEqual({ size: 2003, replicates: 13, disagreements: 0 });
    });

    it("answers ledgers per model, onset 149/47/57, and the fixed gates over all and over the open models", async () => {
      await compareWith(services, "all", golden);
      await compareWith(services, "open", golden);
    }, 60_000);

    it("resamples questions as the reference does", async () => {
      const { cohort } = await ask<{
        cohort: {
          ledger: { total: { conditionalCollapse: { interval: { low: number; high: number; clusters: number } } } };
        };
      }>(
        services,
        `{ cohort(slug: "all") { ledger(interval: { method: LOGIT_T }) { total {
          conditionalCollapse { interval { low high clusters } } } } } }`,
      );
      const { low, high, clusters } = cohort.ledger.total.conditionalCollapse.interval;
      const { logitT95, clustersAtRisk } = golden.conditionalCollapseByQuestion.all;
      expect(clusters).toBe(clustersAtRisk);
      expect(low).toBeCloseTo(logitT95[0], 10);
      expect(high).toBeCloseTo(logitT95[1], 10);
      const { deltaAccuracy } = (await replays(services, "all")).round1MajorityChanged;
      const { t95 } = golden.netByQuestion.all.round1MajorityChanged;
      expect(deltaAccuracy.interval.low).toBeCloseTo(t95[0], 10);
      expect(deltaAccuracy.interval.high).toBeCloseTo(t95[1], 10);
    }, 60_000);

    it("finds the published out-of-fold AUCs by the published procedure, and what their differences are worth", async () => {
      const { sets, differences } = await diagnosisOf(services, "PUBLISHED");
      const aucs = Object.fromEntries(sets.map(({ name, auc }) => [name, auc.value]));
      expect(aucs.baseline).toBeCloseTo(0.6690917029222472, 9);
      expect(aucs.baselineAndRound1).toBeCloseTo(0.768466649605217, 9);
      expect(aucs.full).toBeCloseTo(0.845866686097762, 9);
      const of = (name: string) => differences.find(({ set }) => set === name)!;
      expect(of("baselineAndRound1").difference).toBeCloseTo(0.09937494668296987, 9);
      expect(of("full").difference).toBeCloseTo(0.07740003649254501, 9);
      // The paper's debate-level bootstrap gave 0.0803 to 0.1178 and 0.0639 to 0.0916.
      const ends = (name: string, unit: string) => {
        const { low, high, clusters } = of(name).intervals.find((one) => one.unit === unit)!;
        return [low, high, clusters];
      };
      const [low, high] = ends("baselineAndRound1", "DEBATE");
      expect(Math.abs(low - 0.0803) + Math.abs(high - 0.1178)).toBeLessThan(0.004);
      expect(ends("baselineAndRound1", "ITEM_CLUSTER")[2]).toBe(2161);
      expect(ends("full", "ITEM_AND_MODEL")[2]).toBe(6);
    }, 60_000);
  });
