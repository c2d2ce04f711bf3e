// Aim: docs/bring-your-own-controller.md can be typed as it stands. Every sh block is run in order, in one folder that has the
// repository's examples and clients; each line of the text block that follows must be in its output, dots standing for anything.
// The commands go through one server, as the page proposes, which spares each of them opening the store.
import { spawnSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { build, serving, temporaryHome } from "./cli/counterweight.js";
import { pageSteps, pattern, root, shell } from "./cli/page.js";

const steps = pageSteps("docs/bring-your-own-controller.md");
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

it("every command on the page does what the page says", async () => {
  expect(steps.length).toBeGreaterThan(7);
  for (const [text, lines] of steps) {
    if (text.startsWith("python3") && !hasPython) {
      console.warn("python3 is not here, so the page's second verifier is not run");
      continue;
    }
    const { code, output } = await shell(home, text);
    expect({ text, code, output }).toEqual({ text, code: 0, output: expect.any(String) as unknown });
    for (const line of lines) expect(output).toMatch(pattern(line));
  }
}, 120_000);
