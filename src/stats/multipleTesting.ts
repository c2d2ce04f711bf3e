/**
 * p values adjusted for a family of tests, in the order given. Missing (null) p values stay null and do not count among
 * the m tests; tied p values get equal adjusted ones; adjusted values are monotone in p and at most 1.
 */
type PValues = readonly (number | null)[];

/** Holm 1979: holds the chance of any false rejection, under any dependence. For a few confirmatory tests. */
export const holm = (p: PValues): (number | null)[] => stepDown(p, (m) => (value, place) => value * (m - place));

/** Each p value times the number of tests: as Holm, but never smaller. */
export const bonferroni = (p: PValues): (number | null)[] => stepDown(p, (m) => (value) => value * m);

/** Hochberg 1988: never larger than Holm's, but needs independent or positively dependent tests. */
export const hochberg = (p: PValues): (number | null)[] => stepUp(p, (m) => (value, place) => value * (m - place));

/** Benjamini & Hochberg 1995: holds the expected share of false rejections. For screens of many tests. */
export const benjaminiHochberg = (p: PValues): (number | null)[] =>
  stepUp(p, (m) => (value, place) => value * (m / (place + 1)));

/** Benjamini & Yekutieli 2001: the same share under any dependence, at the price of a factor of about log m. */
export const benjaminiYekutieli = (p: PValues): (number | null)[] =>
  stepUp(p, (m) => {
    let harmonic = 0;
    for (let i = 1; i <= m; i++) harmonic += 1 / i;
    return (value, place) => value * ((m * harmonic) / (place + 1));
  });

/** What a p value becomes when it stands at `place` (from 0) in ascending order among m tests. */
type Factor = (m: number) => (value: number, place: number) => number;

function stepDown(p: PValues, factor: Factor): (number | null)[] {
  const order = ascending(p);
  const adjust = factor(order.length);
  const adjusted = p.map((): number | null => null);
  let running = 0;
  order.forEach(({ value, test }, place) => {
    running = Math.max(running, Math.min(1, adjust(value, place)));
    adjusted[test] = running;
  });
  return adjusted;
}

function stepUp(p: PValues, factor: Factor): (number | null)[] {
  const order = ascending(p);
  const adjust = factor(order.length);
  const adjusted = p.map((): number | null => null);
  let running = 1;
  for (let place = order.length - 1; place >= 0; place--) {
    running = Math.min(running, adjust(order[place].value, place));
    adjusted[order[place].test] = running;
  }
  return adjusted;
}

function ascending(p: PValues): { value: number; test: number }[] {
  return p
    .flatMap((value, test) => {
      if (value === null) return [];
      if (!(value >= 0 && value <= 1)) throw new Error(`p value ${test} is ${value}, outside 0 to 1`);
      return [{ value, test }];
    })
    .sort((a, b) => a.value - b.value);
}
