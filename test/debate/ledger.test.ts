import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { groupings } from "../../src/debate/grouping.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { type Ledger, ledgerReport } from "../../src/debate/ledger.js";
import { cell, exclusionOf, transitions } from "../../src/debate/transition.js";
import { anyCoding, anyRuns } from "./arbitrary.js";
import { debate, panelsOfLetters, panelsOfRuns, rounds, seatsNamed } from "./fixtures.js";
import { slowOutcome } from "./slow.js";

const of = (texts: string[], rule = coding(), more = {}) =>
  ledgerReport(panelsOfLetters(texts, more), rule, null, intervalOptions()).total;

/** A ledger as plain data: rates without their functions. */
const plain = (ledger: Ledger) => JSON.parse(JSON.stringify(ledger)) as Record<string, unknown>;

// One debate per cell, one undecided, one without gold in its last round.
const small = ["AAA AAA", "AAA BBB", "BBB AAA", "BBB BBB", "--- AAA", "AAA xxx"];

it("a ledger counts cells, undecided debates and exclusions, and they add up", () => {
  expect(plain(of(small))).toEqual({
    debates: 6,
    preservation: 1,
    collapse: 1,
    correction: 1,
    unrepaired: 1,
    undecided: 1,
    initialAccuracy: { count: 2, of: 4, value: 0.5, reason: null },
    finalAccuracy: { count: 2, of: 4, value: 0.5, reason: null },
    conditionalCollapse: { count: 1, of: 2, value: 0.5, reason: null },
    conditionalCorrection: { count: 1, of: 2, value: 0.5, reason: null },
    net: 0,
    identity: { holds: false, residue: -1, initialRight: 2, finalRight: 3, rightToUndefined: 0, undefinedToRight: 1 },
    exclusions: [{ reason: "NOT_ASKED", count: 1 }],
  });
});

it("the identity holds when undefined majorities count as wrong, and still tells who crossed", () => {
  const { identity, net } = of(small, coding({ undefined: "WRONG" }));
  expect(net).toBe(1);
  expect(identity).toEqual({
    holds: true,
    residue: 0,
    initialRight: 2,
    finalRight: 3,
    rightToUndefined: 0,
    undefinedToRight: 1,
  });
});

it("nothing to divide by is null with a reason, not zero", () => {
  const empty = of([]);
  expect(empty.debates).toBe(0);
  expect(empty.initialAccuracy).toMatchObject({ count: 0, of: 0, value: null, reason: "empty_denominator" });
  expect(empty.initialAccuracy.interval()).toBeNull();
  expect(empty.initialAccuracy.beside()).toEqual([]);
  const untested = of(["BBB AAA"]);
  expect(untested.conditionalCollapse).toMatchObject({ count: 0, of: 0, value: null });
  expect(untested.conditionalCorrection).toMatchObject({ count: 1, of: 1, value: 1 });
});

it("a run without gold is all exclusions", () => {
  expect(plain(of(["AAA BBB"], coding(), { gold: null }))).toMatchObject({
    debates: 1,
    undecided: 0,
    exclusions: [{ reason: "NO_GOLD", count: 1 }],
  });
});

it.each([1, 2, 9])("panels of %i seats have ledgers", (seats) => {
  expect(of([`${"A".repeat(seats)} ${"B".repeat(seats)}`]).collapse).toBe(1);
});

// The GPQA check: 198 debates, 20 collapses, 21 corrections; of four starts without a valid majority two end right.
it("the sign of the net can hang on undefined starts: +1 when they count as wrong, -1 when they are excluded", () => {
  const texts = [
    ...Array<string>(20).fill("AAA BBB"),
    ...Array<string>(19).fill("BBB AAA"),
    "--- AAA",
    "--- AAA",
    "--- BBB",
    "--- BBB",
    ...Array<string>(100).fill("AAA AAA"),
    ...Array<string>(55).fill("BBB BBB"),
  ];
  expect(of(texts, coding({ undefined: "WRONG" }))).toMatchObject({
    debates: 198,
    collapse: 20,
    correction: 21,
    net: 1,
  });
  expect(of(texts, coding({ undefined: "EXCLUDE" }))).toMatchObject({ debates: 198, undecided: 4, net: -1 });
});

it("groups add up to the total, whatever they are made by", () => {
  fc.assert(
    fc.property(anyRuns, anyCoding, fc.constantFrom(...groupings), (runs, rule, by) => {
      const { total, groups } = ledgerReport(panelsOfRuns(...runs), rule, by, intervalOptions());
      for (const name of [
        "debates",
        "preservation",
        "collapse",
        "correction",
        "unrepaired",
        "undecided",
        "net",
      ] as const)
        expect(groups.reduce((sum, { ledger }) => sum + ledger[name], 0)).toBe(total[name]);
      const keys = groups.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

it("counts and rates are those of the twin on strings, for any runs and coding", () => {
  fc.assert(
    fc.property(anyRuns, anyCoding, (runs, rule) => {
      const outcomes = runs.flatMap((run) => run.debates.map((one) => slowOutcome(one, run, rule)));
      const scored = outcomes.flatMap((outcome) => ("excluded" in outcome ? [] : [outcome]));
      const count = (name: string) => scored.filter(({ cell }) => cell === name).length;
      const [kept, lost, won, bad] = ["preservation", "collapse", "correction", "unrepaired"].map(count);
      const rate = (over: number, all: number) =>
        all === 0 ? { count: over, of: 0, value: null } : { count: over, of: all, value: over / all };
      const isUndefined = (verdict: string) => verdict.startsWith("undefined");
      const initialRight = scored.filter(({ initial }) => initial === "right").length;
      const finalRight = scored.filter(({ final }) => final === "right").length;
      const { total } = ledgerReport(panelsOfRuns(...runs), rule, null, intervalOptions());
      expect(total).toMatchObject({
        debates: outcomes.length,
        undecided: count("undecided"),
        initialAccuracy: rate(kept + lost, kept + lost + won + bad),
        finalAccuracy: rate(kept + won, kept + lost + won + bad),
        conditionalCollapse: rate(lost, kept + lost),
        conditionalCorrection: rate(won, won + bad),
        net: won - lost,
        identity: {
          residue: won - lost - (finalRight - initialRight),
          initialRight,
          finalRight,
          rightToUndefined: scored.filter(({ initial, final }) => initial === "right" && isUndefined(final)).length,
          undefinedToRight: scored.filter(({ initial, final }) => isUndefined(initial) && final === "right").length,
        },
      });
      for (const { reason, count: n } of total.exclusions)
        expect(n).toBe(outcomes.filter((outcome) => "excluded" in outcome && outcome.excluded === reason).length);
    }),
  );
});

const rules = (["FILTER", "DROP"] as const).flatMap((unparsed) =>
  (["ALPHABETICAL", "FIRST_SEEN", "UNDECIDED"] as const).flatMap((tie) =>
    (["EXCLUDE", "WRONG"] as const).flatMap((undefinedRule) =>
      (["EXCLUDE", "WRONG"] as const).map((noVote) => coding({ unparsed, tie, undefined: undefinedRule, noVote })),
    ),
  ),
);

it.each(rules)(
  "every pair of rounds of three seats lands in the twin's cell under $unparsed, $tie, $undefined, $noVote",
  (rule) => {
    const patterns = Array.from({ length: 4096 }, (_, n) =>
      Array.from({ length: 6 }, (_unused, at) => "ABC-"[(n >> (2 * at)) & 3]).join(""),
    );
    const debates = patterns.map((text, index) =>
      debate({ item: `q${index}`, gold: "B", rounds: rounds(`${text.slice(0, 3)} ${text.slice(3)}`) }),
    );
    const run = { seats: seatsNamed(3), debates, rounds: 2, carryForward: false };
    const states = transitions(panelsOfRuns(run), rule);
    debates.forEach((one, index) => {
      const outcome = slowOutcome(one, run, rule);
      const expected = "excluded" in outcome ? outcome.excluded : outcome.cell;
      if ((cell(states[index]) ?? exclusionOf(states[index])) !== expected)
        throw new Error(`${patterns[index]}: expected ${expected}, got ${cell(states[index])}`);
    });
  },
);

it("groups are named by model, family, category or run; mixed panels by their seats in order", () => {
  const panels = panelsOfRuns(
    { slug: "b", seats: seatsNamed(2, "small", "S"), debates: [debate({ rounds: rounds("AA"), category: "x" })] },
    {
      slug: "a",
      seats: [...seatsNamed(1, "large", null), ...seatsNamed(1, "small", "S")],
      debates: [debate({ rounds: rounds("AA") })],
    },
  );
  const keys = (by: (typeof groupings)[number]) =>
    ledgerReport(panels, coding(), by, intervalOptions()).groups.map(({ key, label }) => [key, label]);
  expect(keys("MODEL")).toEqual([
    ["large + small", "large + small"],
    ["small", "small"],
  ]);
  expect(keys("FAMILY")).toEqual([
    ["S", "S"],
    [null, "none stated"],
  ]);
  expect(keys("CATEGORY")).toEqual([
    ["x", "x"],
    [null, "none stated"],
  ]);
  expect(keys("RUN")).toEqual([
    ["a", "a"],
    ["b", "b"],
  ]);
});
