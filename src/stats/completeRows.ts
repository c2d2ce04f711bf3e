/**
 * The units that have a value in every column, and how many were left out because one was missing.
 * Paired statistics rank and count only after this, so that both sides speak of the same units.
 * A missing value is null; NaN or Infinity is an error in the caller's data, not a missing value.
 */
export interface CompleteRows {
  /** The columns in the order given, each shortened to the complete units. */
  readonly columns: readonly Float64Array[];
  readonly used: number;
  readonly omitted: number;
}

/** `columns[c][unit]`; columns of different lengths are an error. */
export function completeRows(columns: readonly (readonly (number | null)[])[]): CompleteRows {
  const length = columns[0]?.length ?? 0;
  for (const column of columns)
    if (column.length !== length)
      throw new Error(`columns have ${length} and ${column.length} values; they must match`);
  const kept: number[] = [];
  for (let unit = 0; unit < length; unit++) {
    let complete = true;
    for (const column of columns) {
      const value = column[unit] ?? null;
      if (value === null) complete = false;
      else if (!Number.isFinite(value)) throw new Error(`value ${unit} is ${value}; a missing value is null`);
    }
    if (complete) kept.push(unit);
  }
  return {
    columns: columns.map((column) => Float64Array.from(kept, (unit) => column[unit] ?? 0)),
    used: kept.length,
    omitted: length - kept.length,
  };
}
