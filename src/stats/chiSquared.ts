import { chiSquareUpper } from "./gamma.js";

/** A row of a k x 2 table: counts in the two columns (retained and dropped, right and wrong, ...). */
export type TwoCounts = readonly [number, number];

export interface ChiSquared {
  /** Pearson's X^2 without continuity correction; null, like all below it, with reason `degenerate_margin`. */
  readonly statistic: number | null;
  /** Non-empty rows minus 1. */
  readonly df: number | null;
  readonly p: number | null;
  /** Root of X^2 / N, which for two columns is Cramer's V. */
  readonly cramersV: number | null;
  /** Yates' correction, for two non-empty rows only: conservative, shown because papers quote it. */
  readonly yates: { readonly statistic: number; readonly p: number } | null;
  readonly smallestExpected: number | null;
  readonly shareExpectedBelow5: number | null;
  /** An expected count below 1, or over 20 % below 5: show `fisherFreemanHalton` instead. */
  readonly smallExpected: boolean;
  readonly emptyRows: number;
  readonly reason: "degenerate_margin" | null;
}

/**
 * Pearson's test that the share in the first column is the same in every row. Empty rows are dropped and counted; an
 * empty column, or fewer than two rows left, leaves nothing to test.
 */
export function chiSquared(table: readonly TwoCounts[]): ChiSquared {
  const rows = nonEmptyRows(table);
  const emptyRows = table.length - rows.length;
  const columns = [0, 1].map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  if (rows.length < 2 || columns[0] === 0 || columns[1] === 0) {
    return {
      statistic: null,
      df: null,
      p: null,
      cramersV: null,
      yates: null,
      smallestExpected: null,
      shareExpectedBelow5: null,
      smallExpected: false,
      emptyRows,
      reason: "degenerate_margin",
    };
  }
  const all = columns[0] + columns[1];
  let statistic = 0;
  let corrected = 0;
  let below5 = 0;
  let smallestExpected = Infinity;
  for (const row of rows)
    for (const column of [0, 1]) {
      const expected = ((row[0] + row[1]) * columns[column]) / all;
      const distance = Math.abs(row[column] - expected);
      const shortened = Math.max(0, distance - 0.5);
      statistic += (distance * distance) / expected;
      corrected += (shortened * shortened) / expected;
      smallestExpected = Math.min(smallestExpected, expected);
      if (expected < 5) below5++;
    }
  const df = rows.length - 1;
  const shareExpectedBelow5 = below5 / (2 * rows.length);
  return {
    statistic,
    df,
    p: chiSquareUpper(statistic, df),
    cramersV: Math.sqrt(statistic / all),
    yates: df === 1 ? { statistic: corrected, p: chiSquareUpper(corrected, 1) } : null,
    smallestExpected,
    shareExpectedBelow5,
    smallExpected: smallestExpected < 1 || shareExpectedBelow5 > 0.2,
    emptyRows,
    reason: null,
  };
}

/** The rows that count anything; a count that is not a whole number from 0 up is an error. */
export function nonEmptyRows(table: readonly TwoCounts[]): TwoCounts[] {
  for (const count of table.flat())
    if (!Number.isSafeInteger(count) || count < 0) throw new Error(`a table of counts cannot hold ${count}`);
  return table.filter(([first, second]) => first + second > 0);
}
