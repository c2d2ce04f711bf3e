import { type Command, InvalidArgumentError, Option } from "commander";
import { parserNames } from "../debate/answerParser.js";
import { clusterUnits } from "../debate/clustering.js";
import { groupings } from "../debate/grouping.js";
import { intervalMethods } from "../debate/intervalOptions.js";
import { UserError } from "../errors.js";
import { choice, whole } from "./choice.js";
import { type Connection } from "./connection.js";

/** The flags of every command that asks a run or a cohort a question. */
export interface MeasureFlags {
  readonly cohort?: string;
  readonly by?: string;
  readonly parser?: string;
  readonly unparsed?: string;
  readonly tie?: string;
  readonly undefined?: string;
  readonly novote?: string;
  readonly endpoint?: number;
  readonly interval: string;
  readonly level?: number;
  readonly cluster?: string;
  readonly resamples?: number;
  readonly seed?: string;
}

export function level(given: string): number {
  const value = Number(given);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError("Expected a number between 0 and 1, such as 0.95.");
}

/** The run as the first argument, or --cohort: exactly one of them. */
export const whose = (command: Command): Command =>
  command
    .argument("[run]", "the slug of a run")
    .option("--cohort <slug>", "a cohort instead of a run")
    .hook("preAction", (_, action) => {
      const given = [action.args[0], action.opts<MeasureFlags>().cohort].filter((slug) => slug !== undefined);
      if (given.length !== 1)
        action.error(`error: expected a run's slug or --cohort SLUG, got ${given.length === 0 ? "neither" : "both"}`);
    });

export const measureFlags = (command: Command): Command =>
  intervalFlags(
    codingFlags(whose(command).addOption(choice("--by <group>", "one line for each", groupings))),
    choice("--interval <method>", "how intervals are made, or NONE", ["NONE", ...intervalMethods]),
  ).option("--seed <text>", "seed of the resampling");

export const parserOption = (description: string): Option =>
  new Option("--parser <name>", description).choices(parserNames);

/** How ballots become verdicts. */
export const codingFlags = (command: Command): Command =>
  command
    .addOption(parserOption("read stored replies again"))
    .addOption(choice("--unparsed <rule>", "what an unparsed ballot does", ["FILTER", "DROP"]))
    .addOption(choice("--tie <rule>", "who wins a tie", ["ALPHABETICAL", "FIRST_SEEN", "UNDECIDED"]))
    .addOption(choice("--undefined <rule>", "what a debate without a majority does", ["EXCLUDE", "WRONG"]))
    .addOption(choice("--novote <rule>", "the same for rounds without any vote", ["EXCLUDE", "WRONG"]))
    .option("--endpoint <round>", "the round that counts as final; the blind round is 0", whole);

/** How intervals are made, but for the seed: that of an evaluation comes from its declaration. */
export const intervalFlags = (command: Command, method: Option): Command =>
  command
    .addOption(method.default("AUTO"))
    .option("--level <share>", "what intervals cover, 0.95 unless said", level)
    .addOption(choice("--cluster <unit>", "what is resampled together", clusterUnits))
    .option("--resamples <count>", "how many bootstrap samples, 10000 unless said", whole);

/** The variables of a measure's document. What was not said is left to the schema's own defaults. */
export function measureVariables(flags: MeasureFlags) {
  const { parser, unparsed, tie, undefined: undefinedRule, novote: noVote, endpoint } = flags;
  const { interval: method, level, cluster, resamples, seed } = flags;
  return {
    by: flags.by,
    coding: { parser, unparsed, tie, undefined: undefinedRule, noVote, endpoint },
    interval: { method: method === "NONE" ? undefined : method, level, cluster, resamples, seed },
  };
}

/** Asks a run, or the cohort of the flags, for a measure; `selection` may use $coding, $by and $interval. */
export async function askMeasured<T>(
  connection: Connection,
  run: string | undefined,
  flags: MeasureFlags,
  selection: string,
): Promise<T> {
  const [noun, slug] = run === undefined ? (["cohort", flags.cohort ?? ""] as const) : (["run", run] as const);
  // A document may not declare what it does not use.
  const types = { coding: "CodingInput", by: "Grouping", interval: "IntervalInput" };
  const used = Object.entries(types).filter(([name]) => selection.includes(`$${name}`));
  const document = `query (${["$slug: String!", ...used.map(([name, type]) => `$${name}: ${type}`)].join(", ")}) {
    measured: ${noun}(slug: $slug) { ${selection} }
  }`;
  const { measured } = await connection.ask<{ measured: T | null }>(document, { slug, ...measureVariables(flags) });
  if (measured === null) throw unknownSlug(noun, slug);
  return measured;
}

export const unknownSlug = (noun: "run" | "cohort", slug: string): UserError =>
  new UserError(
    "NOT_FOUND",
    `expected the slug of a ${noun}, got ${slug}; "counterweight ${noun === "run" ? "runs" : "cohort list"}" shows what there is`,
  );
