import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { rmSync } from "node:fs";
import { build, counterweight, serving, temporaryHome } from "./counterweight.js";

const home = temporaryHome();
beforeAll(build);
afterAll(() => rmSync(home, { recursive: true, force: true }));

it("the demonstration loads the examples and prints the published onset: 149, 47 and 57 of 253", async () => {
  const { code, stdout, stderr } = await counterweight(home, ["demo", "--no-serve"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const share of ["149/253 = 58.89", "47/253 = 18.58", "57/253 = 22.53"]) expect(stdout).toContain(share);
  expect(stdout).toContain("stored as run primary-qwen3-8b");
  // Round 1 changes the majority in 149 debates that collapse then and in 635 that end corrected; freezing all undoes the debate.
  expect(stdout).toMatch(
    /round1-majority-changed +6925 +1517 +149 +635 +-486 +-486 .* 635\/149 = 4\.2617 +BEFORE_EVALUATION/,
  );
  expect(stdout).toMatch(/always +6925 +6925 +253 +816 +-563 +-563 .* 816\/253/);
  expect(stdout).toMatch(/never +6925 +0 +0 +0 +0 +0 .* NEVER_FIRES/);
  expect(stdout).toMatch(/demo-receipt\.json: holds, \d+ checks/);
});

it("a second time changes nothing and says so; then it serves, also what it printed", async () => {
  const server = await serving(home, ["demo"]);
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: '{ cohort(slug: "demo") { onset { collapses } } }' }),
  });
  expect(await response.json()).toEqual({ data: { cohort: { onset: { collapses: 253 } } } });
  const beside = await counterweight(home, ["demo"]);
  expect(beside).toMatchObject({ code: 0, stdout: expect.stringContaining(`answered by the server at ${server.url}`) });
  const { code, stdout } = await server.stop();
  expect(code).toBe(0);
  expect(stdout).toContain("nothing to do: run primary-qwen3-8b holds this very content");
  expect(stdout).toContain("fixed before: cohort demo");
  expect(stdout).toContain("sealed before: weights one-to-one");
  expect(stdout).toContain("nothing to do: these evaluations were in the log before");
});
