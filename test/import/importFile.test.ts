// Aim: the first line says whether a file holds debates or probes, whether it comes from a disk or as a stream, in whatever pieces.
import { gzipSync } from "node:zlib";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { importFile } from "../../src/import/importFile.js";
import { type Store } from "../../src/store/open.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { smallScreen } from "./probeLines.js";
import { chunks, debateOf, runOf } from "./read.js";

let store: Store;
const folder = mkdtempSync(join(tmpdir(), "counterweight-import-"));
beforeAll(async () => {
  store = await openMemoryStore();
}, 30_000);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const lines = (rows: readonly object[]) => `\n${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
const screen = lines(smallScreen(2));
const run = lines([runOf(), debateOf()]);

it.each<[string, string | Uint8Array, object]>([
  ["probes", screen, { probeSet: "here", probes: 18 }],
  ["gzipped probes", gzipSync(screen), { probeSet: "here", probes: 18 }],
  ["debates", run, { run: "here", debates: 1 }],
  ["gzipped debates", gzipSync(run), { run: "here", debates: 1 }],
])("%s", async (_, content, report) => {
  const options = { dryRun: true, run: { slug: "here" } };
  const path = join(folder, "file.jsonl");
  writeFileSync(path, content);
  expect(await importFile(store, { path }, options)).toMatchObject(report);
  for (const size of [1, 7, 1 << 20])
    expect(await importFile(store, { name: "x.jsonl", bytes: chunks(content, size) }, options)).toMatchObject(report);
});

it("a stream is closed when its reader refuses it", async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield await Promise.resolve(Buffer.from('{"item":"q","replies":[1]}\n'));
    } finally {
      closed = true;
    }
  }
  await expect(importFile(store, { name: "x", bytes: endless() }, { maxErrors: 3 })).rejects.toMatchObject({
    code: "BAD_LINE",
  });
  expect(closed).toBe(true);
});

it("what is neither is refused as it was", async () => {
  await expect(importFile(store, { path: join(folder, "none") })).rejects.toMatchObject({ code: "BAD_FILE" });
  await expect(importFile(store, { name: "x", bytes: chunks("[]", 10) })).rejects.toMatchObject({ code: "BAD_FILE" });
  await expect(importFile(store, { name: "x", bytes: chunks(screen, 99) }, { format: "neutral" })).rejects.toThrow(
    "got a row of a DebateLedger probe screen",
  );
});

it("a row of a screen among debates is called that, in place of all that it lacks", async () => {
  const mixed = lines([{ question_id: "q_1", correct_label: "A", initial_answers: ["A"] }, smallScreen(1)[0]]);
  await expect(importFile(store, { name: "x.jsonl", bytes: chunks(mixed, 99) })).rejects.toThrow(
    "x.jsonl:3: expected a debate, as the file began, got a row of a DebateLedger probe screen (sa_causal_*)",
  );
});
