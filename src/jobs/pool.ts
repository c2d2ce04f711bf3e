import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import * as work from "./work.js";

type Work = typeof work;
export type Job = Extract<keyof Work, string>;
export type Task<Name extends Job> = Parameters<Work[Name]>[0];
export type Result<Name extends Job> = ReturnType<Work[Name]>;

/** Threads that do the functions of `work.ts`. What comes back does not depend on how many there are. */
export interface Pool {
  /** 0: work is done here, between two turns of the event loop. */
  readonly workers: number;
  /** Rejects with the signal's reason when it is aborted, before or while the job runs; keep jobs short, they run to their end. */
  run<Name extends Job>(name: Name, task: Task<Name>, signal?: AbortSignal): Promise<Result<Name>>;
  /** Waits for what runs, then lets the threads go. */
  close(): Promise<void>;
}

/**
 * A pool of up to `workers` threads, started when there is work for them. Threads run compiled JavaScript; where this file
 * itself is TypeScript (under the test runner) there is none to run, and the pool does the work itself, as with 0 workers.
 */
export function createPool(workers: number): Pool {
  if (!Number.isInteger(workers) || workers < 0) throw new Error(`a pool has 0 workers or more, not ${workers}`);
  const compiled = import.meta.url.endsWith(".js");
  return workers === 0 || !compiled ? inline : threads(workers);
}

const inline: Pool = {
  workers: 0,
  async run(name, task, signal) {
    await setImmediate();
    signal?.throwIfAborted();
    return call(name, task);
  },
  close: () => Promise.resolve(),
};

/** The compiler cannot follow that a name picks both the function and its argument; this is the one place that tells it so. */
const call = <Name extends Job>(name: Name, task: Task<Name>): Result<Name> =>
  (work[name] as (task: Task<Name>) => Result<Name>)(task);

function threads(workers: number): Pool {
  const filename = fileURLToPath(new URL("./work.js", import.meta.url));
  const piscina = new Piscina({ filename, minThreads: 0, maxThreads: workers, idleTimeout: 10_000 });
  return {
    workers,
    async run<Name extends Job>(name: Name, task: Task<Name>, signal?: AbortSignal) {
      signal?.throwIfAborted();
      return unlessAborted(piscina.run(task, { name }) as Promise<Result<Name>>, signal);
    },
    close: () => piscina.close(),
  };
}

/**
 * The job's result, or the signal's reason as soon as it is aborted. The thread is not killed: it finishes its short job and the
 * result is dropped. (A result that crosses with the killing of its thread is an uncaught error in Piscina, and ends the process.)
 */
function unlessAborted<Value>(job: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return job;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    void job.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
