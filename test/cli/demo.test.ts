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
});
