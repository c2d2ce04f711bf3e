import { UserError } from "../errors.js";
import { canonical } from "./canonical.js";
import { collectionDigest } from "./digest.js";
import { type ExportedEffect } from "./effects.js";

/** One uploaded decision: the round to freeze to, or null to let the debate run. Without a run it holds in any. */
export interface Decision {
  readonly run: string | null;
  readonly item: string;
  readonly replicate: number;
  readonly to: number | null;
}

/** The `decisions.digest` of a policy: over all decisions in whatever order. */
export function decisionsDigest(decisions: Iterable<Decision>): string {
  const running = collectionDigest();
  for (const decision of decisions) running.addText(decisionText(decision));
  return running.hex();
}

/** The canonical JSON of a decision. Written out, because uploads have a million of them and this is four times as fast. */
export function decisionText({ run, item, replicate, to }: Decision): string {
  const isPlain = Number.isSafeInteger(replicate) && (to === null || Number.isSafeInteger(to));
  if (!isPlain || Object.is(replicate, -0) || Object.is(to, -0) || halfPair.test(item) || halfPair.test(run ?? ""))
    return canonical({ run, item, replicate, to });
  return `{"item":${JSON.stringify(item)},"replicate":${replicate},"run":${JSON.stringify(run)},"to":${to}}`;
}

const halfPair = /\p{Surrogate}/u;

/** The first debate whose effect is not what was decided for it, as a sentence; null when all agree. */
export function strayEffect(decisions: Iterable<Decision>, rows: Iterable<ExportedEffect>): string | null {
  const decided = new Map<string, number | null>();
  for (const { run, item, replicate, to } of decisions) {
    const key = JSON.stringify([run, item, replicate]);
    if (decided.has(key)) throw new UserError("BAD_INPUT", `the decision ${key} comes twice`);
    decided.set(key, to);
  }
  for (const { run, item, replicate, fired, to } of rows) {
    const own = decided.get(JSON.stringify([run, item, replicate]));
    const wanted = own === undefined ? decided.get(JSON.stringify([null, item, replicate])) : own;
    const key = JSON.stringify([run, item, replicate]);
    if (wanted === undefined) return `nothing was decided for ${key}`;
    if (fired !== (wanted !== null) || to !== wanted)
      return `${key} was decided ${wanted === null ? "to run" : `to freeze to round ${wanted}`}, and was not`;
  }
  return null;
}
