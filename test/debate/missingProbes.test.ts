// Aim: what a screen lacks is counted over the grid that it shows itself.
import { expect, it } from "@jest/globals";
import { missingProbes } from "../../src/debate/missingProbes.js";
import { probe, tableOf } from "./probes.js";

it("the grid is every item under every condition by every seat that occurs, model by model", () => {
  const whole = ["q1", "q2"].flatMap((item) =>
    ["x", "y"].flatMap((condition) => ["1", "2"].map((seat) => probe("A", "AAAAAAAA", { item, condition, seat }))),
  );
  expect(missingProbes(tableOf(whole))).toEqual({ expected: 8, missing: 0, by: [], lanes: ["x", "y"] });
  const other = probe("A", "AAAAAAAA", { model: "n", item: "q3", condition: "x", seat: "2" });
  expect(missingProbes(tableOf([...whole.slice(1), other]))).toEqual({
    expected: 9,
    missing: 1,
    by: [{ condition: "x", seat: "1", missing: 1 }],
    lanes: ["x", "y"],
  });
  expect(missingProbes(tableOf([]))).toEqual({ expected: 0, missing: 0, by: [], lanes: [] });
});

// Published (cohort_n14_headline): five lanes of 200 questions, three conditions and three agents that lack 14, 10, 27, 5 and 5 rows.
it.each([[14], [10], [27], [5]])("a lane of 1,800 cells that lacks %i rows says so", (lacking) => {
  const lane = Array.from({ length: 1800 }, (_, cell) =>
    probe("A", "AAAAAAAA", {
      item: `q${cell % 200}`,
      condition: `c${Math.floor(cell / 600)}`,
      seat: String(Math.floor(cell / 200) % 3),
    }),
  );
  const { expected, missing, by } = missingProbes(tableOf(lane.slice(lacking)));
  expect([expected, missing]).toEqual([1800, lacking]);
  expect(by).toEqual([{ condition: "c0", seat: "0", missing: lacking }]);
});
