/*
 * How many debates a second an import brings in, from a file of small neutral lines (3 seats x 4 rounds): what reading alone costs, what
 * an embedded store and a Postgres add, and beside them, on the same file, Python's json line by line, which checks and stores nothing.
 *
 *   npm run bench -- import [--debates=100000]
 *
 * For comparison where those packages are not installed: pandas.read_json reads about 18,000 such lines a second, orjson line by
 * line 90,000; neither stores anything. Postgres is COUNTERWEIGHT_TEST_DATABASE_URL, or one on this machine.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { importRun } from "../src/import/importRun.js";
import { openLines } from "../src/import/lines.js";
import { readRun } from "../src/import/readRun.js";
import { integerBelow } from "../src/stats/integerBelow.js";
import { Philox, STREAM } from "../src/stats/philox.js";
import { openStore, type Store } from "../src/store/open.js";
import { noPostgres, scratchDatabase } from "../test/store/scratchDatabase.js";

const wanted = /^--debates=(\d+)$/.exec(process.argv.find((argument) => argument.startsWith("--debates=")) ?? "");
const debates = wanted === null ? 100_000 : Number(wanted[1]);
const folder = mkdtempSync(join(tmpdir(), "counterweight-bench-"));
const path = join(folder, "debates.jsonl");
const labels = [..."ABCDEFGHIJ"];

/** Gold and ballots are drawn, three of a hundred ballots unparsed; the same lines on every machine. */
async function writeFile(): Promise<void> {
  const random = new Philox("20260101", STREAM.simulation);
  const file = createWriteStream(path);
  const seats = ["1", "2", "3"].map((seat) => ({ seat, model: "bench-model", family: "Bench", temperature: 0.7 }));
  file.write(`${JSON.stringify({ run: { slug: "bench", condition: "FULL_DEBATE", benchmark: "bench", seats } })}\n`);
  const ballot = () => (integerBelow(100, random) < 3 ? null : labels[integerBelow(4, random)]);
  for (let item = 0; item < debates; item++) {
    const rounds = Array.from({ length: 4 }, () => seats.map(ballot));
    const line = { item: `item_${item}`, category: "law", gold: labels[integerBelow(4, random)], labels, rounds };
    if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, "drain");
  }
  file.end();
  await finished(file);
}

/** Wall clock and processor time of this process, and the most memory it held. Run the last ones on an idle machine. */
async function timed(name: string, act: () => Promise<unknown>): Promise<void> {
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const start = performance.now();
  const before = process.cpuUsage();
  await act();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  clearInterval(watch);
  say(name, seconds, (user + system) / 1_000_000, `${Math.round(most / 1_048_576)} MB`);
}

function say(name: string, seconds: number, processor: number, memory = ""): void {
  const rate = (time: number) =>
    Math.round(debates / time)
      .toLocaleString("en")
      .padStart(9);
  console.log(`  ${name.padEnd(44)}${rate(seconds)}/s ${rate(processor)} per processor second  ${memory}`);
}

async function withStore(name: string, open: () => Promise<Store>): Promise<void> {
  const store = await open();
  await timed(name, () => importRun(store, { path }));
  await timed(`${name}, the same file again`, () => importRun(store, { path }));
  await store.close();
}

const python = `
import json, sys, time
start, cpu, n = time.perf_counter(), time.process_time(), 0
for line in open(sys.argv[1], encoding="utf-8"):
    n += "rounds" in json.loads(line)
print(json.dumps([time.perf_counter() - start, time.process_time() - cpu]))
`;

try {
  await writeFile();
  console.log(`${debates} debates, ${Math.round(statSync(path).size / 1_048_576)} MB, one process\n`);
  await timed("lines alone", async () => {
    for await (const batch of await openLines({ path }))
      if (batch.lines.length === 0) throw new Error("an empty batch");
  });
  await timed("JSON.parse on each line", async () => {
    for await (const { lines } of await openLines({ path }))
      for (const line of lines) if (typeof line === "string") JSON.parse(line);
  });
  await timed("read: parse, check, code, digest", () => readRun({ path }, {}, () => Promise.resolve()));
  const peer = spawnSync("python3", ["-c", python, path], { encoding: "utf8" });
  if (peer.status === 0)
    say("Python's json, nothing checked or stored", ...(JSON.parse(peer.stdout) as [number, number]));
  await withStore("embedded", () => openStore({ databaseUrl: null, home: join(folder, "home") }));
  if (noPostgres === null) {
    const database = await scratchDatabase();
    await withStore("Postgres", () => openStore({ databaseUrl: database.url, home: "" })).finally(database.drop);
  } else console.log(`  (${noPostgres})`);
} finally {
  rmSync(folder, { recursive: true });
}
