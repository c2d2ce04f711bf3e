interface Key {
  readonly run: string | null;
  readonly item: string;
  readonly replicate: number;
}

interface Keys {
  readonly count: number;
  readonly first: readonly Key[];
}

/** How uploaded decisions and the debates of a cohort fit; null for a gate. */
export interface CoverageAnswer {
  readonly debates: number;
  readonly decisions: number;
  readonly missing: Keys;
  readonly surplus: Keys;
}

export const coverageSelection =
  "{ debates decisions missing { count first { run item replicate } } surplus { count first { run item replicate } } }";

export const coverageLines = ({ debates, decisions, missing, surplus }: CoverageAnswer): string[] => [
  `decisions: ${decisions} for ${debates} debates`,
  ...(missing.count === 0 ? [] : [`missing: ${missing.count} debates that nothing was decided for${firstOf(missing)}`]),
  ...(surplus.count === 0 ? [] : [`surplus: ${surplus.count} decisions that no debate uses${firstOf(surplus)}`]),
];

const firstOf = ({ first }: Keys): string =>
  `, the first: ${first.map(({ run, item, replicate }) => [...(run === null ? [] : [run]), item, replicate].join("/")).join(", ")}`;
