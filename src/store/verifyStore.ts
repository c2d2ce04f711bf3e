import { type Debate, type RunHeader } from "../debate/debate.js";
import { type Panels } from "../debate/panels.js";
import { type Check } from "../seal/check.js";
import { type ExportedEffect } from "../seal/effects.js";
import { type Hash } from "../seal/merkle.js";
import { type Database } from "./open.js";
import { verifyEvaluations } from "./verifyEvaluations.js";
import { verifyLog } from "./verifyLog.js";
import { verifyRows } from "./verifyRows.js";
import { verifyRuns } from "./verifyRuns.js";

/** What other rooms compute, and is computed anew here. */
export interface Recomputations {
  /** Of a run's records, as its import took it. */
  readonly contentDigest: () => { add(debates: readonly Debate[]): void; hex(run: RunHeader): string };
  /** The rows of an evaluation's export, from its cohort and the effects that were stored; null when they do not fit. */
  readonly exportedEffects: (cohort: Panels, effects: Uint8Array) => Iterable<ExportedEffect> | null;
}

export interface StoreVerification {
  /** What is wrong, and with which object. */
  readonly faults: readonly Check[];
  /** How many objects and relations were looked at. */
  readonly checked: number;
  /** Of the log, up to which everything was read. */
  readonly size: number;
  /** From the statements as they stand, to be held against every checkpoint that was ever signed. */
  readonly rootAt: (size: number) => Hash;
}

/**
 * Reads everything that is stored and holds it against the log: the log against its tree and against itself, every row
 * against its statement, debates and blocks against their digests, results against the effects that they were counted
 * from. What is appended meanwhile is left for the next time. `progress` is told what comes next.
 */
export async function verifyStore(
  database: Database,
  recomputations: Recomputations,
  progress: (object: string) => void = () => {},
): Promise<StoreVerification> {
  progress("the log");
  const log = await verifyLog(database);
  const rows = await verifyRows(database, log);
  const runs = await verifyRuns(database, log.size, recomputations.contentDigest, progress);
  const evaluations = await verifyEvaluations(database, log.size, recomputations.exportedEffects, progress);
  const checks = [...log.checks, ...rows, ...runs, ...evaluations];
  const faults = checks.filter(({ fault }) => fault !== null);
  return { faults, checked: log.size + checks.length, size: log.size, rootAt: log.rootAt };
}
