// Same seed, same bytes: scripts/sameBytes.js holds the digests that every supported Node version and any number of workers must reproduce.
// Here the Node at hand computes them from freshly compiled sources; .ci/run does the same on Node 20, 22 and 24.
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compiled } from "../jobs/compiled.js";
import { afterAll, beforeAll, expect, it } from "@jest/globals";

let directory = "";
beforeAll(() => void (directory = compiled(["stats", "jobs"])));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it("intervals, tests and replicates have the same bytes on every Node version, with 0, 1, 2 and 8 workers", async () => {
  const script = fileURLToPath(new URL("../../scripts/sameBytes.js", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, directory]);
  const lines = stdout.trim().split("\n");
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(line).toMatch(/^Node .*, as expected$/);
});
