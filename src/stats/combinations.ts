/** Every choice of `size` of the numbers 0...of - 1, each ascending, in lexicographic order. As many as `combinationCount` says. */
export function combinations(of: number, size: number): readonly (readonly number[])[] {
  const found: number[][] = [];
  const chosen: number[] = [];
  const extend = (from: number): void => {
    if (chosen.length === size) {
      found.push([...chosen]);
      return;
    }
    for (let next = from; next <= of - (size - chosen.length); next++) {
      chosen.push(next);
      extend(next + 1);
      chosen.pop();
    }
  };
  if (size <= of) extend(0);
  return found;
}

/** How many choices of `size` out of `of` there are; exact below 2^53. */
export function combinationCount(of: number, size: number): number {
  let count = size > of ? 0 : 1;
  for (let i = 1; i <= Math.min(size, of - size); i++) count = (count * (of - i + 1)) / i;
  return count;
}
