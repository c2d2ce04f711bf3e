import { mcnemar } from "../stats/mcnemar.js";
import { signFlipTest, signFlipTestClustered } from "../stats/signFlipTest.js";
import { UserError } from "../errors.js";
import { type Condition } from "./debate.js";
import { clustersOf } from "./clustering.js";
import { coding } from "./coding.js";
import { counted, OUTSIDE } from "./counted.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { joint } from "./joint.js";
import { majority, standingTally } from "./majority.js";
import { margin, unanimous } from "./margin.js";
import { type MatchedRungs } from "./matchedRungs.js";
import { NO_GOLD, type Panels } from "./panels.js";
import { type Rate } from "./rate.js";
import { RIGHT, UNDEFINED, verdict } from "./transition.js";

/**
 * How a tied vote scores. STRICT: it is no majority, and the debate leaves the comparison in which it is tied on either side. TIE_AS_WRONG: it is not
 * right. EXPECTED_TIE: 1 / leaders when gold is among the leading labels, as if the tie were broken by a fair draw.
 */
export const tieScorings = ["STRICT", "TIE_AS_WRONG", "EXPECTED_TIE"] as const;
export type TieScoring = (typeof tieScorings)[number];

/** Accuracy of the rungs of a ladder on their common cohort, debates without gold left out. */
export interface LadderVerdicts {
  /** Debates of the common cohort that have gold. */
  readonly debates: number;
  readonly blind: RungVerdicts;
  readonly rungs: readonly (RungVerdicts & { readonly run: string; readonly condition: Condition })[];
  /** Each rung against the one before it, the first against the blind round; by scoring. */
  readonly increments: readonly AccuracyIncrement[];
  /** Debates that were split in the blind round and end unanimously wrong, by rung and in the order of the cohort. */
  readonly conversions: readonly Conversion[];
}

export interface RungVerdicts {
  /** By scoring. Denominator: debates with gold, under STRICT those of them that are not tied. */
  readonly accuracy: readonly { readonly scoring: TieScoring; readonly accuracy: Rate }[];
  /** Debates in which all seats said the same, and wrong. Denominator: debates with gold. */
  readonly unanimousAndWrong: Rate;
}

export interface AccuracyIncrement {
  readonly from: string | null;
  readonly to: string;
  readonly scoring: TieScoring;
  /** Score in `to` less score in `from`, debate by debate. Denominator: debates that both sides score. */
  readonly difference: Rate;
  /** Debates that score higher in `to`, and in `from`. */
  readonly better: number;
  readonly worse: number;
  /** Exact McNemar test; with scores between 0 and 1, the sign-flip test of the differences. Two-sided, debates taken as independent. */
  readonly p: number | null;
  /** The sign-flip test with one sign for each cluster. */
  readonly pClustered: number | null;
}

export interface Conversion {
  readonly run: string;
  readonly item: string;
  readonly benchmark: string;
  readonly replicate: number;
  /** Of the blind round. */
  readonly margin: number;
  /** Whether the blind round's majority was right; null when it was tied. */
  readonly wasRight: boolean | null;
}

export function ladderVerdicts(matched: MatchedRungs<Panels>, interval: IntervalOptions): LadderVerdicts {
  const { rungs, round } = matched;
  const [{ paired: foot }] = rungs;
  const sides = [
    { run: null, panels: foot.panels, round: 0 },
    ...rungs.map(({ slug, paired }) => ({ run: slug, panels: paired.panels, round })),
  ];
  refuseOtherGold(matched);
  const scored = new Map(
    tieScorings.map((scoring) => [scoring, sides.map(({ panels, round: when }) => scores(panels, when, scoring))]),
  );
  const verdictsOf = ({ panels, round: when }: (typeof sides)[number], index: number): RungVerdicts => {
    const said = unanimous(panels);
    const right = scored.get("TIE_AS_WRONG")![index];
    const wrong = right.map((score, debate) =>
      score === NONE ? NONE : score === 0 && said(debate, when) === true ? UNIT : 0,
    );
    return {
      accuracy: tieScorings.map((scoring) => ({
        scoring,
        accuracy: difference(foot.panels, null, scored.get(scoring)![index], interval),
      })),
      unanimousAndWrong: difference(foot.panels, null, wrong, interval),
    };
  };
  return {
    debates: foot.panels.gold.reduce((sum, gold) => sum + (gold === NO_GOLD ? 0 : 1), 0),
    blind: verdictsOf(sides[0], 0),
    rungs: rungs.map(({ slug, condition }, index) => ({
      run: slug,
      condition,
      ...verdictsOf(sides[index + 1], index + 1),
    })),
    increments: rungs.flatMap(({ slug }, index) =>
      tieScorings.map((scoring) => ({
        from: sides[index].run,
        to: slug,
        scoring,
        ...paired(foot.panels, scored.get(scoring)![index], scored.get(scoring)![index + 1], scoring, interval),
      })),
    ),
    conversions: conversions(matched),
  };
}

/** Scores are kept as whole parts of this: it is divisible by any number of leaders from 1 to 10. */
const UNIT = 2520;
const NONE = 65535;

/** The score of every debate in this round, in parts of UNIT; NONE where it has none. */
function scores(panels: Panels, round: number, scoring: TieScoring): Uint16Array {
  if (scoring === "EXPECTED_TIE") {
    const standing = standingTally(panels, panels.gold);
    return Uint16Array.from({ length: panels.size }, (_, debate) => {
      if (panels.gold[debate] === NO_GOLD) return NONE;
      const { includes, leaders } = standing(debate, round);
      return includes ? UNIT / leaders : 0;
    });
  }
  const rule = coding({ tie: "UNDECIDED", undefined: scoring === "STRICT" ? "EXCLUDE" : "WRONG" });
  const majorityOf = majority(panels, rule);
  const verdictOf = verdict(panels, rule);
  return Uint16Array.from({ length: panels.size }, (_, debate) => {
    if (panels.gold[debate] === NO_GOLD) return NONE;
    const found = verdictOf(debate, majorityOf(debate, round));
    return found === UNDEFINED ? NONE : found === RIGHT ? UNIT : 0;
  });
}

/** The mean of the second scores less the first, of the debates that have both; without first scores the mean itself. */
function difference(panels: Panels, from: Uint16Array | null, to: Uint16Array, interval: IntervalOptions): Rate {
  const pairs = joint([from ?? to, to]);
  const isScored = pairs.states.map((state) => !state.includes(NONE));
  const of = pairs.of.map((kind) => (isScored[kind] ? kind : OUTSIDE));
  const { total } = counted(panels, { of, columns: pairs.states.length, shareDraws: false }, null, interval);
  const gains = pairs.states.map(([before, after], kind) =>
    isScored[kind] ? (after - (from === null ? 0 : before)) / UNIT : 0,
  );
  const ones = isScored.map((yes): number => (yes ? 1 : 0));
  return from === null ? total.rate(gains, ones) : total.signedRate(gains, ones);
}

function paired(
  panels: Panels,
  from: Uint16Array,
  to: Uint16Array,
  scoring: TieScoring,
  interval: IntervalOptions,
): Omit<AccuracyIncrement, "from" | "to" | "scoring"> {
  const gains = Array.from(to, (after, debate) =>
    after === NONE || from[debate] === NONE ? null : (after - from[debate]) / UNIT,
  );
  const better = gains.filter((gain) => gain !== null && gain > 0).length;
  const worse = gains.filter((gain) => gain !== null && gain < 0).length;
  const { of } = clustersOf(panels, interval.cluster);
  return {
    difference: difference(panels, from, to, interval),
    better,
    worse,
    p: scoring === "EXPECTED_TIE" ? signFlipTest(gains, interval).pTwoSided : mcnemar(better, worse).pExact,
    pClustered: signFlipTestClustered(gains, of, interval).pTwoSided,
  };
}

function conversions({ rungs, round }: MatchedRungs<Panels>): readonly Conversion[] {
  return rungs.flatMap(({ slug, paired: { panels } }) => {
    const said = unanimous(panels);
    const marginOf = margin(panels);
    const rule = coding({ tie: "UNDECIDED" });
    const majorityOf = majority(panels, rule);
    const verdictOf = verdict(panels, rule);
    const found: Conversion[] = [];
    for (let debate = 0; debate < panels.size; debate++) {
      if (panels.gold[debate] === NO_GOLD || said(debate, 0) !== false || said(debate, round) !== true) continue;
      if (verdictOf(debate, majorityOf(debate, round)) === RIGHT) continue;
      const before = verdictOf(debate, majorityOf(debate, 0));
      const [benchmark, item] = panels.items[panels.item[debate]].split("\u0000");
      found.push({
        run: slug,
        benchmark,
        item,
        replicate: panels.replicate[debate],
        margin: marginOf(debate, 0)!,
        wasRight: before === UNDEFINED ? null : before === RIGHT,
      });
    }
    return found;
  });
}

/** Equal ballots that are right in one run and wrong in another were judged by two answers. */
function refuseOtherGold({ rungs }: MatchedRungs<Panels>): void {
  const [first, ...others] = rungs;
  const expected = scores(first.paired.panels, 0, "EXPECTED_TIE");
  for (const {
    slug,
    paired: { panels },
  } of others) {
    const got = scores(panels, 0, "EXPECTED_TIE");
    const differing = expected.findIndex((score, debate) => score !== got[debate]);
    if (differing >= 0)
      throw new UserError(
        "BAD_INPUT",
        `runs: the gold of ${slug} differs from that of ${first.slug} for item ${panels.items[panels.item[differing]].split("\u0000")[1]}`,
      );
  }
}
