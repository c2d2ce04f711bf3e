import { UserError } from "../errors.js";
import { type Coding } from "./coding.js";
import { type PanelRun } from "./panels.js";

/** The round that counts as final, per run: the coding's endpoint, or the run's last round. A round that a run does not have is refused. */
export function endpoints(runs: readonly PanelRun[], { endpoint }: Pick<Coding, "endpoint">): readonly number[] {
  if (endpoint !== null && !(Number.isInteger(endpoint) && endpoint >= 0))
    throw new UserError("BAD_INPUT", `endpoint: a round number from 0 was expected, got ${endpoint}`);
  return runs.map(({ slug, rounds }) => {
    if (endpoint !== null && endpoint > rounds - 1)
      throw new UserError(
        "ENDPOINT_BEYOND_LAST_ROUND",
        `endpoint: run ${slug} has rounds 0 to ${rounds - 1}, round ${endpoint} was asked for`,
      );
    return endpoint ?? rounds - 1;
  });
}
