/** A rate as the schema answers it. */
export interface RateAnswer {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
  readonly reason: string | null;
  readonly interval?: IntervalAnswer | null;
}

export interface IntervalAnswer {
  readonly low: number | null;
  readonly high: number | null;
  readonly level: number;
  readonly method: string;
  readonly resamples: number | null;
  readonly seed: string | null;
  readonly clusters: number;
  readonly status: string;
  readonly reason: string | null;
}

const percent = (value: number) => (100 * value).toFixed(2);

/**
 * `8.46 [6.91, 10.34] %`; without an interval `8.46 %`. A dash stands where there is no value or no bound, never a zero:
 * `-` for a rate with nothing to divide by, `[-]` for an interval that cannot exist.
 */
export function rateText({ value, interval }: RateAnswer): string {
  if (value === null) return "-";
  if (!interval) return `${percent(value)} %`;
  const { low, high } = interval;
  const bounds = low === null || high === null ? "-" : `${percent(low)}, ${percent(high)}`;
  return `${percent(value)} [${bounds}] %`;
}

/** `86/1016 = 8.46 [6.91, 10.34] %`: the rate with what was counted and of how many. */
export const rateWithCounts = (rate: RateAnswer): string => `${rate.count}/${rate.of} = ${rateText(rate)}`;
