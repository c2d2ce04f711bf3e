// Aim: every figure of "Unanimity Without Persuasion" is either recomputed through the API or listed with the reason why it is not. Method:
// unanimityFigures.json holds the printed figures with the integers behind them, read off the paper by somebody else; the example runs
// (examples/judges) are synthetic with the published margins. Counts are compared, never rounded percentages.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { importRun } from "../../src/import/importRun.js";
import { seal } from "../graph/evaluations.js";
import { createCohort } from "../graph/exampleServices.js";
import { testKey } from "../graph/testKey.js";
import { openMemoryStore } from "../store/openMemoryStore.js";

interface Figure {
  readonly id: string;
  readonly value: unknown;
  readonly unit?: string;
  readonly count?: number;
  readonly counts?: readonly number[];
  readonly of?: number;
  readonly ci95?: readonly [number, number];
}
const { figures } = JSON.parse(readFileSync(new URL("unanimityFigures.json", import.meta.url), "utf8")) as {
  figures: Figure[];
};

interface Counts {
  readonly count: number;
  readonly of: number;
  readonly interval?: { readonly low: number; readonly high: number };
}
interface Panel {
  readonly unanimity: readonly Counts[];
  readonly frontLoading: Counts;
}
interface SubPanels {
  readonly debates: number;
  readonly sizes: readonly [{ readonly panels: readonly [Panel] }];
  readonly leaveOneOut: readonly (Panel & {
    readonly without: string;
    readonly debates: number;
    readonly flips: Counts[];
  })[];
  readonly accuracy: {
    readonly sizes: readonly [
      {
        readonly panels: readonly [
          { readonly accuracy: readonly Counts[]; readonly unanimousAndWrong: readonly Counts[] },
        ];
      },
    ];
  };
}
interface Ladder {
  readonly debates: number;
  readonly blind: { readonly unanimity: Counts; readonly pivotal: Counts };
  readonly rungs: readonly {
    readonly unanimity: Counts;
    readonly pivotal: Counts;
    readonly flips: Counts;
    readonly toward: Counts | null;
    readonly shareOfJump: Counts;
  }[];
  readonly increments: readonly {
    readonly difference: Counts;
    readonly onlyFrom: number;
    readonly onlyTo: number;
    readonly pExact: number;
  }[];
  readonly verdicts: {
    readonly blind: { readonly unanimousAndWrong: Counts };
    readonly increments: readonly { readonly better: number; readonly worse: number; readonly p: number }[];
    readonly conversions: readonly { readonly margin: number; readonly wasRight: boolean | null }[];
  };
}

interface Side {
  readonly debates: number;
  readonly pivotal: Counts;
  readonly unanimous: Counts;
}
interface Measures {
  readonly trajectory: {
    readonly total: {
      readonly batch: number;
      readonly rounds: readonly { readonly unanimity: Counts; readonly pivotal: Counts }[];
      readonly naive: readonly { readonly inflationOverFixed: number; readonly everybodyBefore: Counts }[];
      readonly flips: { readonly steps: readonly { readonly all: { readonly flips: Counts } }[] };
    };
  };
  readonly flips: { readonly total: { readonly all: { readonly shownTie: number } } };
  readonly attritionTable: {
    readonly total: {
      readonly tables: readonly {
        readonly retained: Side;
        readonly dropped: Side;
        readonly chiSquared: { readonly statistic: number };
      }[];
      readonly failures: readonly { readonly seats: readonly { readonly unparsed: number }[] }[];
    };
  };
  readonly attritionAccuracy: {
    readonly total: { readonly rounds: readonly { readonly retained: Counts; readonly dropped: Counts }[] };
  };
  readonly before: {
    readonly total: {
      readonly rounds: readonly [
        {
          readonly accuracy: Counts;
          readonly byMargin: readonly { readonly margin: number; readonly accuracy: Counts }[];
        },
      ];
    };
  };
  readonly after: {
    readonly total: {
      readonly changes: readonly {
        readonly moves: readonly Readonly<Record<"from" | "to" | "count" | "corrected" | "broken", number>>[];
      }[];
    };
  };
  readonly susceptibility: { readonly seats: readonly { readonly model: string; readonly here: Counts }[] };
}
interface InterventionRound {
  readonly substitution: Counts;
  readonly debatesChanged: number;
}
interface Worth {
  readonly net: Counts;
  readonly flipPrecision: Counts;
  readonly pivotal: {
    readonly share: Counts;
    readonly gain: Counts;
    readonly outside: number;
    readonly holds: boolean;
  } | null;
}

let measured: Measures;
let signal: readonly InterventionRound[];
let worth: Readonly<Record<"batch" | "gated" | "ungated", Worth>> & { readonly fixed: readonly Worth[] };
let fixed: SubPanels;
let paired: Ladder;
let whole: Ladder;
let realFake: Ladder;
let matched: Ladder;
let services: Services;

const rate = "{ count of interval { low high } }";
const share = "{ count of }";
const ladder = (runs: string, endpoint: number) =>
  `ladder(runs: [${runs}], coding: { endpoint: ${endpoint} }, ${near}) {
    debates blind { unanimity ${share} pivotal ${share} }
    rungs { unanimity ${share} pivotal ${share} flips ${share} toward ${rate} shareOfJump ${rate} }
    increments { difference ${rate} onlyFrom onlyTo pExact }
    verdicts { blind { unanimousAndWrong ${share} } increments { better worse p } conversions { margin wasRight } } }`;

const full = '"unanimity-panel7"';
const near = "interval: { method: PERCENTILE, resamples: 2000 }";

/** One sealed evaluation for each rule, on the round it acts on; all of them together, as the API pools every seat in turn. */
async function sealed(name: string, cohort: string, round: number, rules: readonly object[]): Promise<Worth> {
  const digests: string[] = [];
  for (const [at, rule] of rules.entries()) {
    const policy = `${name}-${at}`;
    await ask(services, "mutation ($input: AddPolicyInput!) { addPolicy(input: $input) { policy { slug } } }", {
      input: { slug: policy, ruleText: JSON.stringify({ v: 2, at: round, ...rule }) },
    });
    const { evaluatePolicy } = await ask<{ evaluatePolicy: { evaluation: { digest: string } } }>(
      services,
      "mutation ($input: EvaluatePolicyInput!) { evaluatePolicy(input: $input) { evaluation { digest } } }",
      {
        input: {
          policy,
          cohort,
          weights: "priced",
          coding: { endpoint: round },
          interval: { method: "PERCENTILE", resamples: 2000 },
        },
      },
    );
    digests.push(evaluatePolicy.evaluation.digest);
  }
  const [first, ...others] = digests;
  const { evaluation } = await ask<{ evaluation: { intervention: Worth } }>(
    services,
    `query ($first: String!, $others: [String!]!) { evaluation(digest: $first) { intervention(with: $others) {
      net ${rate} flipPrecision ${rate} pivotal { share ${share} gain ${rate} outside holds } } } }`,
    { first, others },
  );
  return evaluation.intervention;
}

/** The test run in place of each seat in turn, and in place of the verdict. */
async function interventions(): Promise<typeof worth> {
  await createCohort(services, { slug: "batch", runs: ["unanimity-panel7"] });
  await createCohort(services, { slug: "fixed", runs: ["unanimity-panel7"], usableThrough: 3 });
  const prices = { prevented: "1", lost: "1", rescue: "1", breakage: "1", rationale: "all alike", principal: "tests" };
  await seal(services, { slug: "priced", ...prices });
  const everySeat = (round: number) =>
    ["1", "2", "3", "4", "5", "6", "7"].map((seat) => ({
      when: true,
      then: { do: "substitute", seat, signal: "tests20", round },
    }));
  const override = (round: number, gates: readonly object[]) => ({
    when: { and: [...gates, { feature: "signalDiffers", signal: "tests20", round }] },
    then: { do: "override", signal: "tests20" },
  });
  const found: Worth[] = [];
  for (const round of [0, 1, 2, 3]) found.push(await sealed(`fixed-${round}`, "fixed", round, everySeat(round)));
  return {
    batch: await sealed("batch", "batch", 0, everySeat(0)),
    fixed: found,
    gated: await sealed("gated", "fixed", 0, [override(0, [{ feature: "margin", round: 0, "<=": "1" }])]),
    ungated: await sealed("ungated", "fixed", 3, [override(3, [])]),
  };
}

beforeAll(async () => {
  services = createServices(await openMemoryStore(), testKey);
  for (const name of ["unanimity-panel7", "judges-no-peers", "judges-fake-peers", "judges-labels-only"])
    await importRun(services.store, { path: `examples/judges/${name}.jsonl` });
  const answers = await ask<{
    run: { subPanels: SubPanels };
    paired: Ladder;
    whole: Ladder;
    realFake: Ladder;
    matched: Ladder;
  }>(
    services,
    `{ run(slug: ${full}) { subPanels(sizes: [7]) { debates
         sizes { panels { unanimity ${share} frontLoading ${share} } }
         leaveOneOut { without debates unanimity ${share} flips ${share} frontLoading ${share} }
         accuracy { sizes { panels { accuracy ${share} unanimousAndWrong ${share} } } } } }
       paired: ${ladder(full, 1)} whole: ${ladder(full, 3)} realFake: ${ladder(`"judges-fake-peers", ${full}`, 1)}
       matched: ${ladder(`"judges-no-peers", "judges-fake-peers", "judges-labels-only", ${full}`, 1)} }`,
  );
  ({ paired, whole, realFake, matched } = answers);
  fixed = answers.run.subPanels;
  const side = `{ debates pivotal ${share} unanimous ${share} }`;
  const asked = await ask<{ run: Measures }>(
    services,
    `{ run(slug: ${full}) {
         trajectory { total { batch rounds { unanimity ${share} pivotal ${share} }
           naive { inflationOverFixed everybodyBefore ${share} } flips { steps { all { flips ${share} } } } } }
         flips(coding: { endpoint: 1 }) { total { all { shownTie } } }
         attritionTable(interval: { resamples: 100 }) { total { tables { retained ${side} dropped ${side} chiSquared { statistic } }
           failures { seats { unparsed } } } }
         attritionAccuracy { total { rounds { retained ${share} dropped ${share} } } }
         before: errorVisibility(coding: { endpoint: 0 }) { total { rounds { accuracy ${share} byMargin { margin accuracy ${share} } } } }
         after: errorVisibility(coding: { endpoint: 1 }) { total { changes { moves { from to count corrected broken } } } }
         susceptibility(run: "judges-fake-peers", coding: { endpoint: 1 }, interval: { resamples: 100 }) { seats { model here ${share} } } } }`,
  );
  measured = asked.run;
  worth = await interventions();
  const { cohort } = await ask<{ cohort: { interventions: { rounds: InterventionRound[] } } }>(
    services,
    `{ cohort(slug: "fixed") { interventions(signal: "tests20") { rounds { substitution ${share} debatesChanged } } } }`,
  );
  signal = cohort.interventions.rounds;
}, 120_000);
afterAll(() => services.store.close());

/** What the API says about a figure: a count with its denominator, or a number. */
type Answer = Counts | number | readonly number[];

const panel = () => fixed.sizes[0].panels[0];
const judged = () => fixed.accuracy.sizes[0].panels[0];
const without7 = () => fixed.leaveOneOut.find(({ without }) => without === "7")!;
const less = (upper: Counts, lower: Counts): Counts => ({ count: upper.count - lower.count, of: upper.of });
const table = (round: number) => measured.attritionTable.total.tables[round - 1];
const ratio = ({ count, of }: Counts) => count / of;
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const elsewhere = (): Counts => {
  const rows = measured.before.total.rounds[0].byMargin.filter(({ margin }) => margin > 1);
  return { count: sum(rows.map(({ accuracy }) => accuracy.count)), of: sum(rows.map(({ accuracy }) => accuracy.of)) };
};
/** What became, in round 1, of the debates that were pivotal. */
const moved = (field: "count" | "corrected" | "broken", least = 0) =>
  sum(
    measured.after.total.changes[0].moves
      .filter(({ from, to }) => from === 1 && to >= least)
      .map((move) => move[field]),
  );
const step = (round: number) => measured.trajectory.total.flips.steps[round - 1].all.flips;
const byRound = (rounds: readonly number[], of: (round: number) => Readonly<Record<string, () => Answer>>) =>
  Object.assign({}, ...rounds.map(of)) as Record<string, () => Answer>;

const answers: Readonly<Record<string, () => Answer>> = {
  ...byRound([0, 1, 2, 3], (round) => ({
    [`fixed.round${round}.unanimity`]: () => panel().unanimity[round],
    [`fixed.round${round}.accuracy`]: () => judged().accuracy[round],
    [`six.round${round}.unanimity`]: () => without7().unanimity[round],
  })),
  ...byRound([1, 2, 3], (round) => ({
    [`fixed.round${round}.flips`]: () => step(round),
    [`attrition.round${round}.retained`]: () => table(round).retained.debates,
    [`attrition.round${round}.dropped`]: () => table(round).dropped.debates,
    [`attrition.round${round}.pivotalRetained`]: () => table(round).retained.pivotal,
    [`attrition.round${round}.pivotalDropped`]: () => table(round).dropped.pivotal,
    [`attrition.round${round}.chi2`]: () => Math.round(10 * table(round).chiSquared.statistic) / 10,
  })),
  ...byRound([0, 1, 2, 3], (round) => ({
    [`fixed.round${round}.substitutionChanges`]: () => signal[round].substitution.count,
    [`fixed.round${round}.substitutionNet`]: () => worth.fixed[round].net,
  })),
  "fixed.substitutionInstances": () => signal[0].substitution.of,
  "fixed.substitutionCandidates": () => signal[0].debatesChanged,
  "fixed.substitutionPerCandidate": () => signal[0].substitution.count / signal[0].debatesChanged,
  "batch.substitutionPivotalGain": () => worth.batch.pivotal!.gain,
  "batch.substitutionElsewhereGain": () => ({
    count: worth.batch.pivotal!.outside,
    of: worth.batch.pivotal!.share.of - worth.batch.pivotal!.share.count,
  }),
  "override.gatedNet": () => worth.gated.net,
  "override.gatedPrecision": () => ratio(worth.gated.flipPrecision),
  "override.ungatedNet": () => worth.ungated.net,
  "override.ungatedPrecision": () => worth.ungated.flipPrecision,
  "batch.size": () => measured.trajectory.total.batch,
  "batch.unanimity": () => measured.trajectory.total.naive[0].everybodyBefore,
  "batch.pivotal": () => table(1).retained.pivotal.count + table(1).dropped.pivotal.count,
  "batch.pivotalShare": () => ({
    count: table(1).retained.pivotal.count + table(1).dropped.pivotal.count,
    of: table(1).retained.pivotal.of + table(1).dropped.pivotal.of,
  }),
  "batch.accuracy": () => measured.before.total.rounds[0].accuracy,
  "batch.accuracyPivotal": () => measured.before.total.rounds[0].byMargin.find(({ margin }) => margin === 1)!.accuracy,
  "batch.accuracyElsewhere": elsewhere,
  "attrition.round1.unanimousDropped": () => table(1).dropped.unanimous,
  "attrition.round1.accuracyRetained": () => measured.attritionAccuracy.total.rounds[0].retained,
  "attrition.round1.accuracyDropped": () => measured.attritionAccuracy.total.rounds[0].dropped,
  "attrition.round1.pivotalRatio": () => Math.round(ratio(table(1).dropped.pivotal) / ratio(table(1).retained.pivotal)),
  "attrition.doubaoInvolved": () => measured.attritionTable.total.failures[1].seats[6].unparsed,
  "naive.inflation": () => Math.round(100 * measured.trajectory.total.naive[0].inflationOverFixed),
  ...byRound([1, 2], (round) => ({
    [`fixed.round${round}.pivotal`]: () => measured.trajectory.total.rounds[round].pivotal.count,
  })),
  "fixed.round1.pivotalShare": () => measured.trajectory.total.rounds[1].pivotal,
  // 240 / 15 = 16 exactly; 15 / 2 = 7.5 is printed as 7.
  "fixed.flipFactor12": () => step(1).count / step(2).count,
  "fixed.flipFactor23": () => Math.floor(step(2).count / step(3).count),
  "fixed.unanimityRise": () => Math.round(100 * ratio(less(panel().unanimity[3], panel().unanimity[0]))),
  "fixed.round0.splitErrorShare": () => ({
    count: judged().accuracy[0].of - judged().accuracy[0].count - judged().unanimousAndWrong[0].count,
    of: judged().accuracy[0].of - judged().accuracy[0].count,
  }),
  "paired.shownTie": () => measured.flips.total.all.shownTie,
  "paired.pivotalReach5": () => moved("count", 5),
  "paired.pivotalCorrected": () => moved("corrected"),
  "paired.pivotalBroken": () => moved("broken"),
  ...Object.fromEntries(
    figures
      .filter(({ id }) => /^judge\..*\.real$/.test(id))
      .map(({ id }) => {
        const model = id.slice("judge.".length, -".real".length).toLowerCase().replace(" ", "-");
        return [id, () => measured.susceptibility.seats.find((seat) => seat.model === model)!.here];
      }),
  ),
  ...byRound([1, 2, 3], (round) => ({ [`six.round${round}.flips`]: () => without7().flips[round - 1] })),
  "attrition.round1.unanimousRetained": () => paired.blind.unanimity,
  "naive.round1Unanimity": () => paired.rungs[0].unanimity,
  "fixed.round0.pivotal": () => whole.blind.pivotal.count,
  "fixed.round0.pivotalShare": () => whole.blind.pivotal,
  "fixed.round3.pivotal": () => whole.rungs[0].pivotal.count,
  "fixed.jumpTotal": () => whole.increments[0].difference,
  "fixed.jumpRound1": () => less(panel().unanimity[1], panel().unanimity[0]),
  "fixed.frontLoading": () => panel().frontLoading,
  "fixed.afterRound1": () => ({
    count: panel().frontLoading.of - panel().frontLoading.count,
    of: panel().frontLoading.of,
  }),
  "fixed.corrected": () => whole.verdicts.increments[0].better,
  "fixed.broken": () => whole.verdicts.increments[0].worse,
  "fixed.mcnemar": () => whole.verdicts.increments[0].p,
  ...byRound([0, 3], (round) => ({
    [`fixed.round${round}.wrong`]: () => judged().accuracy[round].of - judged().accuracy[round].count,
    [`fixed.round${round}.wrongUnanimous`]: () => judged().unanimousAndWrong[round].count,
    [`fixed.round${round}.wrongSplit`]: () =>
      judged().accuracy[round].of - judged().accuracy[round].count - judged().unanimousAndWrong[round].count,
  })),
  "paired.flips": () => paired.rungs[0].flips.count,
  "paired.toward": () => paired.rungs[0].toward!.count,
  "paired.towardShare": () => paired.rungs[0].toward!,
  // The cohort and what counts as contested are not printed; with margin 1 or 3 and a wrong majority on the 323 it is seven.
  "paired.contestedToUnanimouslyWrong": () =>
    paired.verdicts.conversions.filter(({ margin, wasRight }) => margin <= 3 && wasRight === false).length,
  "fake.round0.unanimity": () => realFake.blind.unanimity,
  "fake.real.unanimity": () => realFake.rungs[1].unanimity,
  "fake.fake.unanimity": () => realFake.rungs[0].unanimity,
  "fake.real.jump": () => less(realFake.rungs[1].unanimity, realFake.blind.unanimity),
  "fake.fake.jump": () => realFake.increments[0].difference,
  "fake.reproduction": () => realFake.rungs[0].shareOfJump,
  "ladder.round0.unanimity": () => matched.blind.unanimity,
  "ladder.noPeers.unanimity": () => matched.rungs[0].unanimity,
  "ladder.fake.unanimity": () => matched.rungs[1].unanimity,
  "ladder.noPeers.share": () => matched.rungs[0].shareOfJump,
  "ladder.fake.share": () => matched.rungs[1].shareOfJump,
  "ladder.labels.share": () => matched.rungs[2].shareOfJump,
  "ladder.fullOverLabels": () => matched.increments[3].difference,
  "ladder.onlyFull": () => matched.increments[3].onlyTo,
  "ladder.onlyLabels": () => matched.increments[3].onlyFrom,
  "ladder.pairedExact": () => matched.increments[3].pExact,
};

/** Why a figure is not recomputed here; the first pattern that fits. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^setup\./, "says how the study was run, and is no count of its ballots"],
  [/^cited\./, "is another paper's"],
  [
    /^(math|repeats)\./,
    "is of a run that is not public and of which no margins are printed that a log could be made to have",
  ],
  [/^fake\.(shownTie|towardShare|labelProbability)$/, "depends on the labels that were shown, which are not public"],
  [
    /^judge\..*\.fake$|^judge\.spearman$/,
    "depends on which seats flipped under fake peers, which margins do not determine",
  ],
  [
    /^attrition\.roundFake\./,
    "the made fake-peers run has the 303 debates of the comparison and not the 416 that answered",
  ],
  [/^ladder\.flipVolume/, "margins do not determine flips, and which condition is meant is not said"],
  [/^fixed\.accuracyMove$/, "is a bound and no figure"],
];

const named = (id: string): readonly string[] => reasons.filter(([pattern]) => pattern.test(id)).map(([, why]) => why);

describe("figures of the paper", () => {
  it.each(figures.filter(({ id }) => id in answers).map((figure) => [figure.id, figure] as const))(
    "%s",
    (id, figure) => {
      const answer = answers[id]();
      const { count, counts, of, value } = figure;
      if (typeof answer === "object" && "count" in answer) {
        const parts = figure.unit === "fraction" && Array.isArray(value) ? (value as number[]) : null;
        if (parts) expect(answer.count * parts[1]).toBe(answer.of * parts[0]);
        else {
          expect(counts ?? [count]).toContain(answer.count);
          expect(answer.of).toBe(of);
        }
        // The paper does not say how it drew its intervals: near, not equal.
        if (figure.ci95 && answer.interval) {
          expect(Math.abs(100 * answer.interval.low - figure.ci95[0])).toBeLessThan(3);
          expect(Math.abs(100 * answer.interval.high - figure.ci95[1])).toBeLessThan(3);
        }
      } else if (id === "ladder.pairedExact") expect(answer).toBeCloseTo(0.022655844688415527, 15);
      else expect(answer).toBe(value);
    },
  );

  it("that are not recomputed here have a reason each, and no answered figure is missing from the list", () => {
    const left = figures.filter(({ id }) => !(id in answers));
    expect(left.filter(({ id }) => named(id).length === 0).map(({ id }) => id)).toEqual([]);
    expect(Object.keys(answers).filter((id) => !figures.some((figure) => figure.id === id))).toEqual([]);
    expect([figures.length, figures.length - left.length]).toEqual([160, 119]);
  });
});
