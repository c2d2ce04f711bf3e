import { type StoredRun } from "../store/runs.js";
import { nodeId } from "./node.js";
import { type RunType } from "./run.js";

/** A stored run as the schema shows it. */
export const runNode = (run: StoredRun): RunType => ({
  ...run,
  __typename: "Run",
  id: nodeId("Run", run.slug),
  size: run.debates,
  seats: [...run.seats],
  warnings: [...run.warnings] as RunType["warnings"],
  withdrawals: [...run.withdrawals],
});
