import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { type Debate } from "../../src/debate/debate.js";
import { debateRounds, matchingBallots } from "../../src/debate/debateFacts.js";
import { decisions, type FixedGate, fixedGates } from "../../src/debate/gate.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { ledgerReport } from "../../src/debate/ledger.js";
import { onsetReport } from "../../src/debate/onset.js";
import { decodePanelBlock, encodePanelBlock } from "../../src/debate/panelBlock.js";
import { panels } from "../../src/debate/panelsOf.js";
import { replayReport } from "../../src/debate/replay.js";
import { debate, panelsOfRuns, part, rounds, seatsNamed } from "./fixtures.js";
import { withoutBallots } from "./withoutBallots.js";

const rule = coding({ undefined: "WRONG" });
const entry = fc.constantFrom("A", "B", "C", null);
const anyDebate = fc
  .array(fc.array(entry, { minLength: 3, maxLength: 3 }), { minLength: 4, maxLength: 4 })
  .map((ballots) => debate({ rounds: ballots }));
const anyDebates = fc
  .array(anyDebate, { minLength: 1, maxLength: 12 })
  .map((all) =>
    all.map((one, index) => ({ ...one, item: `q${index % 5}`, cluster: `q${index % 5}`, replicate: index })),
  );

const both = (debates: readonly Debate[]) => ({
  ballots: panelsOfRuns({ seats: seatsNamed(3), debates }),
  derived: panelsOfRuns({ seats: seatsNamed(3), debates: debates.map(withoutBallots) }),
});
const interval = intervalOptions({ resamples: 50 });
/** Without what only ballots tell: whether a majority that is not right is undefined. */
const plain = (report: object): unknown =>
  JSON.parse(JSON.stringify(report), (key, value: unknown) => (/undefinedTo|ToUndefined/.test(key) ? null : value));

it("ledger and onset of derived columns are those of the ballots they were derived from", () => {
  fc.assert(
    fc.property(anyDebates, (debates) => {
      const { ballots, derived } = both(debates);
      const [one, other] = [ballots, derived].map((columns) => plain(ledgerReport(columns, rule, "MODEL", interval)));
      expect(other).toEqual(one);
      const [onset, again] = [ballots, derived].map((columns) => onsetReport(columns, rule, "BENCHMARK", interval));
      expect(plain(again)).toEqual(plain(onset));
      expect(again.total.late.interval()).toEqual(onset.total.late.interval());
    }),
    { numRuns: 200 },
  );
});

it("a policy does the same to derived columns as to the ballots, for each gate that they can answer", () => {
  const gates = Object.keys(fixedGates).filter((gate) => gate !== "round1NotUnanimous") as FixedGate[];
  fc.assert(
    fc.property(anyDebates, fc.constantFrom(...gates), fc.nat(1), (debates, gate, freezeTo) => {
      // The table calls a majority changed when it is lost; the gate asks for a new one. So rounds 1 without any vote are left out.
      const voted = debates.filter((one) => one.rounds[1].some((ballot) => ballot !== null));
      fc.pre(voted.length > 0);
      const { ballots, derived } = both(voted);
      const policy = { gate: fixedGates[gate], freezeTo };
      const [one, other] = [ballots, derived].map((columns) => replayReport(columns, rule, policy, null, interval));
      expect(other.outcomes).toEqual(one.outcomes);
    }),
    { numRuns: 200 },
  );
});

it("what needs single ballots is refused: other tie rules, dropping the unparsed, gates that look at ballots", () => {
  const { derived } = both([debate({ rounds: rounds("AAB ABB BBB BBB") })]);
  const ledger = (given: object) => () => ledgerReport(derived, coding(given), null, interval);
  expect(ledger({})).not.toThrow();
  for (const given of [{ tie: "FIRST_SEEN" }, { tie: "UNDECIDED" }, { unparsed: "DROP" }])
    expect(ledger(given)).toThrow("needs ballots, and some of these debates have derived columns only");
  expect(() => decisions(derived, "ALPHABETICAL", fixedGates.round1NotUnanimous)).toThrow("derived columns only");
});

it("a gate without the column it reads is refused rather than guessed", () => {
  const one = withoutBallots(debate({ rounds: rounds("AAB ABB BBB BBB") }));
  const lacking = { ...one, derived: { ...one.derived!, initialUnanimous: null, flipped: [], agreement: [] } };
  const columns = panelsOfRuns({ seats: seatsNamed(3), debates: [lacking] });
  for (const gate of ["round0NotUnanimous", "round1AnyFlip", "round1AgreementBelowOne"] as const)
    expect(() => decisions(columns, "ALPHABETICAL", fixedGates[gate])).toThrow("lacks the derived column");
});

it("onset is refused when the columns are silent about when a collapse began, not about what came after", () => {
  const report = (right: readonly (boolean | null)[]) => {
    const one = withoutBallots(debate({ rounds: rounds("AAA AAA BBB BBB") }));
    const derived = { ...one.derived!, changed: [], byGold: { right, disagreeing: [] } };
    const columns = panelsOfRuns({ seats: seatsNamed(3), debates: [{ ...one, derived }] });
    return onsetReport(columns, rule, null, interval).total.rounds.map(({ count }) => count);
  };
  expect(report([true, true, false, false])).toEqual([0, 1, 0]);
  expect(report([true, false, null, false])).toEqual([1, 0, 0]);
  expect(() => report([true, true, null, false])).toThrow("no column says when its collapse began");
});

it("debates with and without ballots stand in one cohort", () => {
  const one = debate({ item: "q1", rounds: rounds("AAB ABB BBB") });
  const two = withoutBallots(debate({ item: "q2", rounds: rounds("BBB AAB AAA AAA") }));
  const columns = panels([
    part({ slug: "ballots", seats: seatsNamed(3), debates: [one] }),
    part({ slug: "derived", seats: seatsNamed(3), debates: [two] }),
  ]);
  const { total, caveats } = ledgerReport(columns, coding(), null, interval);
  expect(total).toMatchObject({ debates: 2, collapse: 1, correction: 1 });
  expect(caveats().map(({ code }) => code)).toContain("DERIVED_COLUMNS");
});

it("of three seats derived columns tell whether a round was a tie, of four not always", () => {
  const facts = (text: string) => {
    const from = withoutBallots(debate({ rounds: rounds(text) }));
    const columns = panelsOfRuns({ seats: seatsNamed(from.rounds[0].length), debates: [from] });
    return debateRounds(columns, rule)(0).map(({ tieFired, majority }) => [tieFired, majority]);
  };
  expect(facts("ABC AB- A-- AAB")).toEqual([true, true, false, false].map((tie) => [tie, null]));
  expect(facts("ABCD AABB AABC AAAB")).toEqual([true, null, null, false].map((tie) => [tie, null]));
});

it("a debate of which it is not known whether a tie fired is found neither among those with a tie nor those without", () => {
  const from = withoutBallots(debate({ rounds: rounds("AABB AAAA") }));
  const columns = panelsOfRuns({ seats: seatsNamed(4), debates: [from] });
  for (const tieFired of [true, false])
    expect([...matchingBallots(columns, rule, { tieFired, items: null })]).toEqual([]);
});

it("blocks keep derived columns byte for byte, and blocks of ballots are as they were without", () => {
  const debates = ["AAB ABB BBB BBB", "A-C AAA", "--- AAA AAB B-B"].map((text, index) =>
    debate({ item: `q${index}`, rounds: rounds(text) }),
  );
  const [block] = part({ seats: seatsNamed(3), debates: debates.map(withoutBallots) }).blocks;
  const bytes = encodePanelBlock(block);
  expect(encodePanelBlock(decodePanelBlock(bytes))).toEqual(bytes);
  expect(decodePanelBlock(bytes).derived).toEqual(block.derived);
  const [ballots] = part({ seats: seatsNamed(3), debates }).blocks;
  expect(decodePanelBlock(encodePanelBlock(ballots)).derived).toBeNull();
});
