import { Field, InterfaceType, Int } from "type-graphql";
import { type Coding, coding } from "../debate/coding.js";
import { type Grouping } from "../debate/grouping.js";
import { type IntervalOptions, intervalOptions } from "../debate/intervalOptions.js";
import { type Panels } from "../debate/panels.js";
import { type CodingInput } from "./coding.js";
import { type Context } from "./context.js";
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

/**
 * The way from a question to its answer: fill in the defaults, load the columns, compute. An answer is a pure function of the
 * columns' digest and the arguments, which is what it is cached by.
 */
export async function answer<T extends object>(
  { loaders, answers }: Context,
  subject: Subject,
  measure: string,
  args: MeasureArgs,
  compute: (panels: Panels, coding: Coding, by: Grouping | null, interval: IntervalOptions) => T,
): Promise<T> {
  const resolved = [coding(args.coding ?? {}), args.by ?? null, intervalOptions(args.interval ?? {})] as const;
  const panels = await loaders.panels.load(subject);
  const key = JSON.stringify([panels.digest, measure, METHOD_VERSION, ...resolved]);
  const known = answers.get(key) as T | undefined;
  if (known) return known;
  const computed = compute(panels, ...resolved);
  // What an answer keeps alive to compute its intervals when asked: a few bytes for each debate.
  answers.set(key, computed, { size: 10_000 + 16 * panels.size });
  return computed;
}
