import { type Caveat, caveat, type CaveatCode } from "./caveat.js";
import { type Coding } from "./coding.js";
import { type Evaluation, type EvaluationPart } from "./evaluation.js";
import { modelName } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { ledgerReport } from "./ledger.js";
import { NO_GOLD, type Panels, UNPARSED } from "./panels.js";

export interface EvaluatedUnder {
  readonly panels: Panels;
  readonly coding: Coding;
  readonly interval: IntervalOptions;
  /** The decisions were made elsewhere. */
  readonly uploaded: boolean;
  /** The outside ballot that the policy's action puts in; null for none. */
  readonly signal: string | null;
  /** The weights were sealed when outcomes had been seen. */
  readonly postHoc: boolean;
}

/** What an evaluation does not show. */
export function evaluationCaveats(
  { total, byModel }: Evaluation,
  { panels, coding, interval, uploaded, signal, postHoc }: EvaluatedUnder,
): readonly Caveat[] {
  const found: Caveat[] = [caveat("OFFLINE_REPLAY")];
  const when = (holds: boolean, code: CaveatCode, about: readonly string[] = []) => {
    if (holds) found.push(caveat(code, about));
  };
  when(uploaded, "UNVERIFIED_DECISIONS");
  when(postHoc, "POST_HOC");
  when(signal !== null && errs(panels, signal), "SIGNAL_FALLIBLE");
  const labelled = (holds: (part: EvaluationPart) => boolean) =>
    byModel.filter(({ part }) => holds(part)).map(({ label }) => label);
  when(isRare(total) || labelled(isRare).length > 0, "RARE_EVENTS", labelled(isRare));
  when(isFew(total) || labelled(isFew).length > 0, "FEW_CLUSTERS", labelled(isFew));
  when(panels.size > 0 && panels.compositions.every(isHomogeneous), "HOMOGENEOUS_STATIC_ONLY");
  const shared: readonly CaveatCode[] = ["POOLS_DIFFER", "FEW_FAMILIES", "SURVIVORS_EASIER", "TIES_DECIDE"];
  const ofLedger = ledgerReport(panels, coding, "MODEL", interval).caveats();
  return [...found, ...ofLedger.filter(({ code }) => shared.includes(code))];
}

/** Fires, and prevents or loses fewer than ten: utility and break-even rest on single debates. */
const isRare = ({ fired, prevented, lost }: EvaluationPart): boolean => fired > 0 && Math.min(prevented, lost) < 10;

const isFew = ({ sums }: EvaluationPart): boolean => {
  const { clusters } = sums();
  return clusters > 0 && clusters < 30;
};

/** Some debate has gold and another label for the signal. */
function errs({ size, gold, signals }: Panels, name: string): boolean {
  const signal = signals.get(name);
  for (let debate = 0; debate < size && signal !== undefined; debate++)
    if (signal[debate] !== UNPARSED && gold[debate] !== NO_GOLD && signal[debate] !== gold[debate]) return true;
  return false;
}

const isHomogeneous = ({ seats }: Panels["compositions"][number]): boolean =>
  seats.length > 0 && modelName({ seats }) === seats[0].model;
