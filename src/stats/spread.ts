import { quantile } from "./quantile.js";

/** Where several values of the same thing lie. Values that do not exist (null) are counted apart; all is null when none exists. */
export interface Spread {
  readonly least: number | null;
  /** The mean of the two in the middle where there is an even number. */
  readonly median: number | null;
  readonly greatest: number | null;
  readonly of: number;
  /** How many of them are null. */
  readonly undefined: number;
}

export function spread(values: readonly (number | null)[]): Spread {
  const ascending = Float64Array.from(values.filter((value) => value !== null)).sort();
  const some = ascending.length > 0;
  return {
    least: some ? ascending[0] : null,
    median: some ? quantile(ascending, 0.5) : null,
    greatest: some ? ascending[ascending.length - 1] : null,
    of: values.length,
    undefined: values.length - ascending.length,
  };
}
