import { UserError } from "../errors.js";
import { codePointOrder } from "./codePointOrder.js";
import { type Condition } from "./debate.js";
import { pairedRounds, type PairedRounds, through } from "./pairedRounds.js";
import { type Columns } from "./panels.js";
import { subset } from "./subset.js";

/** One run of a comparison of conditions. */
export interface RungSource<P extends Columns = Columns> {
  readonly slug: string;
  readonly condition: Condition;
  readonly scaffold: string | null;
  /** All debates of the run, and of no other. */
  readonly panels: P;
  /** Per debate, the ballots of its blind round as a text that is equal for equal ballots. Codes cannot tell: each debate numbers its own labels. */
  readonly blind: readonly string[];
}

/**
 * When the debates of two runs belong together, by what their seats said before anything was shown. EQUAL: all ballots alike; one debate that differs
 * refuses the comparison. LEAVE_OUT: such debates are left out, by count. SAME_MAJORITY: the leading label is the same one, the first in code point order
 * breaking ties; for runs that answered independently, which are only nearly pairs.
 */
export type BlindMatch = "EQUAL" | "LEAVE_OUT" | "SAME_MAJORITY";

/** The common cohort of several runs: the same items and replicates in each, in the same order. */
export interface MatchedRungs<P extends Columns = Columns> {
  /** In the order given. */
  readonly rungs: readonly (Omit<RungSource, "panels" | "blind"> & { readonly paired: PairedRounds<P> })[];
  /** The round that is compared with the blind one. */
  readonly round: number;
  readonly match: BlindMatch;
  readonly debates: number;
  /** Who was left out, each once: under the first run that spoils it, in the order given. */
  readonly unmatched: readonly Unmatched[];
}

export interface Unmatched {
  readonly run: string;
  /**
   * NOT_IN_RUN: the run has no debate of this item and replicate. OTHER_BLIND_ROUND: it has, and it began otherwise than in the first run. The
   * others: a ballot is missing in one of its rounds.
   */
  readonly reason: "NOT_IN_RUN" | "OTHER_BLIND_ROUND" | "NOT_ASKED" | "UNPARSED";
  readonly count: number;
  /** Some of the items. */
  readonly items: readonly string[];
}

const NAMED = 10;
export const MAX_RUNGS = 12;

/**
 * Matches the debates of runs by benchmark, item and replicate, and keeps those in which every seat has a ballot in each round up to `round`, in
 * every run. Conditions lose different debates, so their own survivors are never compared; adding a run can shrink the cohort and change every
 * number. Refused: runs that asked other seats or models, and, unless said otherwise, runs whose blind rounds differ, because then they are not controls of each other.
 */
export function matchedRungs<P extends Columns>(
  sources: readonly RungSource<P>[],
  round: number,
  match: BlindMatch = "EQUAL",
): MatchedRungs<P> {
  refuseCounts(sources);
  const own = sources.map(({ panels }) => {
    const places = new Map<string, number>();
    for (let debate = 0; debate < panels.size; debate++) places.set(keyOf(panels, debate), debate);
    return { places, holes: pairedRounds(panels, through(round)).holes };
  });
  const unlike = unlikeDebates(sources, own, match);
  if (match === "EQUAL") refuseUnlike(sources, unlike);
  const members = sources.map((): number[] => []);
  const unmatched = new Map<string, { run: string; reason: Unmatched["reason"]; count: number; items: string[] }>();
  for (const key of new Set(own.flatMap(({ places }) => [...places.keys()]))) {
    const spoilt = own.flatMap(({ places, holes }, rung) => {
      const debate = places.get(key);
      const reason =
        debate === undefined
          ? ("NOT_IN_RUN" as const)
          : unlike[rung].has(key)
            ? ("OTHER_BLIND_ROUND" as const)
            : (holes[debate]?.reason ?? null);
      return reason === null ? [] : [{ run: sources[rung].slug, reason }];
    });
    if (spoilt.length === 0) {
      own.forEach(({ places }, rung) => members[rung].push(places.get(key)!));
      continue;
    }
    const [{ run, reason }] = spoilt;
    const entry = unmatched.get(`${reason} ${run}`) ?? { run, reason, count: 0, items: [] };
    entry.count++;
    if (entry.items.length < NAMED) entry.items.push(itemName(key));
    unmatched.set(`${reason} ${run}`, entry);
  }
  return {
    rungs: sources.map(({ slug, condition, scaffold, panels }, rung) => ({
      slug,
      condition,
      scaffold,
      paired: pairedRounds(subset(panels, Uint32Array.from(members[rung])), through(round)),
    })),
    round,
    match,
    debates: members[0].length,
    unmatched: [...unmatched.values()],
  };
}

const keyOf = ({ items, item, replicate }: Columns, debate: number): string =>
  `${replicate[debate]}\u0000${items[item[debate]]}`;

/** The item's own key, without its benchmark; with the replicate where it is not the first. */
function itemName(key: string): string {
  const [replicate, , item] = key.split("\u0000");
  return replicate === "0" ? item : `${item} #${replicate}`;
}

function refuseCounts(sources: readonly RungSource[]): void {
  const twice = sources.find(({ slug }, at) => sources.findIndex((other) => other.slug === slug) < at);
  if (twice) throw new UserError("BAD_INPUT", `runs: each run was expected once, got ${twice.slug} twice`);
  if (sources.length < 1 || sources.length > MAX_RUNGS)
    throw new UserError("BAD_INPUT", `runs: 1 to ${MAX_RUNGS} runs were expected, got ${sources.length}`);
}

interface Own {
  readonly places: ReadonlyMap<string, number>;
}

/** By run, the debates that do not begin as those of the first run do. Refused, usable or not, where the seats are others. */
function unlikeDebates(
  [first, ...others]: readonly RungSource[],
  own: readonly Own[],
  match: BlindMatch,
): readonly ReadonlySet<string>[] {
  const alike =
    match === "SAME_MAJORITY"
      ? (one: string, other: string) => leader(one) !== null && leader(one) === leader(other)
      : (one: string, other: string) => one === other;
  return [
    new Set<string>(),
    ...others.map((other, index) => {
      const differing = new Set<string>();
      for (const [key, debate] of own[index + 1].places) {
        const twin = own[0].places.get(key);
        if (twin === undefined) continue;
        const [expected, got] = [seatsText(first.panels, twin), seatsText(other.panels, debate)];
        if (expected !== got)
          throw new UserError(
            "BAD_INPUT",
            `runs: the seats of ${other.slug} differ from those of ${first.slug}: item ${itemName(key)}: expected ${expected}, got ${got}`,
          );
        if (!alike(first.blind[twin], other.blind[debate])) differing.add(key);
      }
      return differing;
    }),
  ];
}

/** The leading label of a blind round that stands as a text, the first of several in code point order. Null when nobody could be read. */
function leader(blind: string): string | null {
  const counts = new Map<string, number>();
  // What is no text stands in the place of a ballot that is not there.
  for (const ballot of JSON.parse(blind) as readonly unknown[])
    if (typeof ballot === "string") counts.set(ballot, (counts.get(ballot) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return (
    [...counts]
      .filter(([, count]) => count === most)
      .map(([label]) => label)
      .sort(codePointOrder)[0] ?? null
  );
}

function refuseUnlike([first, ...others]: readonly RungSource[], unlike: readonly ReadonlySet<string>[]): void {
  others.forEach((other, index) => {
    const differing = [...unlike[index + 1]].map(itemName);
    if (differing.length > 0)
      throw new UserError(
        "BAD_INPUT",
        `runs: the blind round of ${other.slug} differs from that of ${first.slug} in ${differing.length} debates: ${differing.slice(0, NAMED).join(", ")}${differing.length > NAMED ? ", ..." : ""}; runs are compared when they begin with the same ballots`,
        { items: differing },
      );
  });
}

const seatsText = ({ compositions, composition }: Columns, debate: number): string =>
  compositions[composition[debate]].seats.map(({ seat, model }) => `${seat} (${model})`).join(", ");
