import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { leaveOneOut } from "../../src/debate/leaveOneOut.js";
import { majority } from "../../src/debate/majority.js";
import { pairedRounds, through } from "../../src/debate/pairedRounds.js";
import { subPanelAccuracy, subPanels } from "../../src/debate/subPanels.js";
import { verdict } from "../../src/debate/transition.js";
import { unanimous } from "../../src/debate/margin.js";
import { withoutSeats } from "../../src/debate/withoutSeats.js";
import { anyCoding, anyRun } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns, seatsNamed, seat, debate, rounds } from "./fixtures.js";
import { hasShared, reconstructedFile, sharedFolder } from "./neutralFile.js";
import { toyPanel } from "./toyPanel.js";

const counts = (of: readonly { readonly count: number }[]) => of.map(({ count }) => count);

describe("on the worked example", () => {
  const report = subPanels(pairedRounds(toyPanel(), through(2)), null);

  it("every panel of three, four and five seats is counted on the whole panel's cohort", () => {
    expect(report.debates).toBe(6);
    expect(report.sizes.map(({ size, panels }) => [size, panels.length])).toEqual([
      [3, 10],
      [4, 5],
      [5, 1],
    ]);
  });

  it("the panels of three have between two and five unanimous debates at first and all six at the end", () => {
    const [three] = report.sizes;
    expect(three.unanimity.map(({ least, greatest }) => [least, greatest])).toEqual([
      [2 / 6, 5 / 6],
      [expect.anything(), 1],
      [1, 1],
    ]);
    const of = (name: string) => three.panels.find(({ seats }) => seats.join("-") === name)!;
    expect(counts(of("1-2-3").unanimity)).toEqual([5, 6, 6]);
    expect(of("1-2-3").frontLoading).toMatchObject({ count: 1, of: 1, value: 1 });
    expect(counts(of("1-2-4").unanimity)).toEqual([4, 5, 6]);
    expect(of("1-2-4").frontLoading).toMatchObject({ count: 1, of: 2, value: 1 / 2 });
  });

  it("without the seat that failed, a debate that was played on comes back, and one that was not does not", () => {
    const found = leaveOneOut(pairedRounds(toyPanel(), through(2)));
    expect(found.map(({ without, debates }) => [without, debates])).toEqual([
      ["1", 6],
      ["2", 6],
      ["3", 6],
      ["4", 7],
      ["5", 6],
    ]);
    expect(found[3]).toMatchObject({ regained: 1 });
    expect(counts(found[3].unanimity)).toEqual([3, 5, 7]);
  });

  it("a panel of four can tie, and says how often", () => {
    const without1 = report.sizes[1].panels.find(({ seats }) => seats.join("") === "2345")!;
    expect(without1.ties).toEqual([1, 1, 0]);
    const { sizes } = subPanelAccuracy(pairedRounds(toyPanel(), through(2)), coding({ tie: "UNDECIDED" }), [4]);
    const verdicts = sizes[0].panels.find(({ seats }) => seats.join("") === "2345")!;
    expect(verdicts.accuracy.map(({ count, of }) => [count, of])).toEqual([
      [2, 5],
      [3, 5],
      [4, 6],
    ]);
  });
});

it("a jump of 0 has no share in round 1, which is null and counted, never 0", () => {
  const [{ frontLoading, panels }] = subPanels(
    pairedRounds(panelsOfLetters(["AAA AAA", "AAA AAA"]), [0, 1]),
    null,
  ).sizes;
  expect(panels[0].frontLoading).toMatchObject({ count: 0, of: 0, value: null });
  expect(frontLoading).toEqual({ least: null, median: null, greatest: null, of: 1, undefined: 1 });
});

it("an empty cohort, a single round and a panel of two are answers", () => {
  const empty = subPanels(pairedRounds(panelsOfLetters(["A-A AAA"]), [0, 1]), null);
  expect(empty.sizes[0].panels[0].unanimity[0]).toMatchObject({ count: 0, of: 0, value: null });
  const blind = subPanels(pairedRounds(panelsOfLetters(["AAB", "AAA"]), [0]), null);
  expect(blind.sizes[0].panels[0]).toMatchObject({ unanimity: [{ count: 1, of: 2 }], frontLoading: { value: null } });
  expect(subPanels(pairedRounds(panelsOfLetters(["AB AA"]), [0, 1]), null).sizes).toEqual([]);
  expect(leaveOneOut(pairedRounds(panelsOfLetters(["A A"]), [0, 1]))).toEqual([]);
});

it("sizes that no sub-panel has, too many sub-panels, and panels of other seats are refused", () => {
  const of = (text: string, sizes: number[] | null) => subPanels(pairedRounds(panelsOfLetters([text]), [0]), sizes);
  expect(() => of("AAA", [0])).toThrow("sizes: numbers from 1 to 3 seats were expected, got 0");
  expect(() => of("AAA", [4])).toThrow("sizes: numbers from 1 to 3 seats were expected, got 4");
  expect(() => of("A".repeat(20), null)).toThrow(/at most 5000 sub-panels were expected in one answer, got 1048365/);
  const mixed = panelsOfRuns({
    seats: seatsNamed(3),
    debates: [
      debate({ item: "q1", rounds: rounds("AAA") }),
      debate({ item: "q2", rounds: rounds("AAA"), seats: [seat("x"), seat("y"), seat("z")] }),
    ],
  });
  expect(() => subPanels(pairedRounds(mixed, [0]), null)).toThrow(
    "seats: the same seats were expected in all debates, got 1, 2, 3 and x, y, z",
  );
});

it("every sub-panel is what the panel without the other seats would be, for any run and coding", () => {
  fc.assert(
    fc.property(anyRun("run"), anyCoding, (run, rule) => {
      fc.pre(run.debates.length > 0);
      const panels = panelsOfRuns({ ...run, debates: run.debates.map((one) => ({ ...one, seats: null })) });
      const paired = pairedRounds(panels, through(run.rounds - 1));
      const sizes = run.seats.map((_, index) => index + 1);
      const fast = subPanels(paired, sizes);
      const judged = subPanelAccuracy(paired, rule, sizes);
      fast.sizes.forEach(({ panels: each }, at) =>
        each.forEach(({ seats, unanimity, ties }, index) => {
          const others = run.seats.map(({ seat: name }) => name).filter((name) => !seats.includes(name));
          const rest = withoutSeats(paired.panels, others);
          const said = unanimous(rest);
          const majorityOf = majority(rest, rule);
          const verdictOf = verdict(rest, rule);
          const { accuracy } = judged.sizes[at].panels[index];
          for (let round = 0; round < run.rounds; round++) {
            const all = Array.from({ length: rest.size }, (_, one) => one);
            expect(unanimity[round].count).toBe(all.filter((one) => said(one, round) === true).length);
            const tied = majority(rest, { tie: "UNDECIDED" });
            expect(ties[round]).toBe(all.filter((one) => tied(one, round) === 254).length);
            const verdicts = all
              .filter((one) => rest.gold[one] !== 0)
              .map((one) => verdictOf(one, majorityOf(one, round)))
              .filter((found) => found !== 3);
            expect([accuracy[round].count, accuracy[round].of]).toEqual([
              verdicts.filter((found) => found === 0).length,
              verdicts.length,
            ]);
          }
        }),
      );
    }),
    { numRuns: 60 },
  );
});

if (!hasShared) it.skip("the shared reference data are not here, so the reconstructed panel is not counted", () => {});
else
  describe("on the reconstructed panel of seven judges", () => {
    const answers = JSON.parse(
      readFileSync(`${sharedFolder}/data/reconstructed/unanimity-panel7.answers.json`, "utf8"),
    ) as {
      subpanels: Record<string, { rows: { seats: number[]; unanimous: number[]; frontLoading: number }[] }>;
      leaveOneOut: { n: number; unanimous: number[]; tied: number[]; flips: number[]; of: number }[];
    };
    const paired = pairedRounds(panelsOfRuns(reconstructedFile("unanimity-panel7")), through(3));

    it("all 99 sub-panels have the unanimity and the share of round 1 that an independent script counted", () => {
      const { sizes } = subPanels(paired, null);
      expect(
        Object.fromEntries(
          sizes.map(({ size, panels }) => [
            String(size),
            panels.map(({ seats, unanimity, frontLoading }) => [
              seats.map(Number),
              counts(unanimity),
              frontLoading.value,
            ]),
          ]),
        ),
      ).toEqual(
        Object.fromEntries(
          Object.entries(answers.subpanels).map(([size, { rows }]) => [
            size,
            rows.map(({ seats, unanimous: said, frontLoading }) => [seats, said, frontLoading]),
          ]),
        ),
      );
    });

    it("the panel without each judge has its own cohort, unanimity, ties and flips", () => {
      expect(
        leaveOneOut(paired).map(({ debates, unanimity, ties, flips }) => ({
          n: debates,
          unanimous: counts(unanimity),
          tied: ties,
          flips: counts(flips),
          of: flips[0].of,
        })),
      ).toEqual(
        answers.leaveOneOut.map(({ n, unanimous: said, tied, flips, of }) => ({ n, unanimous: said, tied, flips, of })),
      );
    });
  });
