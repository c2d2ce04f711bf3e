import { columnTotals } from "../../src/stats/clusterSums.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { contrastReplicates, ratioContrast, type RatioTerm } from "../../src/stats/ratioContrast.js";
import { crossedRate, type CrossedRows } from "../../src/stats/twoWay.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";

// Replicates from resample indices that NumPy drew: any statistic of column totals, recomputed from how often each cluster came.

interface Drawn {
  draws: number[][];
}
interface Expected {
  estimate: number;
  replicates: (number | null)[];
}

const times = (size: number, drawn: number[]): Uint32Array => {
  const weights = new Uint32Array(size);
  for (const g of drawn) weights[g]++;
  return weights;
};

function agrees(columns: number[][], terms: RatioTerm[], draws: number[][], expected: Expected): void {
  const sums = { clusters: columns[0].length, columns: columns.map((column) => Float64Array.from(column)) };
  const replicates = draws.map((drawn) => {
    const totals = columnTotals(sums, times(sums.clusters, drawn));
    const one = { replicates: 1, columns: totals.map((total) => Float64Array.of(total)) };
    const { ascending, undefinedReplicates } = contrastReplicates(one, terms);
    return undefinedReplicates === 1 ? null : ascending[0];
  });
  const got = { estimate: ratioContrast(distinctSums(sums), terms).estimate, replicates };
  expect(disagreements(got, expected, { rel: 1e-12, abs: 1e-14 })).toEqual([]);
}

const RATE: RatioTerm = { weight: 1, numerator: [1, 0], denominator: [0, 1] };
const name = "bootstrap_replicates_given_draws";

it.each([
  ...golden<{ num: number[]; den: number[] } & Drawn, Expected>(name, "one_way_ratio"),
  ...golden<{ num: number[]; den: number[] } & Drawn, Expected>(name, "empty_denominator"),
])("a ratio of sums, and null where nothing is left to divide by, in $id", ({ input: { num, den, draws }, expected }) =>
  agrees([num, den], [RATE], draws, expected),
);

it.each(golden<Record<"num1" | "den1" | "num2" | "den2", number[]> & Drawn, Expected>(name, "paired_difference"))(
  "both conditions share a draw in $id",
  ({ input: { num1, den1, num2, den2, draws }, expected }) => {
    const first = { weight: 1, numerator: [1, 0, 0, 0], denominator: [0, 1, 0, 0] };
    const second = { weight: -1, numerator: [0, 0, 1, 0], denominator: [0, 0, 0, 1] };
    agrees([num1, den1, num2, den2], [first, second], draws, expected);
  },
);

interface Net extends Drawn {
  prevented: number[];
  lost: number[];
  n: number[];
  w_collapse: number;
  w_correction: number;
}

it.each(golden<Net, Expected>(name, "net_utility"))("net utility per debate in $id", ({ input, expected }) => {
  const term = { weight: 1, numerator: [input.w_collapse, -input.w_correction, 0], denominator: [0, 0, 1] };
  agrees([input.prevented, input.lost, input.n], [term], input.draws, expected);
});

it.each(golden<{ num: number[][]; den: number[][] } & Drawn, Expected>(name, "macro_mean"))(
  "the mean of the models' own rates in $id",
  ({ input: { num, den, draws }, expected }) => {
    const models = [...num[0].keys()];
    const unit = (c: number): number[] => Array.from({ length: 2 * models.length }, (_, i) => (i === c ? 1 : 0));
    const columns = models.flatMap((m) => [num.map((row) => row[m]), den.map((row) => row[m])]);
    const terms = models.map((m) => ({
      weight: 1 / models.length,
      numerator: unit(2 * m),
      denominator: unit(2 * m + 1),
    }));
    agrees(columns, terms, draws, expected);
  },
);

it.each(golden<Record<"u0" | "u1" | "u3", number[]> & Drawn, Expected>(name, "front_loading_share"))(
  "a share of two differences in $id",
  ({ input: { u0, u1, u3, draws }, expected }) =>
    agrees([u0, u1, u3], [{ weight: 1, numerator: [-1, 1, 0], denominator: [-1, 0, 1] }], draws, expected),
);

interface Crossed {
  question: number[];
  model: number[];
  num: number[];
  den: number[];
  question_draws: number[][];
  model_draws: number[][];
}

it.each(golden<Crossed, Expected>(name, "two_way_ratio"))(
  "rows weigh the product of their question's and their model's draws in $id",
  ({ input: { question, model, num, den, question_draws, model_draws }, expected, tolerance }) => {
    const questions = question_draws[0].length;
    const models = model_draws[0].length;
    const rows: CrossedRows = { questions, models, question, model, numerator: num, denominator: den };
    const got = {
      estimate: crossedRate(
        rows,
        times(questions, [...Array(questions).keys()]),
        times(models, [...Array(models).keys()]),
      ),
      replicates: question_draws.map((drawn, r) =>
        crossedRate(rows, times(questions, drawn), times(models, model_draws[r])),
      ),
    };
    expect(disagreements(got, expected, tolerance)).toEqual([]);
  },
);

interface Macro {
  family: string[];
  num: number[];
  den: number[];
}

it.each(golden<Macro, Record<string, unknown>>("ratio_and_net_utility", "pooled_vs_macro"))(
  "pooled, macro and family means are one, equal, and per-family weights in $id",
  ({ input: { family, num, den }, expected, tolerance }) => {
    const models = [...num.keys()].filter((m) => den[m] > 0);
    const families = [...new Set(models.map((m) => family[m]))];
    const sums = { clusters: 1, columns: [...num, ...den].map((value) => Float64Array.of(value)) };
    const unit = (...at: number[]): number[] => sums.columns.map((_, i) => (at.includes(i) ? 1 : 0));
    const mean = (weight: (m: number) => number): number | null =>
      ratioContrast(
        distinctSums(sums),
        models.map((m) => ({ weight: weight(m), numerator: unit(m), denominator: unit(num.length + m) })),
      ).estimate;
    const size = (m: number): number => models.filter((other) => family[other] === family[m]).length;
    const all = {
      weight: 1,
      numerator: unit(...num.keys()),
      denominator: unit(...[...num.keys()].map((m) => num.length + m)),
    };
    const none = models.length === 0;
    const got = {
      pooled: ratioContrast(distinctSums(sums), [all]).estimate,
      macro: none ? null : mean(() => 1 / models.length),
      family_rates: Object.fromEntries(
        families.map((each) => [each, mean((m) => (family[m] === each ? 1 / size(m) : 0))]),
      ),
      family_macro: none ? null : mean((m) => 1 / size(m) / families.length),
      models_without_denominator: num.length - models.length,
    };
    expect(disagreements(got, expected, tolerance)).toEqual([]);
  },
);

it.each(
  golden<Record<string, number>, { utility: number; per_debate: number }>("ratio_and_net_utility").filter(({ kind }) =>
    kind.startsWith("net_utility"),
  ),
)("utility and its share per debate in $id", ({ input, expected, tolerance }) => {
  const sums = { clusters: 1, columns: [input.prevented, input.lost, input.n].map((value) => Float64Array.of(value)) };
  const term = { weight: 1, numerator: [input.w_collapse, -input.w_correction, 0], denominator: [0, 0, 1] };
  const contrast = ratioContrast(distinctSums(sums), [term]);
  const { utility, per_debate } = expected;
  expect(
    disagreements(
      { utility: contrast.terms[0].above, per_debate: contrast.estimate },
      { utility, per_debate },
      tolerance,
    ),
  ).toEqual([]);
});

const ledgers = ["ledger_identity", "ledger_empty"].flatMap((kind) =>
  golden<Record<string, number>, Record<string, number | null>>("ratio_and_net_utility", kind),
);

it.each(ledgers)("the rates of four cells are ratios of their counts in $id", ({ input, expected, tolerance }) => {
  const { preserved, collapsed, corrected, unrepaired } = input;
  const columns = [preserved, collapsed, corrected, unrepaired].map((count) => Float64Array.of(count));
  const distinct = distinctSums({ clusters: 1, columns });
  const ratio = (numerator: number[], denominator: number[]): number | null =>
    ratioContrast(distinct, [{ weight: 1, numerator, denominator }]).estimate;
  const all = [1, 1, 1, 1];
  const got = {
    n: preserved + collapsed + corrected + unrepaired,
    initial_accuracy: ratio([1, 1, 0, 0], all),
    final_accuracy: ratio([1, 0, 1, 0], all),
    change: ratio([0, -1, 1, 0], all),
    conditional_collapse: ratio([0, 1, 0, 0], [1, 1, 0, 0]),
    conditional_correction: ratio([0, 0, 1, 0], [0, 0, 1, 1]),
  };
  expect(disagreements(got, expected, tolerance)).toEqual([]);
});
