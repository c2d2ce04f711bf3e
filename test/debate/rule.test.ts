// Aim: rules decide what their words say. Method: hand-sized panels, a twin on strings that shares no code, the fixed gates, and poison
// in gold and later rounds.
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Action, actions, recount, type RecountTie, recountTies } from "../../src/debate/action.js";
import { coding, type Coding } from "../../src/debate/coding.js";
import { type Condition, FALSE, type Operator, operators, TRUE, truth, UNKNOWN } from "../../src/debate/condition.js";
import { type Debate, NOT_ASKED } from "../../src/debate/debate.js";
import { ACTED, effectAt, outcomeBytes, readOutcomes, RUNS_ON } from "../../src/debate/effect.js";
import { features } from "../../src/debate/features.js";
import { type FixedGate, fixedGates } from "../../src/debate/gate.js";
import { outcomes } from "../../src/debate/outcomes.js";
import { type Panels } from "../../src/debate/panels.js";
import { acts, type Rule } from "../../src/debate/rule.js";
import { seen } from "../../src/debate/seen.js";
import { readRule } from "../../src/seal/rule.js";
import { anyCoding, type AnyRun, anyRun } from "./arbitrary.js";
import { debate, panelsOfLetters, panelsOfRuns, rounds, seatsNamed } from "./fixtures.js";
import { goldOf, leaders, slowMajority, slowOutcome, slowVerdict, standing } from "./slow.js";

const freeze: Action = { do: "freeze", round: 0 };
const compare = (feature: string, round: number, operator: Operator, value: number): Condition => ({
  feature,
  round,
  signal: null,
  test: "COMPARED",
  operator,
  value: { numerator: BigInt(value), denominator: 1n },
});
const flag = (feature: string, round: number): Condition => ({ feature, round, signal: null, test: "HOLDS" });

/** Each fixed gate again, in the language. */
const rules: Record<FixedGate, Rule> = {
  never: { at: 0, when: false, then: freeze },
  always: { at: 0, when: true, then: freeze },
  round1MajorityChanged: { at: 1, when: flag("majorityChanged", 1), then: freeze },
  round1AnyFlip: { at: 1, when: compare("flips", 1, ">=", 1), then: freeze },
  round0NotUnanimous: { at: 0, when: compare("labels", 0, ">", 1), then: freeze },
  round1NotUnanimous: { at: 1, when: { not: compare("labels", 1, "<=", 1) }, then: freeze },
  round1AgreementBelowOne: {
    at: 1,
    when: {
      or: [compare("labels", 1, ">", 1), { and: [compare("unparsed", 1, ">", 0), compare("labels", 1, ">=", 1)] }],
    },
    then: freeze,
  },
};

/** Gives every debate of a run outside ballots called `s`. */
const withSignals = (run: AnyRun): AnyRun => ({
  ...run,
  debates: run.debates.map((one, index) => {
    const labels = [...one.rounds.flat().filter((ballot) => typeof ballot === "string"), "A", "Z"];
    return { ...one, signals: index % 3 === 2 ? [] : [["s", labels[(index * 7) % labels.length]]] };
  }),
});

describe("a rule in place of a fixed gate", () => {
  it.each(Object.keys(rules) as FixedGate[])("%s decides byte for byte the same", (name) => {
    fc.assert(
      fc.property(anyRun("run"), anyCoding, (run, rule) => {
        if (run.rounds <= rules[name].at) return;
        const panels = panelsOfRuns(run);
        const fixed = outcomes(panels, rule, { gate: fixedGates[name], freezeTo: 0 });
        expect(outcomeBytes(outcomes(panels, rule, { rule: rules[name] }))).toEqual(outcomeBytes(fixed));
      }),
    );
  });
});

describe("what is not known", () => {
  // Margins 3, 1, none (a ballot could not be read), none (nobody was asked).
  const panels = panelsOfLetters(["AAA", "AAB", "AA-", "xxx"]);
  const values = (condition: Condition) => [...truth(condition, seen(panels, 0, "ALPHABETICAL"))];
  const small = compare("margin", 0, "<=", 1);

  it("is neither true nor false, and its negation is not either", () => {
    expect(values(small)).toEqual([FALSE, TRUE, UNKNOWN, UNKNOWN]);
    expect(values({ not: small })).toEqual([TRUE, FALSE, UNKNOWN, UNKNOWN]);
    expect(values({ and: [small, { not: small }] })).toEqual([FALSE, FALSE, UNKNOWN, UNKNOWN]);
    expect(values({ or: [small, true] })).toEqual([TRUE, TRUE, TRUE, TRUE]);
    expect(values({ and: [small, false] })).toEqual([FALSE, FALSE, FALSE, FALSE]);
  });
  it("can be asked about", () => {
    expect(values({ feature: "margin", round: 0, signal: null, test: "KNOWN", known: false })).toEqual([
      FALSE,
      FALSE,
      TRUE,
      TRUE,
    ]);
  });
});

it("comparisons are exact: two thirds is not 0.66666666666666667, and 0.6 is three of five", () => {
  const thirds = seen(panelsOfLetters(["AAB"]), 0, "ALPHABETICAL");
  const fifths = seen(panelsOfLetters(["AAABB"]), 0, "ALPHABETICAL");
  const agreement = (text: string, operator: string): Condition =>
    readRule({ v: 2, at: 0, when: { feature: "agreement", round: 0, [operator]: text }, then: { do: "abstain" } }).rule
      .when;
  expect(2 / 3).toBe(Number("0.66666666666666667"));
  expect([...truth(agreement("0.66666666666666667", "="), thirds)]).toEqual([FALSE]);
  expect([...truth(agreement("0.66666666666666667", "<"), thirds)]).toEqual([TRUE]);
  expect([...truth(agreement("0.6", "="), fifths)]).toEqual([TRUE]);
});

type Ballots = readonly unknown[];
const labelled = (ballot: unknown) => (typeof ballot === "string" ? ballot.trim() : "");
const count = (round: Ballots) => {
  const asked = round.filter((ballot) => ballot !== NOT_ASKED);
  const parsed = asked.map(labelled).filter((label) => label !== "");
  const each = [...new Set(parsed)]
    .map((label) => parsed.filter((other) => other === label).length)
    .sort((a, b) => b - a);
  return { asked: asked.length, unparsed: asked.length - parsed.length, parsed: parsed.length, each };
};

/** The features again, on strings. */
function slowFeature(name: string, one: Debate, run: AnyRun, round: number, rule: Coding): number | null {
  const now = standing(one, round, run);
  const major = (at: number) => {
    const found = slowMajority(one, at, run, rule);
    return typeof found === "string" ? found : null;
  };
  const signal = one.signals.find(([given]) => given === "s")?.[1].trim() || null;
  const { asked, unparsed, parsed, each } = count(now ?? []);
  const flips = (since: number) => {
    const before = standing(one, since, run);
    return (now ?? []).filter((ballot, seat) => {
      const [a, b] = [labelled(before?.[seat]), labelled(ballot)];
      return a !== "" && b !== "" && a !== b;
    }).length;
  };
  const full = parsed === (one.seats ?? run.seats).length;
  const changed = (since: number) => (major(round) === null ? null : Number(major(round) !== major(since)));
  const same = signal === null || major(round) === null ? null : Number(signal === major(round));
  const values: Record<string, number | null> = {
    margin: full ? each[0] - (each[1] ?? 0) : null,
    unanimous: full ? Number(each.length === 1) : null,
    labels: asked > 0 ? each.length : null,
    agreement: parsed > 0 ? each[0] / parsed : null,
    disagreement: parsed > 0 ? (parsed - each[0]) / parsed : null,
    unparsed: asked > 0 ? unparsed : null,
    hasMajority: Number(major(round) !== null),
    majorityChanged: round === 0 ? null : changed(round - 1),
    majorityChangedSinceStart: changed(0),
    flips: asked > 0 && round > 0 ? flips(round - 1) : null,
    flipsSinceStart: asked > 0 ? flips(0) : null,
    signalPresent: Number(signal !== null),
    signalEqualsMajority: same,
    signalDiffers: same === null ? null : 1 - same,
  };
  return values[name];
}

const exactly = (value: { numerator: bigint; denominator: bigint } | null) =>
  value && Number(value.numerator) / Number(value.denominator);

it.each(Object.entries(features))("%s agrees with its twin on strings", (name, { firstRound, read }) => {
  fc.assert(
    fc.property(
      anyRun("run"),
      fc.constantFrom("ALPHABETICAL" as const, "FIRST_SEEN" as const, "UNDECIDED" as const),
      (given, tie) => {
        const run = withSignals(given);
        const panels = panelsOfRuns(run);
        for (let round = firstRound ?? 0; round < run.rounds; round++) {
          const { codes, values } = read(seen(panels, round, tie), { feature: name, round, signal: "s" });
          run.debates.forEach((one, index) =>
            expect(exactly(values[codes[index]])).toBe(slowFeature(name, one, run, round, coding({ tie }))),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});

/** A rule of any shape whose features exist after its round. */
const anyRule = (last: number): fc.Arbitrary<Rule> =>
  fc.integer({ min: 0, max: last }).chain((at) => {
    const leaf: fc.Arbitrary<Condition> = fc
      .record({
        name: fc.constantFrom(...Object.keys(features).filter((name) => (features[name].firstRound ?? 0) <= at)),
        round: fc.integer({ min: 0, max: at }),
        operator: fc.constantFrom(...operators),
        value: fc.integer({ min: 0, max: 4 }),
      })
      .map(({ name, round: any, operator, value }): Condition => {
        const { firstRound, kind, takesSignal } = features[name];
        const round = firstRound === null ? null : Math.max(firstRound, any);
        const use = { feature: name, round, signal: takesSignal ? "s" : null };
        if (kind === "FLAG") return { ...use, test: "HOLDS" };
        return { ...use, test: "COMPARED", operator, value: { numerator: BigInt(value), denominator: 2n } };
      });
    const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
      condition: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf,
        fc.boolean(),
        tie("condition").map((not) => ({ not })),
        fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
        fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
      ),
    }));
    const round = fc.integer({ min: 0, max: at });
    const ties = fc.constantFrom(...recountTies);
    const action: fc.Arbitrary<Action> = fc.oneof(
      fc.record({ do: fc.constant("freeze" as const), round }),
      fc.record({ do: fc.constant("override" as const), signal: fc.constantFrom("s", "unknown") }),
      fc.record({
        do: fc.constant("substitute" as const),
        seat: fc.constantFrom("1", "2", "left", "nobody"),
        signal: fc.constant("s"),
        round,
        tie: ties,
      }),
      fc.record({ do: fc.constant("add" as const), signal: fc.constant("s"), round, tie: ties }),
      fc.constant<Action>({ do: "abstain" }),
    );
    return fc.record({ at: fc.constant(at), when: condition, then: action });
  });

it("no rule decides otherwise when gold and later rounds are poisoned", () => {
  fc.assert(
    fc.property(
      anyRun("run").chain((run) => fc.tuple(fc.constant(withSignals(run)), anyRule(run.rounds - 1))),
      fc.infiniteStream(fc.nat(255)),
      ([run, rule], junk) => {
        const panels = panelsOfRuns(run);
        const before = acts(panels, { tie: "FIRST_SEEN" }, rule);
        const poisoned = { ...panels, ballots: panels.ballots.slice() };
        for (let at = 0; at < poisoned.ballots.length; at++)
          if (Math.floor(at / panels.seats) % panels.rounds > rule.at)
            poisoned.ballots[at] = junk.next().value as number;
        Object.defineProperty(poisoned, "gold", {
          get: () => {
            throw new Error("a rule read gold");
          },
        });
        expect(acts(poisoned, { tie: "FIRST_SEEN" }, rule)).toEqual(before);
      },
    ),
  );
});

const byCodePoint = (a: string, b: string) => a.codePointAt(0)! - b.codePointAt(0)! || a.length - b.length;

/** What an action puts in the place of a verdict, on strings: a label, "none" for no majority; null when it cannot be done. */
function slowReplacement(then: Action, one: Debate, run: AnyRun, rule: Coding) {
  const signal = one.signals.find(([name]) => "signal" in then && name === then.signal)?.[1].trim() || null;
  if (then.do === "freeze") return slowMajority(one, then.round, run, rule) ?? "not asked";
  if (then.do === "abstain") return "given up";
  if (signal === null) return null;
  if (then.do === "override") return signal;
  const round = standing(one, then.round, run);
  if (round === null) return null;
  const seat = then.do === "add" ? round.length : (one.seats ?? run.seats).findIndex((each) => each.seat === then.seat);
  if (seat < 0 || (then.do === "substitute" && (round[seat] === undefined || round[seat] === NOT_ASKED))) return null;
  const again = [...round];
  again[seat] = signal;
  const found = leaders(again);
  if (found.length === 1) return found[0];
  const sorted = [...found].sort(byCodePoint);
  const picked: Record<RecountTie, ReturnType<typeof slowMajority>> = {
    CODING: slowMajority({ ...one, rounds: [again] }, 0, run, rule),
    PANEL_STANDS: slowMajority(one, then.round, run, rule),
    SIGNAL: signal,
    FIRST_LABEL: sorted[0],
    LAST_LABEL: sorted[sorted.length - 1],
    UNDECIDED: { none: "tie" },
  };
  return picked[then.tie];
}

it("every action does to any run what its twin on strings does", () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(
      anyRun("run").chain((run) => fc.tuple(fc.constant(withSignals(run)), anyRule(run.rounds - 1))),
      anyCoding,
      ([run, { at, then }], rule) => {
        const found = outcomes(panelsOfRuns(run), rule, { rule: { at, when: true, then } });
        run.debates.forEach((one, index) => {
          const saved = slowOutcome(one, run, rule);
          const effect = effectAt(found, index);
          if ("excluded" in saved || saved.cell === "undecided") return expect(effect).toBeNull();
          const instead = slowReplacement(then, one, run, rule);
          if (instead === null || standing(one, at, run) === null) return expect(effect).toBe("notFired");
          const gone = instead === "given up" || instead === "not asked";
          const verdict = gone ? "undefined" : slowVerdict(instead, goldOf(one)!, rule);
          const [before, started] = [saved.final === "right", saved.initial === "right"];
          const after = verdict === "right";
          const expected =
            verdict === "undefined"
              ? `abstention${before ? "Right" : "Wrong"}`
              : before === after
                ? "unchanged"
                : after
                  ? started
                    ? "collapsePrevented"
                    : "rescue"
                  : started
                    ? "breakage"
                    : "correctionLost";
          expect(effect).toBe(expected);
          reached.add(`${then.do} ${expected}`);
          expect(found.to[index]).toBe(then.do === "freeze" ? then.round : ACTED);
        });
        const bytes = outcomeBytes(found);
        expect(readOutcomes(bytes, run.debates.length)).toEqual(found);
        expect(readOutcomes(bytes, run.debates.length + 1)).toBeNull();
      },
    ),
    { numRuns: 400, seed: 20261201 },
  );
  for (const action of actions)
    expect([...reached].filter((one) => one.startsWith(action) && !one.endsWith("unchanged"))).not.toEqual([]);
});

const bitsOf = (pattern: number, seats: number) =>
  [...Array(seats).keys()].map((seat) => ((pattern >> seat) & 1 ? "B" : "A"));
const patterns = (seats: number): Panels =>
  panelsOfRuns({
    seats: seatsNamed(seats),
    debates: [...Array(2 ** seats).keys()].flatMap((pattern) =>
      ["A", "B"].map((signal) =>
        debate({ item: `q${pattern}${signal}`, rounds: [bitsOf(pattern, seats)], signals: [["s", signal]] }),
      ),
    ),
  });

it.each([3, 5, 7, 9])(
  "one substituted ballot changes a %i-seat verdict only at margin 1, over every vote pattern and both ballots, and then at the majority's seats",
  (seats) => {
    const { size, ballots, signals } = patterns(seats);
    const again = recount({ ballots, rounds: 1, seats, tie: "ALPHABETICAL" }, "CODING");
    for (let one = 0; one < size; one++) {
      const votes = [...ballots.subarray(one * seats, (one + 1) * seats)];
      const forB = votes.filter((code) => code === 2).length;
      const stands = forB > seats / 2 ? 2 : 1;
      const signal = signals.get("s")![one];
      const changes = votes.map((_, seat) => again(one, 0, seat, signal) !== stands);
      const pivotal = Math.abs(2 * forB - seats) === 1 && signal !== stands;
      expect(changes).toEqual(votes.map((code) => pivotal && code === stands));
    }
  },
);

it("a rule that cannot be applied runs on: no signal, no such seat, a seat or a round that was not asked", () => {
  const panels = panelsOfRuns({
    seats: seatsNamed(3),
    debates: [
      debate({ item: "a", rounds: rounds("AAB"), signals: [["s", "B"]] }),
      debate({ item: "b", rounds: rounds("AAB") }),
      debate({ item: "c", rounds: rounds("xAB"), signals: [["s", "B"]] }),
      debate({ item: "d", rounds: rounds("-AA"), signals: [["s", "B"]] }),
    ],
  });
  const did = (then: Action) => [...acts(panels, coding(), { at: 0, when: true, then }).to].map((to) => to !== RUNS_ON);
  const substitute = { do: "substitute", signal: "s", round: 0, tie: "CODING" } as const;
  expect(did({ ...substitute, seat: "1" })).toEqual([true, false, false, true]);
  expect(did({ ...substitute, seat: "9" })).toEqual([false, false, false, false]);
  expect(did({ do: "override", signal: "t" })).toEqual([false, false, false, false]);
  expect(did({ do: "abstain" })).toEqual([true, true, true, true]);
});
