// Aim: what a screen takes. Method: by hand, and the published cost card.
import { expect, it } from "@jest/globals";
import { decimalTotal } from "../../src/debate/decimalTotal.js";
import { ballotsAsked, screenCost } from "../../src/debate/screenCost.js";
import { probe, tableOf } from "./probes.js";

it("counts an initial answer and each reply that was asked for; tokens and dollars of those that say theirs, exactly", () => {
  const table = tableOf([
    probe("A", "AAAAAAA.", { cost: "0.1", tokens: 10 }),
    probe("-", "", { item: "q2", cost: "0.2", tokens: 0 }),
    probe("A", "", { item: "q3", counted: { revised: 0, of: 8 } }),
  ]);
  expect(screenCost(table)).toEqual({
    generations: 3 + 7 + 8,
    tokens: 10,
    cost: "0.3",
    records: 3,
    withTokens: 2,
    withCost: 2,
  });
  expect(screenCost(tableOf([probe("A", "AAAAAAAA")]))).toMatchObject({ tokens: null, cost: null });
});

// Published (reuse card): triage 200 + 1,600, full fingerprint 1,800 + 14,400, direct debate audit about 3,000.
it.each([
  [1, 200, 1800],
  [9, 1800, 16200],
])("%i probes an item on 200 items: %i initial answers, %i generations", (lanes, rows, generations) => {
  const probes = Array.from({ length: 200 * lanes }, (_, row) =>
    probe("A", "AAAAAAAA", { item: `q${row % 200}`, seat: String(Math.floor(row / 200)) }),
  );
  expect(screenCost(tableOf(probes))).toMatchObject({ generations, records: rows });
});

it("a debate's generations are its ballots that were asked for", () => {
  expect(ballotsAsked({ ballots: Uint8Array.of(1, 0, 255, 2) })).toBe(3);
  expect(ballotsAsked({ ballots: new Uint8Array(200 * 5 * 3) })).toBe(3000);
});

it.each([
  [[], "0"],
  [["0.1", "0.2"], "0.3"],
  [["1", "-0.5", "-0.5"], "0"],
  [["-0.25"], "-0.25"],
  [["10", "0.00000000000000000001"], "10.00000000000000000001"],
] as [string[], string][])("%j make %s", (texts, total) => {
  expect(decimalTotal(texts)).toBe(total);
});
