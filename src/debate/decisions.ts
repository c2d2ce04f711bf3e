import { RUNS_ON } from "./effect.js";
import { type Panels } from "./panels.js";

/** One decision that was made elsewhere: the round to freeze to, or null to let the debate run. Without a run it holds in any. */
export interface Decision {
  readonly run: string | null;
  readonly item: string;
  readonly replicate: number;
  readonly to: number | null;
}

/** What tells debates apart. Gold is not among it. */
type Keys = Pick<Panels, "size" | "run" | "runs" | "item" | "items" | "replicate" | "ordinal">;

export interface Decided {
  /** Per debate the round to freeze to, or RUNS_ON. */
  readonly rounds: Uint8Array;
  /** Debates that nothing was decided for: how many, and the first few by index. They would run on. */
  readonly missing: { readonly count: number; readonly first: readonly number[] };
  /** Decisions that no debate here uses, the first few as they came: about other debates, or overruled by one that names the run. */
  readonly surplus: { readonly count: number; readonly first: readonly Decision[] };
}

const SHOWN = 5;

/** The decision of each debate: the one that names its run, else the one that names none. */
export function decided(panels: Keys, decisions: readonly Decision[]): Decided {
  const named = panels.runs.map(() => new Map<string, Decision>());
  const runs = new Map(panels.runs.map(({ slug }, run) => [slug, run]));
  const anywhere = new Map<string, Decision>();
  for (const decision of decisions) {
    const run = decision.run === null ? null : runs.get(decision.run);
    if (run !== undefined)
      (run === null ? anywhere : named[run]).set(keyOf(decision.item, decision.replicate), decision);
  }
  const keys = panels.items.map((item) => item.slice(item.indexOf("\u0000") + 1));
  const rounds = new Uint8Array(panels.size).fill(RUNS_ON);
  const used = new Set<Decision>();
  const first: number[] = [];
  let missing = 0;
  for (let debate = 0; debate < panels.size; debate++) {
    const key = keyOf(keys[panels.item[debate]], panels.replicate[debate]);
    const decision = named[panels.run[debate]].get(key) ?? anywhere.get(key);
    if (decision === undefined) {
      if (missing++ < SHOWN) first.push(debate);
      continue;
    }
    used.add(decision);
    if (decision.to !== null) rounds[debate] = decision.to;
  }
  const unused: Decision[] = [];
  if (used.size < decisions.length)
    for (const decision of decisions) {
      if (unused.length === SHOWN) break;
      if (!used.has(decision)) unused.push(decision);
    }
  return {
    rounds,
    missing: { count: missing, first },
    surplus: { count: decisions.length - used.size, first: unused },
  };
}

/** Two debates of one run that have one key: an item of that name in two benchmarks. No decision tells them apart. */
export function sameKey(panels: Keys): readonly [number, number] | null {
  const seen = new Map<string, number>();
  for (let debate = 0; debate < panels.size; debate++) {
    const item = panels.items[panels.item[debate]];
    const key = `${panels.run[debate]} ${keyOf(item.slice(item.indexOf("\u0000") + 1), panels.replicate[debate])}`;
    const other = seen.get(key);
    if (other !== undefined) return [other, debate];
    seen.set(key, debate);
  }
  return null;
}

const keyOf = (item: string, replicate: number): string => `${replicate} ${item}`;
