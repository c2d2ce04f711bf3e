// Aim: docs/did-debate-destroy-disagreement.md can be typed as it stands. Every sh block is run in order, in one folder that has the repository's
// examples; each line of the text block that follows must be in its output. The commands go through one server, as the page proposes.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { build, serving, temporaryHome } from "./cli/counterweight.js";
import { pageSteps, pattern, root, shell } from "./cli/page.js";

const steps = pageSteps("docs/did-debate-destroy-disagreement.md");
const home = temporaryHome();
let server: Awaited<ReturnType<typeof serving>>;

beforeAll(async () => {
  await build();
  symlinkSync(join(root, "examples"), join(home, "examples"));
  server = await serving(home, ["serve"]);
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

it("every command on the page does what the page says", async () => {
  expect(steps).toHaveLength(7);
  for (const [text, lines] of steps) {
    const { code, output } = await shell(home, text);
    expect({ text, code, output }).toEqual({ text, code: 0, output: expect.any(String) as unknown });
    for (const line of lines) expect(output).toMatch(pattern(line));
  }
}, 180_000);
