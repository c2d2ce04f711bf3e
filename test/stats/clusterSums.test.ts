import { clusterSums, columnTotals, combinedColumn } from "../../src/stats/clusterSums.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

it("rows are summed into their cluster, and a cluster without rows keeps its place", () => {
  const sums = clusterSums(
    4,
    [0, 2, 0, 3],
    [
      [1, 0, 1, 1],
      [1, 1, 1, 1],
    ],
  );
  expect(sums.columns.map((column) => [...column])).toEqual([
    [2, 0, 0, 1],
    [2, 0, 1, 1],
  ]);
  expect(columnTotals(sums)).toEqual([3, 4]);
  expect(columnTotals(sums, [0, 5, 2, 1])).toEqual([1, 3]);
  expect([...combinedColumn(sums, [1, -1])]).toEqual([0, 0, -1, 0]);
});

it("a row outside the clusters, a value that is no number and columns of different length are errors", () => {
  expect(() => clusterSums(2, [0, 2], [[1, 1]])).toThrow("row 1 is in cluster 2, there are 2");
  expect(() => clusterSums(2, [0, 1], [[1, NaN]])).toThrow("column 0, row 1 is NaN");
  expect(() => clusterSums(2, [0, 1], [[1]])).toThrow("column 0 has 1 rows, there are 2");
  expect(() => combinedColumn(clusterSums(1, [0], [[1]]), [1, 2])).toThrow("1 columns, but 2 weights");
  expect(() => distinctSums({ clusters: 1, columns: [Float64Array.of(Infinity)] })).toThrow(
    "a cluster sum is Infinity",
  );
});

it("equal clusters collapse, the frequent first, then in ascending order", () => {
  const distinct = distinctSums({
    clusters: 6,
    columns: [Float64Array.of(1, 0, 1, 0, 0, 2), Float64Array.of(3, 2, 3, 1, 2, 0)],
  });
  expect(distinct.columns.map((column) => [...column])).toEqual([
    [0, 1, 0, 2],
    [2, 3, 1, 0],
  ]);
  expect([...distinct.multiplicity]).toEqual([2, 2, 1, 1]);
});

it("no clusters have no distinct sums; without columns all clusters are equal", () => {
  expect([...distinctSums({ clusters: 0, columns: [new Float64Array(0)] }).multiplicity]).toEqual([]);
  expect([...distinctSums({ clusters: 3, columns: [] }).multiplicity]).toEqual([3]);
});

const value = fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constantFrom(0.5, -0.25, 1e15, -1e15, 1e-300, -0));
const rows = fc.array(fc.tuple(value, value, fc.integer({ min: 0, max: 2 })), { maxLength: 40 });

/** The slow obvious twin: group rows by their text. */
function groups(table: readonly (readonly number[])[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const row of table) {
    const key = row.map((each) => each + 0).join(" ");
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return seen;
}

const columnsOf = (table: readonly (readonly number[])[]): Float64Array[] =>
  [0, 1, 2].map((c) => Float64Array.from(table, (row) => row[c]));

it("distinct sums are the groups of equal rows, whatever the numbers", () => {
  fc.assert(
    fc.property(rows, (table) => {
      const { columns, multiplicity } = distinctSums({ clusters: table.length, columns: columnsOf(table) });
      const got = [...multiplicity].map(
        (times, k) => [columns.map((column) => column[k] + 0).join(" "), times] as const,
      );
      expect(new Map(got)).toEqual(groups(table));
      expect(got.length).toBe(groups(table).size);
    }),
    { seed: 1 },
  );
});

it("distinct sums do not depend on the order of the clusters", () => {
  fc.assert(
    fc.property(rows, (table) => {
      const backwards = [...table].reverse();
      expect(distinctSums({ clusters: table.length, columns: columnsOf(backwards) })).toEqual(
        distinctSums({ clusters: table.length, columns: columnsOf(table) }),
      );
    }),
    { seed: 2 },
  );
});
