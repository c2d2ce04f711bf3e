import { setImmediate } from "node:timers/promises";
import { type Steps } from "../debate/steps.js";

/** Long enough that giving way costs nothing, short enough that nobody notices. */
const TURN_MS = 10;

/** The steps of a long computation, giving way to the other work of this process in between. */
export async function inTurns<Value>(steps: Steps<Value>): Promise<Value> {
  for (let until = performance.now() + TURN_MS; ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + TURN_MS;
  }
}
