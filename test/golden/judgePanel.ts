import { readFileSync } from "node:fs";

/** A line of the judge panel, as a neutral record. */
export interface JudgeLine {
  readonly item: string;
  readonly benchmark: string;
  readonly cluster: string;
  readonly gold: string;
  readonly rounds: (string | null | { asked: false })[][];
  readonly signals: Record<string, string>;
}

const models = ["gpt-4o-mini", "claude-haiku", "deepseek-v4-flash", "qwen3-max", "glm-5-turbo", "kimi-k2.6", "doubao-seed-1.6"];

export const judgeRun = {
  slug: "judges",
  benchmark: "humaneval+/mbpp+",
  seats: models.map((model, at) => ({ seat: String(at + 1), model, family: model.split("-")[0] })),
  license: "CC0-1.0",
  note: "synthetic, published margins",
};

const word = (letter: string) => (letter === "c" ? "correct" : letter === "i" ? "incorrect" : null);

/** Its 600 debates; with a number, only those that are in the matched cohort of that size. */
export function judgeLines(matched: 303 | 280 | null = null): readonly JudgeLine[] {
  const text = readFileSync(new URL("unanimity-panel7.txt", import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.split(" "))
    .filter((fields) => matched === null || fields[7] === "280" || fields[7] === String(matched))
    .map(([item, gold, ...rest]) => ({
      item,
      benchmark: item.startsWith("mb") ? "mbpp+" : "humaneval+",
      cluster: item.split("/")[0],
      gold: word(gold)!,
      rounds: rest.slice(0, 4).map((round) => [...round].map((each) => (each === "x" ? { asked: false } : word(each)))),
      signals: Object.fromEntries(["tests05", "tests10", "tests20", "tests50"].map((name, at) => [name, word(rest[4][at])!])),
    }));
}
