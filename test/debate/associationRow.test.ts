import { expect, it } from "@jest/globals";
import { associationCaveats, associationRow, sharedItems, soleFamily } from "../../src/debate/associationRow.js";
import { coding } from "../../src/debate/coding.js";
import { type FlipRates } from "../../src/debate/flipRates.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { ledgerReport } from "../../src/debate/ledger.js";
import { type AssociationRow } from "../../src/debate/association.js";
import { panelsOfLetters, seat } from "./fixtures.js";

const ledger = (texts: string[]) => ledgerReport(panelsOfLetters(texts), coding(), null, intervalOptions()).total;
const flips = { replies: 8, alpha: { count: 0.25, of: 1, value: 0.25 } } as FlipRates;
// Gold A: one debate kept, one collapsed, one corrected.
const debates = ledger(["AAA AAA", "AAA BBB", "BBB AAA"]);
const figures = { label: "m", family: "F", ledger: debates, flips };

it("a row holds rates: a quarter of eight replies flipped, one of two right starts collapsed", () => {
  expect(associationRow(figures)).toMatchObject({
    label: "m",
    family: "F",
    alpha: { count: 2, of: 8 },
    collapse: { count: 1, of: 2 },
    initialAccuracy: 2 / 3,
    finalAccuracy: 2 / 3,
    correction: 1,
    rawCollapse: 1 / 3,
  });
});

it("the first reason that applies says why there is no row", () => {
  const silent = { ...flips, alpha: { ...flips.alpha, value: null } } as FlipRates;
  const wrong = ledger(["BBB BBB"]);
  expect(associationRow({ ...figures, ledger: null, flips: null })).toBe("NO_DEBATES");
  expect(associationRow({ ...figures, flips: null, family: null })).toBe("NO_PROBES");
  expect(associationRow({ ...figures, family: null, flips: silent })).toBe("NO_FAMILY");
  expect(associationRow({ ...figures, flips: silent, ledger: wrong })).toBe("NO_REPLIES");
  expect(associationRow({ ...figures, ledger: wrong })).toBe("NO_RIGHT_START");
  expect(associationRow({ ...figures, ledger: ledger([]) })).toBe("NO_RIGHT_START");
});

it("the family of a panel is that of all its seats", () => {
  const of = (...families: (string | null)[]) =>
    soleFamily({ compositions: [{ seats: families.map((family, index) => seat(String(index), "m", family)) }] });
  expect(of("F", "F")).toBe("F");
  expect(of("F", "G")).toBeNull();
  expect(of("F", null)).toBeNull();
  expect(of(null)).toBeNull();
});

it("caveats are set by families and pools", () => {
  const row = (family: string, rate: number) => ({ family, alpha: { count: rate, of: 1 } }) as AssociationRow;
  const codes = (rows: AssociationRow[], pools: string[][]) =>
    associationCaveats(
      rows,
      pools.map((pool) => new Set(pool)),
    ).map(({ code, about }) => [code, ...about]);
  expect(codes([row("F", 0.1), row("F", 0.5), row("G", 0.3)], [["a"], ["a"], ["a"]])).toEqual([
    ["FEW_FAMILIES"],
    ["WITHIN_FAMILY_SPREAD", "F"],
  ]);
  expect(codes([row("F", 0.1), row("G", 0.3)], [["a"], ["b"]])).toEqual([["FEW_FAMILIES"], ["POOLS_DIFFER"]]);
  const ten = Array.from({ length: 10 }, (_, index) => row(`F${index}`, index / 10));
  expect(codes(ten, [])).toEqual([]);
  expect(sharedItems([new Set(["a", "b"]), new Set(["b", "c"])])).toEqual(new Set(["b"]));
  expect(sharedItems([])).toEqual(new Set());
});
