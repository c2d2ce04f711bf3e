import { type Bitset, bitset, hasBit, setBit } from "./bitset.js";
import { RUNS_ON } from "./effect.js";
import { type PanelBlock } from "./panelBlock.js";
import { type Panels } from "./panels.js";

/** One decision that was made elsewhere: the round to freeze to, or null to let the debate run. Without a run it holds in any. */
export interface Decision {
  readonly run: string | null;
  readonly item: string;
  readonly replicate: number;
  readonly to: number | null;
}

/** The decisions about one run, by ordinal. */
export interface RunDecisions {
  /** Debates that something was decided for. */
  readonly decided: Bitset;
  /** Of these, the ones that are frozen. */
  readonly freeze: Bitset;
  /** Rounds that the frozen ones are frozen to, one byte per ordinal; null: round 0 for all. */
  readonly to: Uint8Array | null;
}

/** What of a block tells its debates apart. */
type Keys = Pick<PanelBlock, "first" | "size" | "items" | "replicate">;

export interface MatchedDecisions {
  readonly decisions: RunDecisions;
  /** The decisions that found a debate. */
  readonly used: ReadonlySet<Decision>;
  /** Decisions that fit several debates, since their item stands in several benchmarks of the run. */
  readonly ambiguous: ReadonlySet<Decision>;
}

/** The decisions that are about debates of this run, those that name it before those that name none. */
export function runDecisions(slug: string, blocks: readonly Keys[], all: Iterable<Decision>): MatchedDecisions {
  const ordinals = new Map<string, number[]>();
  let size = 0;
  for (const { first, size: rows, items, replicate } of blocks) {
    size = Math.max(size, first + rows);
    for (let row = 0; row < rows; row++) {
      const key = debateKey(items[row], replicate[row]);
      ordinals.set(key, [...(ordinals.get(key) ?? []), first + row]);
    }
  }
  const decided = bitset(size);
  const freeze = bitset(size);
  const to = new Uint8Array(size);
  const used = new Set<Decision>();
  const ambiguous = new Set<Decision>();
  const named: Decision[] = [];
  const unnamed: Decision[] = [];
  for (const decision of all) {
    if (decision.run === slug) named.push(decision);
    else if (decision.run === null) unnamed.push(decision);
  }
  for (const decision of [...named, ...unnamed]) {
    const found = ordinals.get(debateKey(decision.item, decision.replicate)) ?? [];
    if (found.length > 1) ambiguous.add(decision);
    if (found.length !== 1) continue;
    used.add(decision);
    const [ordinal] = found;
    if (hasBit(decided, ordinal)) continue;
    setBit(decided, ordinal);
    if (decision.to === null) continue;
    setBit(freeze, ordinal);
    to[ordinal] = decision.to;
  }
  return { decisions: { decided, freeze, to: to.some((round) => round > 0) ? to : null }, used, ambiguous };
}

const debateKey = (item: string, replicate: number): string => `${replicate} ${item}`;

/** How many debates of a selection (null: all) have no decision, and the first of them; null when every debate has one. */
export function undecided(
  size: number,
  bits: Bitset | null,
  { decided }: Pick<RunDecisions, "decided">,
): { readonly count: number; readonly first: number } | null {
  let count = 0;
  let first = 0;
  for (let ordinal = 0; ordinal < size; ordinal++) {
    if ((bits !== null && !hasBit(bits, ordinal)) || hasBit(decided, ordinal)) continue;
    if (count++ === 0) first = ordinal;
  }
  return count === 0 ? null : { count, first };
}

/** The last round that any debate of a selection is frozen to; 0 when none is. */
export function lastFreeze(bits: Bitset | null, { freeze, to }: RunDecisions): number {
  if (to === null) return 0;
  return to.reduce(
    (last, round, ordinal) =>
      round > last && hasBit(freeze, ordinal) && (bits === null || hasBit(bits, ordinal)) ? round : last,
    0,
  );
}

/** The decisions as columns: per debate the round to freeze to, or RUNS_ON. `byRun` is in the order of the panels' runs. */
export function decidedRounds({ size, run, ordinal }: Panels, byRun: readonly RunDecisions[]): Uint8Array {
  const rounds = new Uint8Array(size).fill(RUNS_ON);
  for (let debate = 0; debate < size; debate++) {
    const { freeze, to } = byRun[run[debate]];
    if (hasBit(freeze, ordinal[debate])) rounds[debate] = to === null ? 0 : to[ordinal[debate]];
  }
  return rounds;
}
