import { UserError } from "../errors.js";
import { canonical, type Json } from "./canonical.js";
import { collectionDigest } from "./digest.js";
import { count, flag, integer, nullable, oneOf, text, type Shape, type Shaped } from "./shape.js";
import { atOnce, type Steps } from "../debate/steps.js";
import { type EffectCounts } from "./utility.js";

const verdict = oneOf("right", "wrong");
/** A round, or an action as its rule says it. */
const replacement: Shape<number | { readonly [key: string]: Json }> = (value, where) =>
  isObject(value) ? value : count(value, where);
const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const fields = {
  run: text,
  item: text,
  replicate: integer,
  fired: flag,
  /** What took the verdict's place: the round to which the debate was frozen, or the rule's action; null where it ran on. */
  to: nullable(replacement),
  /** Whether the debate's initial majority was right, and the verdict before and after the action. */
  initial: verdict,
  before: verdict,
  /** none: the verdict was given up. */
  after: oneOf("right", "wrong", "none"),
};

/** What a policy did to one debate: a row of the export, by which a stranger recomputes the result. */
export type ExportedEffect = { readonly [K in keyof typeof fields]: Shaped<(typeof fields)[K]> };

/** Reads a row of an export, with whatever other columns it has. `where` names the line. */
export function readEffect(row: unknown, where: string): ExportedEffect {
  if (typeof row !== "object" || row === null) throw new UserError("BAD_INPUT", `${where}: expected an object`);
  const read = Object.entries(fields).map(([key, shape]: [string, Shape<unknown>]) => {
    if (!Object.hasOwn(row, key)) throw new UserError("BAD_INPUT", `${where}.${key}: missing`);
    return [key, shape((row as Record<string, unknown>)[key], `${where}.${key}`)];
  });
  return Object.fromEntries(read) as ExportedEffect;
}

export interface EffectSummary extends EffectCounts {
  readonly debates: number;
  readonly fired: number;
  /** Over all rows in whatever order: the `effects` of a result. */
  readonly digest: string;
}

/**
 * Counts the effects of an action. Wrong to right is prevented: a collapse where the debate began right, else a rescue.
 * Right to wrong is lost: a correction where it began wrong, else a breakage. To none is a verdict given up. A debate that did not fire and changed, or
 * that comes twice, is refused.
 */
export const effectSummary = (rows: Iterable<ExportedEffect>): EffectSummary => atOnce(effectSummaryInSteps(rows));

const ROWS_A_STEP = 1_000;

export function* effectSummaryInSteps(rows: Iterable<ExportedEffect>): Steps<EffectSummary> {
  const prevented = { collapses: 0, rescues: 0 };
  const lost = { corrections: 0, breakages: 0 };
  const abstained = { right: 0, wrong: 0 };
  const running = collectionDigest();
  const seen = new Set<string>();
  let fired = 0;
  for (const row of rows) {
    const key = JSON.stringify([row.run, row.item, row.replicate]);
    if (seen.has(key)) throw new UserError("BAD_INPUT", `the debate ${key} comes twice`);
    seen.add(key);
    if (seen.size % ROWS_A_STEP === 0) yield;
    running.addText(effectText(row));
    if (row.fired) fired++;
    if (row.before === row.after) continue;
    if (!row.fired) throw new UserError("BAD_INPUT", `the debate ${key} changed although the policy did not fire`);
    if (row.after === "none") abstained[row.before]++;
    else if (row.after === "right") prevented[row.initial === "right" ? "collapses" : "rescues"]++;
    else lost[row.initial === "wrong" ? "corrections" : "breakages"]++;
  }
  return { debates: seen.size, fired, prevented, lost, abstained, digest: yield* running.hexInSteps() };
}

/** The canonical JSON of a row. Written out as in decisions.ts: an evaluation has a million of them, and this is several times as fast. */
export function effectText({ run, item, replicate, fired, to, initial, before, after }: ExportedEffect): string {
  const isPlain = isWhole(replicate) && (typeof to !== "number" || isWhole(to));
  if (!isPlain || halfPair.test(item) || halfPair.test(run))
    return canonical({ run, item, replicate, fired, to, initial, before, after });
  const toText = typeof to === "number" || to === null ? String(to) : actionText(to);
  return `{"after":"${after}","before":"${before}","fired":${fired},"initial":"${initial}","item":${JSON.stringify(item)},"replicate":${replicate},"run":${JSON.stringify(run)},"to":${toText}}`;
}

/** All rows of a rule share its action, which is written once. */
function actionText(action: Exclude<ExportedEffect["to"], number | null>): string {
  const text = actions.get(action) ?? canonical(action);
  actions.set(action, text);
  return text;
}

const actions = new WeakMap<object, string>();

const isWhole = (value: number) => Number.isSafeInteger(value) && !Object.is(value, -0);

const halfPair = /\p{Surrogate}/u;
