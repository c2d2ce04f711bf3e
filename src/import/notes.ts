import { type Fault } from "./fault.js";

/** What is accepted with a warning, and the sentence that goes with each. */
export const warningSentences = {
  BYTE_ORDER_MARK: "a byte order mark at the start of the file was passed over",
  NOT_A_NUMBER: "NaN or Infinity, which JSON does not have, was read as null",
  INEXACT_NUMBER: "a number has more digits than a double holds and was kept as the nearest one",
  UNKNOWN_KEYS: "keys that the format does not know were kept in meta",
  UNKNOWN_RUN_KEYS: "keys of the run line that the format does not know were not kept",
  OUTSIDE_LABELS: "ballots outside the debate's labels count as votes like any other",
  LOOK_ALIKE_LABELS: "labels of one debate look alike and are counted as different answers",
  REPORTED_CONTRADICTS: "what the source reports contradicts its ballots; the ballots count",
  DEBATE_PASSED_OVER: "a row of a screen also says how a debate ended, without its ballots: that part was passed over",
  FEWER_REPLIES: "probes of fewer than eight replies count with those that they have",
  REPEATED_PROBES: "a row that repeats another's item, condition, seat and replicate was passed over",
  MISSING_PROBES: "cells of the observed grid of items, conditions, seats and replicates have no row",
  MISSING_LANES: "a DebateLedger screen has three conditions, and this file lacks one",
  ENDS_ONLY:
    "debates whose source keeps the initial and the final answers only have these two rounds: their onset is unknown",
  NO_ROUNDS: "debates without stored rounds have their initial answers only",
  LEFT_OUT: "records were left out because the map says so",
  INCOMPLETE: "debates without a ballot of every seat were left out because the map says so",
  STATES_CONTRADICT:
    "answer lists of the source contradict its agent states; see the format's page for which one counts",
} as const;
export type WarningKind = keyof typeof warningSentences;

export interface WarningExample {
  readonly line: number;
  readonly path: string;
  readonly says: string;
}

/** One kind of warning: how often, and where it was met first. */
export interface Warning {
  readonly kind: WarningKind;
  readonly sentence: string;
  readonly count: number;
  /** The first few, in file order. */
  readonly examples: readonly WarningExample[];
}

const EXAMPLES = 5;

/** What is to be said about a file, gathered while it is read. Of faults no more than the limit are kept. */
export class Notes {
  line = 1;
  /** Which file, where a run comes from several. */
  file: string | undefined = undefined;
  readonly faults: Fault[] = [];
  private readonly seen = new Map<WarningKind, { count: number; examples: WarningExample[] }>();

  constructor(readonly maxFaults: number) {}

  fault(path: string, expected: string, got: string): void {
    if (!this.full())
      this.faults.push({ line: this.line, path, expected, got, ...(this.file !== undefined && { file: this.file }) });
  }

  full(): boolean {
    return this.faults.length >= this.maxFaults;
  }

  warn(kind: WarningKind, path: string, says: string, times = 1): void {
    const warning = this.seen.get(kind) ?? { count: 0, examples: [] };
    warning.count += times;
    if (warning.examples.length < EXAMPLES) warning.examples.push({ line: this.line, path: this.placed(path), says });
    this.seen.set(kind, warning);
  }

  private placed(path: string): string {
    if (this.file === undefined) return path;
    return path === "" ? this.file : `${this.file}: ${path}`;
  }

  warnings(): Warning[] {
    return [...this.seen].map(([kind, { count, examples }]) => ({
      kind,
      sentence: warningSentences[kind],
      count,
      examples,
    }));
  }
}
