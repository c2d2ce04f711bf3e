/**
 * The values as whole numbers in a common unit, so that exact tests can count sums instead of comparing rounded ones: the
 * unit is the largest that divides all values, among multiples of 1, 0.1, 0.01 ... 0.000001. Null when the values have
 * more decimals than that or the numbers would leave the safe range.
 */
export function wholeNumbers(values: ArrayLike<number>): Float64Array | null {
  for (let scale = 1; scale <= 1e6; scale *= 10) {
    const whole = Float64Array.from(values, (value) => Math.round(value * scale));
    if (whole.every((number, i) => number / scale === values[i] && Number.isSafeInteger(number))) {
      const unit = whole.reduce(greatestCommonDivisor, 0);
      return unit > 1 ? whole.map((number) => number / unit) : whole;
    }
  }
  return null;
}

function greatestCommonDivisor(a: number, b: number): number {
  a = Math.abs(a);
  b = Math.abs(b);
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
