// Aim: every rule on docs/policies.md is one. Method: each json block is read as an upload would be, and the features in its table are
// those that the language knows.
import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { features } from "../../src/debate/features.js";
import { readRuleText } from "../../src/seal/rule.js";

const page = readFileSync("docs/policies.md", "utf8");
const rules = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => text);

it.each(rules)("%s is read", (text) => {
  expect(readRuleText(text).rule).toMatchObject({ at: (JSON.parse(text) as { at: number }).at });
});

it("the page has a rule for each action, and names every feature", () => {
  const actions = rules.map((text) => (JSON.parse(text) as { then: { do: string } }).then.do);
  expect([...actions].sort()).toEqual(["abstain", "add", "freeze", "override", "substitute"]);
  const [, table] = /^## Features\n(.*?)^## /ms.exec(page)!;
  const named = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) =>
    cell.split(", ").map((name) => name.replaceAll("`", "")),
  );
  expect([...named].sort()).toEqual(Object.keys(features).sort());
});
