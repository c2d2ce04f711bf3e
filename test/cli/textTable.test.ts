import { expect, it } from "@jest/globals";
import { textTable } from "../../src/cli/textTable.js";

it("names read from the left, numbers align at the right, whatever letters they are made of", () => {
  expect(
    textTable(
      ["model", "collapse"],
      [
        ["qwen", "86"],
        ["\u{1d400}\u00e9-long", "1016"],
      ],
    ),
  ).toBe(["model    collapse", "-------  --------", "qwen           86", "\u{1d400}\u00e9-long      1016"].join("\n"));
});

it("a table without rows still says what it would have shown", () => {
  expect(textTable(["run", "size"], [])).toBe("run  size\n---  ----");
});
