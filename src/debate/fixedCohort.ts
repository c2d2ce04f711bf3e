import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { pairedRounds, type PairedRounds, through } from "./pairedRounds.js";
import { type Columns } from "./panels.js";

/** The debates that are usable in every round up to the endpoint, or up to the last round that all runs have. */
export const fixedCohort = <P extends Columns>(batch: P, coding: Pick<Coding, "endpoint">): PairedRounds<P> => {
  const present = new Set(batch.run);
  const runs = batch.runs.filter((_, run) => present.has(run));
  return pairedRounds(batch, through(runs.length === 0 ? 0 : Math.min(...endpoints(runs, coding))));
};
