// Aim: docs/bring-your-own-controller.md can be typed as it stands. Every sh block is run in order, in one folder that has the
// repository's examples and clients; each line of the text block that follows must be in its output, dots standing for anything.
// The commands go through one server, as the page proposes, which spares each of them opening the store.
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { build, serving, temporaryHome } from "./cli/counterweight.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const page = readFileSync(join(root, "docs/bring-your-own-controller.md"), "utf8");
const blocks = [...page.matchAll(/^```(sh|text)\n(.*?)^```$/gms)].map(([, kind, text]) => ({ kind, text }));
const steps = blocks.flatMap(({ kind, text }, at) => {
  if (kind !== "sh") return [];
  const next = blocks[at + 1];
  return [[text, next?.kind === "text" ? next.text.trimEnd().split("\n") : []] as const];
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const home = temporaryHome();
let server: Awaited<ReturnType<typeof serving>>;

beforeAll(async () => {
  await build();
  for (const shared of ["examples", "clients"]) symlinkSync(join(root, shared), join(home, shared));
  server = await serving(home, ["serve"]);
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

/** `npx counterweight` is the command of this repository. */
function shell(text: string): Promise<{ code: number | string | null; output: string }> {
  const script = `set -eu\nnpx() { shift; "${process.execPath}" "${join(root, "dist/main.js")}" "$@"; }\n${text}`;
  const { PATH } = process.env;
  const env = { PATH, COUNTERWEIGHT_HOME: home };
  return new Promise((resolve) => {
    execFile("bash", ["--norc", "-c", script], { cwd: home, env }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? null) : 0, output: stdout + stderr }),
    );
  });
}

const pattern = (line: string) =>
  new RegExp(
    line
      .split("...")
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/ +/g, " +"))
      .join(".*"),
  );

it("every command on the page does what the page says", async () => {
  expect(steps.length).toBeGreaterThan(7);
  for (const [text, lines] of steps) {
    if (text.startsWith("python3") && !hasPython) {
      console.warn("python3 is not here, so the page's second verifier is not run");
      continue;
    }
    const { code, output } = await shell(text);
    expect({ text, code, output }).toEqual({ text, code: 0, output: expect.any(String) as unknown });
    for (const line of lines) expect(output).toMatch(pattern(line));
  }
}, 120_000);
