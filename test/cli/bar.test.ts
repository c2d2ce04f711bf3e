import { expect, it } from "@jest/globals";
import { bar } from "../../src/cli/bar.js";

it("a bar is as long as its share, and a small share is still seen", () => {
  expect([1, 0.5, 0.001, 0, null].map((share) => bar(share, 10).length)).toEqual([10, 5, 1, 0, 0]);
});
