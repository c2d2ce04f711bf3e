import { expect, it } from "@jest/globals";
import { importOptions } from "../../src/web/importOptions.js";

it("keys of the run are handed on as the file would have them; what is absent stays absent", () => {
  expect(
    importOptions({
      slug: "a",
      seats: '[{"seat":"1","model":"m"}]',
      synthetic: "true",
      dryRun: "true",
      maxErrors: "3",
      title: undefined,
    }),
  ).toEqual({
    format: undefined,
    dryRun: true,
    maxErrors: 3,
    run: { slug: "a", seats: [{ seat: "1", model: "m" }], synthetic: true },
  });
});

it.each([
  [{ colour: "red" }, /^colour: expected one of format, /],
  [{ seats: "[" }, /^seats: expected JSON, got \[/],
  [{ dryRun: "yes" }, /^dryRun: expected true or false, got yes/],
  [{ maxErrors: "0" }, /^maxErrors: expected a whole number from 1, got 0/],
  [Object.fromEntries([["constructor", "x"]]), /^constructor: expected one of/],
])("%j is refused by name", (given, complaint) => {
  expect(() => importOptions(given)).toThrow(complaint);
});

it("a map comes as JSON or as the name of a shipped one, and is checked before anything is read", () => {
  expect(importOptions({ map: "inspect" }).map?.name).toBe("inspect.json");
  expect(() => importOptions({ map: '{"map":1}' })).toThrow("map: item: expected a value");
  expect(() => importOptions({ map: "/etc/passwd" })).toThrow("map: expected a map as JSON, or one of");
});
