/** A long computation that can be left between two steps, so that a server answers others meanwhile (jobs/inTurns.ts). */
export type Steps<Value> = Generator<undefined, Value, undefined>;

/** All steps in one go. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
