// Aim: long work gives the same bytes with any number of workers, can be stopped, reports progress and does not pile up. The
// compiled files are run by a Node of their own with 0, 1, 2 and 8 threads, since threads cannot run what Jest compiles in memory;
// stopping and piling up are shown on pools made by hand.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { bootstrapAucs, bootstrapTotals } from "../../src/jobs/bootstrapBlocks.js";
import { createPool, type Pool } from "../../src/jobs/pool.js";
import { aucReplicates } from "../../src/stats/aucReplicates.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { compiled } from "./compiled.js";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const clusters = 400;
const columns = [3, 7].map((step) => Float64Array.from({ length: clusters }, (_, g) => (g * step) % 5));
const distinct = distinctSums({ clusters, columns });
const draws = { seed: "77", from: 100, to: 2350 };
const rows = {
  labels: Uint8Array.from({ length: clusters }, (_, row) => (row % 3 === 0 ? 1 : 0)),
  scores: columns,
  clusterOf: Uint32Array.from({ length: clusters }, (_, row) => row >> 1),
  clusters: clusters / 2,
  draws,
};

it("blocks join to what one call draws", async () => {
  const pool = createPool(0);
  expect(await bootstrapTotals(pool, distinct, draws)).toEqual(resampledTotals(distinct, draws));
  const { labels, scores, clusterOf } = rows;
  expect(await bootstrapAucs(pool, rows)).toEqual(aucReplicates(labels, scores, clusterOf, rows.clusters, draws));
  expect(await bootstrapTotals(pool, distinct, { seed: "77", to: 0 })).toEqual(
    resampledTotals(distinct, { seed: "77", to: 0 }),
  );
});

it("progress rises block by block to the whole", async () => {
  const seen: [number, number][] = [];
  await bootstrapTotals(createPool(0), distinct, draws, { onProgress: (done, of) => seen.push([done, of]) });
  expect(seen).toEqual([500, 1000, 1500, 2000, 2250].map((done) => [done, 2250]));
});

it("an aborted signal stops the work after the block that is under way, with its own reason", async () => {
  const controller = new AbortController();
  const reason = new Error("the caller hung up");
  let blocks = 0;
  const stopped = bootstrapTotals(createPool(0), distinct, draws, {
    signal: controller.signal,
    onProgress: () => {
      if (++blocks === 2) controller.abort(reason);
    },
  });
  await expect(stopped).rejects.toBe(reason);
  expect(blocks).toBe(2);
  await expect(bootstrapTotals(createPool(0), distinct, draws, { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

it("no more than one block over the number of workers is under way, and a failing block stops the others", async () => {
  let underWay = 0;
  let most = 0;
  let started = 0;
  const slow = (failing: number): Pool => ({
    ...createPool(0),
    workers: 3,
    async run(name, task, signal) {
      if (started++ === failing) throw new Error("block broke");
      most = Math.max(most, ++underWay);
      for (let turn = 0; turn < 3; turn++) await setImmediate();
      underWay--;
      return createPool(0).run(name, task, signal);
    },
  });
  const many = { seed: "1", to: 20_000 };
  expect(await bootstrapTotals(slow(-1), distinct, many)).toEqual(resampledTotals(distinct, many));
  expect(most).toBe(4);
  started = 0;
  await expect(bootstrapTotals(slow(6), distinct, many)).rejects.toThrow("block broke");
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect(started).toBeLessThan(15);
});

it("a pool has a whole number of workers", () => {
  expect(() => createPool(-1)).toThrow("a pool has 0 workers or more, not -1");
});

describe("compiled, on a Node of its own", () => {
  let directory = "";
  beforeAll(() => void (directory = compiled(["stats", "jobs"])));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it("0, 1, 2 and 8 workers give the same bytes, can be stopped, and work again afterwards", async () => {
    const script = `
      import { createHash } from "node:crypto";
      import { createPool } from "./jobs/pool.js";
      import { bootstrapAucs, bootstrapTotals } from "./jobs/bootstrapBlocks.js";
      import { distinctSums } from "./stats/distinctSums.js";
      const clusters = ${clusters};
      const columns = [3, 7].map((step) => Float64Array.from({ length: clusters }, (_, g) => (g * step) % 5));
      const distinct = distinctSums({ clusters, columns });
      const draws = ${JSON.stringify(draws)};
      const labels = Uint8Array.from({ length: clusters }, (_, row) => (row % 3 === 0 ? 1 : 0));
      const clusterOf = Uint32Array.from({ length: clusters }, (_, row) => row >> 1);
      const aucs = { labels, scores: columns, clusterOf, clusters: clusters / 2, draws };
      const answers = [];
      for (const workers of [0, 1, 2, 8]) {
        const pool = createPool(workers);
        const hash = createHash("sha256");
        const stop = new AbortController();
        const endless = { ...draws, to: 50_000_000 };
        const stopped = await bootstrapTotals(pool, distinct, endless, {
          signal: stop.signal,
          onProgress: () => stop.abort(new Error("enough")),
        }).catch((error) => error.message);
        for (const column of (await bootstrapTotals(pool, distinct, draws)).columns) hash.update(column);
        for (const column of (await bootstrapAucs(pool, aucs)).columns) hash.update(column);
        answers.push({ workers: pool.workers, stopped, digest: hash.digest("hex") });
        await pool.close();
      }
      console.log(JSON.stringify(answers));
    `;
    const options = { cwd: directory };
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], options);
    const answers = JSON.parse(stdout) as { workers: number; stopped: string; digest: string }[];
    expect(answers.map(({ workers }) => workers)).toEqual([0, 1, 2, 8]);
    expect(answers.map(({ stopped }) => stopped)).toEqual(["enough", "enough", "enough", "enough"]);
    const hash = createHash("sha256");
    for (const column of resampledTotals(distinct, draws).columns) hash.update(column);
    const { labels, scores, clusterOf } = rows;
    for (const column of aucReplicates(labels, scores, clusterOf, rows.clusters, draws).columns) hash.update(column);
    const digest = hash.digest("hex");
    expect(answers.map((answer) => answer.digest)).toEqual([digest, digest, digest, digest]);
  });
});
