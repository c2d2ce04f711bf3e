import { readFileSync } from "node:fs";

/** A line of the judge panel, as a neutral record. */
export interface JudgeLine {
  readonly item: string;
  readonly benchmark: string;
  readonly cluster: string;
  readonly gold: string;
  readonly rounds: (string | null | { asked: false })[][];
  readonly signals: Record<string, string>;
  readonly meta: { readonly matched?: readonly string[] };
}

const [{ run }, ...lines] = readFileSync("examples/judges/unanimity-panel7.jsonl", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as JudgeLine & { readonly run: object });

export const judgeRun = { ...run, slug: "judges" };

/** Its 600 debates; with a number, only those that are in the matched cohort of that size. */
export const judgeLines = (matched: 303 | 280 | null = null): readonly JudgeLine[] =>
  lines.filter(({ meta }) => matched === null || meta.matched?.includes(`m${matched}`));
