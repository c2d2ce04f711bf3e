/**
 * The x with A x = b, for a symmetric positive definite A of which only the lower triangle is read. A pivot that rounding
 * has brought to zero or below is an error: such a matrix has no unique solution.
 */
export function cholesky(a: readonly ArrayLike<number>[], b: ArrayLike<number>): Float64Array {
  const size = b.length;
  const lower = Array.from({ length: size }, () => new Float64Array(size));
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let rest = a[i][j];
      for (let k = 0; k < j; k++) rest -= lower[i][k] * lower[j][k];
      if (i === j && !(rest > 0)) throw new Error(`the matrix is not positive definite in row ${i}`);
      lower[i][j] = i === j ? Math.sqrt(rest) : rest / lower[j][j];
    }
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i][k] * x[k];
    x[i] /= lower[i][i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] -= lower[k][i] * x[k];
    x[i] /= lower[i][i];
  }
  return x;
}
