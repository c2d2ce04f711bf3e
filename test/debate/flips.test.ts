import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Flips, flips } from "../../src/debate/flips.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { pairedRounds, through } from "../../src/debate/pairedRounds.js";
import { subset } from "../../src/debate/subset.js";
import { debate, panelsOfLetters, panelsOfRuns, rounds, seatsNamed } from "./fixtures.js";
import { toyPanel } from "./toyPanel.js";

const wilson = intervalOptions({ method: "WILSON" });
const ratio = ({ count, of }: { count: number; of: number }) => `${count}/${of}`;
const seen = (found: Flips) => ({
  flips: ratio(found.flips),
  toward: ratio(found.toward),
  yielded: ratio(found.yielded),
  away: found.away,
  shownTie: found.shownTie,
  nothingShown: found.nothingShown,
});

it("flips are counted over pairs of ballots of one seat, toward what the other seats had said", () => {
  const fixed = flips(pairedRounds(toyPanel(), through(2)).panels, 2, wilson);
  expect(fixed.steps.map(({ all }) => ratio(all.flips))).toEqual(["6/30", "3/30"]);
  expect(fixed.steps[0].seats.map(({ flips: { count } }) => count)).toEqual([0, 0, 1, 3, 2]);
  const paired = flips(pairedRounds(toyPanel(), [0, 1]).panels, 1, wilson);
  expect(seen(paired.steps[0].all)).toMatchObject({
    flips: "7/35",
    toward: "4/5",
    away: 1,
    shownTie: 2,
    nothingShown: 0,
  });
});

it("a seat never sees itself: in a four to three panel its majority side is shown a tie", () => {
  const panels = panelsOfLetters(["AAAABBB BAAAABB"]);
  expect(seen(flips(panels, 1, wilson).all)).toEqual({
    flips: "2/7",
    toward: "1/1",
    yielded: "1/3",
    away: 0,
    shownTie: 1,
    nothingShown: 0,
  });
});

it("what the record displays comes before the other seats' ballots, and a seat that was shown nothing has no direction", () => {
  const one = (displayed: string[][][]) =>
    panelsOfRuns({
      seats: seatsNamed(3),
      debates: [debate({ rounds: rounds("AAB BAB"), displayed })],
    });
  expect(seen(flips(one([[["A", "A"], ["B"], []]]), 1, wilson).all)).toMatchObject({ toward: "0/1", away: 1 });
  expect(seen(flips(one([[["B", "B", "A"], ["B"], []]]), 1, wilson).all)).toMatchObject({ toward: "1/1" });
  expect(seen(flips(one([[[], ["B"], []]]), 1, wilson).all)).toMatchObject({ toward: "0/0", nothingShown: 1 });
});

it.each([
  ["FULL_DEBATE", { toward: "1/1", nothingShown: 0, notStated: 0 }],
  ["NO_PEERS", { toward: "0/0", nothingShown: 1, notStated: 0 }],
  ["PRIVATE_REVISION", { toward: "0/0", nothingShown: 1, notStated: 0 }],
  ["FAKE_PEERS", { toward: "0/0", nothingShown: 0, notStated: 1 }],
] as const)(
  "where the record does not say what was shown, the condition does: a flip to the others' answer under %s",
  (condition, want) => {
    const run = { seats: seatsNamed(3), condition };
    const silent = flips(panelsOfRuns({ ...run, debates: [debate({ rounds: rounds("AAB AAA") })] }), 1, wilson).all;
    expect({ ...seen(silent), notStated: silent.notStated }).toMatchObject({ flips: "1/3", ...want });
    const stated = debate({ rounds: rounds("AAB AAA"), displayed: [[["B"], ["A"], ["A", "A"]]] });
    expect(seen(flips(panelsOfRuns({ ...run, debates: [stated] }), 1, wilson).all).toward).toBe("1/1");
  },
);

it("displayed labels stay with their seats when debates or seats are left out", () => {
  const run = {
    seats: seatsNamed(2),
    debates: [
      debate({ item: "q1", rounds: rounds("AB AB") }),
      debate({ item: "q2", rounds: rounds("AB BA"), displayed: [[["A", "A", "B"], ["B"]]] }),
    ],
  };
  const panels = panelsOfRuns(run, {
    ...run,
    slug: "other",
    seats: seatsNamed(3),
    debates: [debate({ rounds: rounds("ABB ABB") })],
  });
  expect(seen(flips(panels, 1, wilson).all)).toMatchObject({ flips: "2/7", toward: "0/2", away: 2 });
  expect(seen(flips(subset(panels, Uint32Array.of(1)), 1, wilson).all)).toMatchObject({ toward: "0/2" });
});

it("a flip between two minorities is away and leaves no majority; unread ballots are in no pair", () => {
  expect(seen(flips(panelsOfLetters(["AAABC AAACC"]), 1, wilson).all)).toMatchObject({ toward: "0/1", away: 1 });
  const found = flips(panelsOfLetters(["AAABC AAACC", "AA--x A-A-A"]), 1, wilson).all;
  expect({ left: found.left, lost: found.lost, found: found.found, of: found.flips.of }).toEqual({
    left: 0,
    lost: 1,
    found: 1,
    of: 6,
  });
});

it("ties are shown only to the majority side of complete odd panels at margin 1, and relabelling the seats changes nothing", () => {
  const panel = fc.array(fc.constantFrom("A", "B"), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(panel, panel), { minLength: 1, maxLength: 6 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      (pairs, order) => {
        const texts = (places: readonly number[]) =>
          pairs.map((pair) => pair.map((round) => places.map((at) => round[at]).join("")).join(" "));
        const found = flips(panelsOfLetters(texts([0, 1, 2, 3, 4])), 1, wilson);
        expect(seen(flips(panelsOfLetters(texts(order)), 1, wilson).all)).toEqual(seen(found.all));
        const tiesOf = pairs.map(([before, after]) => {
          const a = before.filter((each) => each === "A").length;
          const side = a === 3 ? "A" : a === 2 ? "B" : null;
          return before.filter((each, at) => each === side && after[at] !== each).length;
        });
        expect(found.all.shownTie).toBe(tiesOf.reduce((sum, ties) => sum + ties, 0));
      },
    ),
    { numRuns: 100 },
  );
});
