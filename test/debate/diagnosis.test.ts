import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { diagnosisReport, featureSets } from "../../src/debate/diagnosis.js";
import { featureTable } from "../../src/debate/featureTable.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { r1Features } from "../../src/debate/r1Features.js";
import { debate, panelsOfLetters, panelsOfRuns, rounds, seatsNamed } from "./fixtures.js";
import { withoutBallots } from "./withoutBallots.js";

const rule = coding({ undefined: "WRONG" });
const interval = intervalOptions({});

it("the feature table of ballots is what the published columns say of them", () => {
  const panels = panelsOfLetters(["AAB BBA BBB BBB", "A-- A-B CAA AAA"]);
  const { columns, rows, row } = featureTable(panels, rule);
  const table = Array.from(rows, (_, place) =>
    Object.fromEntries(row(place).values.map((value, at) => [columns[at].name, value])),
  );
  expect(table[0]).toEqual({
    collapsed: 1,
    corrected: 0,
    final_correct: 0,
    cascade_round: 1,
    init_correct: 1,
    init_unanimous: 0,
    init_agree_frac: 2 / 3,
    r1_majority_changed: 1,
    r1_n_flipped_from_init: 3,
    r1_agree_frac: 2 / 3,
    r1_majority_correct: 0,
    r1_n_disagree_with_correct: 2,
    r2_majority_changed: 0,
    r2_agree_frac: 1,
    r2_majority_correct: 0,
    r3_majority_changed: 0,
    r3_agree_frac: 1,
    r3_majority_correct: 0,
  });
  // An unread ballot is an entry for agreement, no answer for unanimity and flips, and not right.
  expect(table[1]).toMatchObject({
    init_unanimous: 1,
    init_agree_frac: 2 / 3,
    r1_n_flipped_from_init: 0,
    r1_agree_frac: 1 / 3,
    r1_n_disagree_with_correct: 2,
    cascade_round: null,
  });
});

it("ballots and the columns derived from them have one feature table and one diagnosis", () => {
  const entry = fc.constantFrom("A", "B", null);
  const ballots = fc.array(fc.array(entry, { minLength: 3, maxLength: 3 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(ballots, { minLength: 8, maxLength: 16 }), (all) => {
      const debates = all.map((one, index) => debate({ item: `q${index}`, rounds: one }));
      const [one, other] = [debates, debates.map(withoutBallots)].map((given) => {
        const panels = panelsOfRuns({ seats: seatsNamed(3), debates: given });
        const { rows, row } = featureTable(panels, rule);
        const report = { ...diagnosisReport("PUBLISHED")(panels, rule, "MODEL", interval), caveats: [] };
        return { rows: Array.from(rows, (_each, place) => row(place)), report };
      });
      expect(other).toEqual(one);
    }),
    { numRuns: 30 },
  );
});

it("a set is what its worst feature is: gold makes an audit, later rounds hindsight", () => {
  const access = Object.fromEntries(featureSets(r1Features(4)).map((set) => [set.name, [set.access, set.addsTo]]));
  expect(access).toEqual({
    baseline: ["AUDIT", null],
    baselineAndRound1: ["AUDIT", "baseline"],
    full: ["HINDSIGHT", "baselineAndRound1"],
    blindRound: ["PROSPECTIVE", null],
    blindRoundAndRound1: ["PROSPECTIVE", "blindRound"],
  });
  expect(featureSets(r1Features(2)).map(({ name }) => name)).not.toContain("full");
});

it("without a collapse there is no AUC and the reason is said, by every method", () => {
  const panels = panelsOfLetters(["AAB AAA", "AAA AAA", "BBB BBA"]);
  for (const method of ["PUBLISHED", "CONVERGED", "ITEMS_HELD_OUT"] as const) {
    const { sets, differences, predictors, collapses } = diagnosisReport(method)(panels, rule, null, interval);
    expect(collapses).toBe(0);
    for (const { auc, reason } of sets) expect([auc.auc, reason]).toEqual([null, "one_class"]);
    for (const { difference, intervals } of differences) expect([difference, intervals]).toEqual([null, []]);
    for (const { auc } of predictors) expect(auc.auc).toBeNull();
  }
});

it("with fewer questions than folds none can be held out", () => {
  const panels = panelsOfLetters(["AAB BBB", "AAA AAA", "BBB BBA"]);
  const { sets } = diagnosisReport("ITEMS_HELD_OUT")(panels, rule, null, interval);
  expect(sets.map(({ reason }) => reason)).toEqual(sets.map(() => "few_clusters"));
});

it("a single predictor is judged by its order, group by group", () => {
  const panels = panelsOfRuns(
    {
      slug: "one",
      seats: seatsNamed(3, "m1"),
      debates: ["AAB BBB", "AAA AAA"].map((text, at) => debate({ item: `q${at}`, rounds: rounds(text) })),
    },
    {
      slug: "two",
      seats: seatsNamed(3, "m2"),
      debates: ["AAA BBB", "AAB AAA"].map((text, at) => debate({ item: `q${at}`, rounds: rounds(text) })),
    },
  );
  const { predictors, groups } = diagnosisReport("CONVERGED")(panels, rule, "MODEL", interval);
  const of = (all: typeof predictors) => all.find(({ name }) => name === "initial_disagreement")?.auc.auc;
  expect([of(predictors), ...groups.map((group) => of(group.predictors))]).toEqual([0.5, 1, 0]);
});
