/** The p quantile of ascending numbers, type 7: linear between the order statistics (numpy's and R's default). */
export function quantile(ascending: ArrayLike<number>, p: number): number {
  const position = p * (ascending.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, ascending.length - 1);
  return ascending[below] + (position - below) * (ascending[above] - ascending[below]);
}
