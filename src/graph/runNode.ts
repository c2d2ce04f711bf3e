import { type StoredRun } from "../store/runs.js";
import { nodeId } from "./node.js";
import { type RunType } from "./run.js";

/** A stored run as the schema shows it. What was found by gold, and what hides it, stays behind `stored` (runFindings.ts). */
export function runNode(stored: StoredRun): RunType {
  const { disagreements, warnings, salt, ...run } = stored;
  void [disagreements, warnings, salt];
  return {
    ...run,
    __typename: "Run",
    id: nodeId("Run", run.slug),
    stored,
    size: run.debates,
    seats: [...run.seats],
    withdrawals: [...run.withdrawals],
  };
}
