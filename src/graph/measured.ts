import { Field, InterfaceType, Int } from "type-graphql";
import { type Coding, coding } from "../debate/coding.js";
import { type Grouping } from "../debate/grouping.js";
import { type IntervalOptions, intervalOptions } from "../debate/intervalOptions.js";
import { type Columns, type Panels } from "../debate/panels.js";
import { UserError } from "../errors.js";
import { type CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { goldOf } from "./gold.js";
import { type Typed } from "./node.js";
import { type IntervalInput } from "./interval.js";

/** A run or a cohort: debates that questions are asked about. */
export interface Subject extends Typed {
  readonly __typename: "Run" | "Cohort";
  readonly slug: string;
}

@InterfaceType("Measured", {
  resolveType: (value: Typed) => value.__typename,
  description: "Debates that questions are asked about: a run and a cohort answer the same ones.",
})
export abstract class MeasuredType {
  @Field(() => Int, { description: "Debates." }) size!: number;
}

/** Part of every cached answer's key: raised when a measure changes what it answers. */
const METHOD_VERSION = 1;

export interface MeasureArgs {
  readonly coding?: CodingInput | null;
  readonly by?: Grouping | null;
  readonly interval?: IntervalInput | null;
}

type Resolved = readonly [coding: Coding, by: Grouping | null, interval: IntervalOptions];

/**
 * A measure says whether it looks at gold. One that says it does not is given columns that have none. It is asked about debates without
 * ballots only when it says that derived columns will do; otherwise the question is refused.
 */
export type Measure<T> = {
  readonly name: string;
  readonly derivedWillDo?: boolean;
  /** Arguments of its own that its answer depends on. */
  readonly own?: unknown;
} & (
  | { readonly gold: "NEEDED"; readonly compute: (panels: Panels, ...resolved: Resolved) => T }
  | { readonly gold: "FREE"; readonly compute: (columns: Columns, ...resolved: Resolved) => T }
);

/**
 * The way from a question to its answer: fill in the defaults, load the columns, pass the gate to gold where it is needed, compute. An
 * answer is a pure function of the columns' digest and the arguments, which is what it is cached by.
 */
export async function answer<T extends object>(
  context: Context,
  subject: Subject,
  measure: Measure<T>,
  args: MeasureArgs,
): Promise<T> {
  const rule = coding(args.coding ?? {});
  const resolved = [rule, args.by ?? null, intervalOptions(args.interval ?? {})] as const;
  const columns = await context.loaders.columns.load({ ...subject, parser: rule.parser });
  if (columns.derived !== null && !measure.derivedWillDo) throw noBallots(measure.name);
  const key = measure.own === undefined ? resolved : [...resolved, measure.own];
  if (measure.gold === "FREE")
    return kept(context, columns, measure.name, key, () => measure.compute(columns, ...resolved));
  const panels = await goldOf(context, columns, measure.name);
  return kept(context, panels, measure.name, key, () => measure.compute(panels, ...resolved));
}

export const noBallots = (question: string): UserError =>
  new UserError("NO_BALLOTS", `${question}: it needs ballots, and some of these debates have derived columns only`);

type Kept = Pick<Columns, "digest" | "size">;

/** An answer that was computed before, or is computed now and kept. */
export function kept<T extends object>(
  context: Context,
  of: Kept,
  name: string,
  resolved: unknown,
  compute: () => T,
): T {
  return known<T>(context, of, name, resolved) ?? keep(context, of, name, resolved, compute());
}

/** The same of what has to be read first. */
export async function keptLater<T extends object>(
  context: Context,
  of: Kept,
  name: string,
  resolved: unknown,
  read: () => Promise<T>,
): Promise<T> {
  return known<T>(context, of, name, resolved) ?? keep(context, of, name, resolved, await read());
}

const keyOf = ({ digest }: Kept, name: string, resolved: unknown) =>
  JSON.stringify([digest, name, METHOD_VERSION, resolved]);

const known = <T extends object>({ answers }: Context, of: Kept, name: string, resolved: unknown) =>
  answers.get(keyOf(of, name, resolved)) as T | undefined;

function keep<T extends object>({ answers }: Context, of: Kept, name: string, resolved: unknown, answer: T): T {
  // What an answer keeps alive to compute its intervals when asked: a few bytes for each debate.
  answers.set(keyOf(of, name, resolved), answer, { size: 10_000 + 16 * of.size });
  return answer;
}
