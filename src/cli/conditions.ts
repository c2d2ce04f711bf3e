import { type RateAnswer } from "./rateText.js";

export interface CodingAnswer {
  readonly parser: string | null;
  readonly unparsed: string;
  readonly tie: string;
  readonly undefined: string;
  readonly noVote: string;
  readonly endpoint: number | null;
}

export interface Caveat {
  readonly code: string;
  readonly sentence: string;
  readonly about: readonly string[];
}

/** What the numbers above it were made under: it is part of what they are. */
export function codingText({ parser, unparsed, tie, undefined: rule, noVote, endpoint }: CodingAnswer): string {
  const votes = noVote === rule ? "" : `, no vote ${noVote}`;
  const final = endpoint === null ? "last round" : `round ${endpoint}`;
  return `coding: ${parser === null ? "" : `parser ${parser}, `}unparsed ${unparsed}, tie ${tie}, undefined ${rule}${votes}, final = ${final}`;
}

/** How the intervals of these rates were made, a line for each method that was used, and why some do not exist. */
export function intervalLines(rates: readonly RateAnswer[]): string[] {
  const made = new Map<string, number[]>();
  for (const { interval } of rates) {
    if (!interval) continue;
    const { method, level, resamples, seed, clusters, status, reason } = interval;
    const sampling = resamples === null ? "" : `, ${resamples} resamples, seed ${seed}`;
    const state = status === "OK" ? "" : `, ${status}${reason === null ? "" : `: ${reason}`}`;
    const key = `intervals: ${method}, level ${level}${sampling}${state}`;
    made.set(key, [...(made.get(key) ?? []), clusters]);
  }
  return [...made].map(([key, clusters]) => {
    const [low, high] = [Math.min(...clusters), Math.max(...clusters)];
    const count = clusters.length === 1 ? "1 rate" : `${clusters.length} rates`;
    return `${key}; ${count} over ${low === high ? low : `${low} to ${high}`} clusters`;
  });
}

export const caveatLines = (caveats: readonly Caveat[]): string[] =>
  caveats.map(
    ({ code, sentence, about }) => `caveat ${code}${about.length === 0 ? "" : ` (${about.join(", ")})`}: ${sentence}`,
  );

/** A rate as documents ask for it; without its interval when nobody wants one. */
export const rateSelection = (interval: string): string =>
  `{ count of value reason${interval === "NONE" ? "" : " interval { low high level method resamples seed clusters status reason }"} }`;

export const codingSelection = "coding { parser unparsed tie undefined noVote endpoint }";
export const caveatSelection = "caveats { code sentence about }";
