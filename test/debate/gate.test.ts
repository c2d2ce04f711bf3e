import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { decisions, type FixedGate, fixedGates } from "../../src/debate/gate.js";
import { type Debate } from "../../src/debate/debate.js";
import { type AnyRun, anyRun } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { leaders, standing } from "./slow.js";

const fires = (gate: FixedGate, texts: string[], more = {}) =>
  [...decisions(panelsOfLetters(texts, more), "ALPHABETICAL", fixedGates[gate])].map((fired) => fired === 1);

it("each fixed gate fires on what its name says", () => {
  const texts = ["AAB ABB", "AAA AAA", "AB- BA-", "--- BBB", "A-- BB-", "ABx AxB", "AAB xxx"];
  expect(fires("never", texts)).not.toContain(true);
  expect(fires("always", texts)).not.toContain(false);
  expect(fires("round1MajorityChanged", texts)).toEqual([true, false, false, true, true, false, false]);
  expect(fires("round1AnyFlip", texts)).toEqual([true, false, true, false, true, false, false]);
  expect(fires("round0NotUnanimous", texts)).toEqual([true, false, true, false, false, true, true]);
  expect(fires("round1NotUnanimous", texts)).toEqual([true, false, true, false, false, true, false]);
  expect(fires("round1AgreementBelowOne", texts)).toEqual([true, false, true, false, true, true, false]);
});

it("a carried round 1 repeats round 0", () => {
  expect(fires("round1NotUnanimous", ["AAB xxx", "AAA xxx"], { carryForward: true })).toEqual([true, false]);
  expect(fires("round1MajorityChanged", ["AAB xxx"], { carryForward: true })).toEqual([false]);
});

it.each(Object.keys(fixedGates) as FixedGate[])("%s decides the same whatever gold and later rounds hold", (name) => {
  const gate = fixedGates[name];
  fc.assert(
    fc.property(anyRun("run"), fc.infiniteStream(fc.nat(255)), (run, junk) => {
      const panels = panelsOfRuns(run);
      const before = decisions(panels, "FIRST_SEEN", gate);
      const poisoned = { ...panels, ballots: panels.ballots.slice() };
      const { rounds, seats } = panels;
      for (let at = 0; at < poisoned.ballots.length; at++)
        if (Math.floor(at / seats) % rounds > gate.sees) poisoned.ballots[at] = junk.next().value as number;
      Object.defineProperty(poisoned, "gold", {
        get: () => {
          throw new Error("a gate read gold");
        },
      });
      expect(decisions(poisoned, "FIRST_SEEN", gate)).toEqual(before);
    }),
  );
});

it("what a gate asks beyond its rounds is not asked, not readable", () => {
  const seen: unknown[] = [];
  decisions(panelsOfLetters(["AB BB CC"]), "UNDECIDED", {
    sees: 1,
    fires: ({ asked, ballot, majority, seats }) => {
      seen.push(asked(2), ballot(2, 0), ballot(1, 7), majority(0), majority(1), majority(2), seats);
      return true;
    },
  });
  expect(seen).toEqual([false, 255, 255, null, 2, null, 2]);
});

/** The gates again, on strings. */
export const slowGates: Record<FixedGate, (debate: Debate, run: AnyRun) => boolean> = {
  never: () => false,
  always: (debate, run) => standing(debate, 0, run) !== null,
  round1MajorityChanged: (debate, run) => {
    const [before, after] = [0, 1].map((round) => {
      const ballots = standing(debate, round, run);
      return ballots && (leaders(ballots)[0] === undefined ? null : [...leaders(ballots)].sort()[0]);
    });
    return after !== null && after !== before;
  },
  round1AnyFlip: (debate, run) => {
    const [before, after] = [0, 1].map((round) => standing(debate, round, run));
    const label = (ballot: unknown) => (typeof ballot === "string" ? ballot.trim() : "");
    return (
      !!after &&
      !!before &&
      after.some((ballot, seat) => label(ballot) && label(before[seat]) && label(ballot) !== label(before[seat]))
    );
  },
  round0NotUnanimous: (debate, run) => split(standing(debate, 0, run)),
  round1NotUnanimous: (debate, run) => split(standing(debate, 1, run)),
  round1AgreementBelowOne: (debate, run) =>
    new Set(
      (standing(debate, 1, run) ?? []).flatMap((ballot) =>
        typeof ballot === "string" ? [ballot.trim()] : ballot === null ? [""] : [],
      ),
    ).size > 1,
};

const split = (ballots: readonly unknown[] | null): boolean =>
  new Set((ballots ?? []).flatMap((ballot) => (typeof ballot === "string" && ballot.trim() ? [ballot.trim()] : [])))
    .size > 1;

it.each(Object.keys(fixedGates) as FixedGate[])("%s agrees with its twin on strings", (name) => {
  fc.assert(
    fc.property(anyRun("run"), (run) => {
      if (run.rounds < 2) return;
      const fired = decisions(panelsOfRuns(run), "ALPHABETICAL", fixedGates[name]);
      // The labels of `anyRun` beyond the BMP and U+FF21 sort differently by UTF-16, so the twin is left without that tie.
      const plain = run.debates.map((debate) => !debate.rounds.flat().includes("\u{1F600}"));
      run.debates.forEach((debate, index) => {
        if (plain[index]) expect(fired[index] === 1).toBe(slowGates[name](debate, run));
      });
    }),
  );
});
