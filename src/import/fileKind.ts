import { type JsonObject } from "./jsonLine.js";

export type Format = "neutral" | "debateledger" | "debateledger-r1";
/** Files of probes, by what one line is. */
export type ProbeFormat =
  "sa-causal" | "cross-benchmark" | "block0-alpha" | "block3-alpha" | "r5-panel" | "neutral-probes";

const probeKinds: readonly (readonly [ProbeFormat, keys: readonly string[]])[] = [
  ["sa-causal", ["question_id", "condition", "agent_idx"]],
  ["block3-alpha", ["question_id", "alpha_estimation"]],
  ["cross-benchmark", ["question_id", "alpha", "standard_debate"]],
  ["block0-alpha", ["question_id", "agents", "alpha_estimates"]],
  ["r5-panel", ["question_id", "repeat", "initial_parse_none"]],
  ["neutral-probes", ["probes"]],
  ["neutral-probes", ["item", "replies"]],
  ["neutral-probes", ["item", "counted"]],
];

/** Which format of probes a file's first line shows; null: none. */
export const probeKind = (line: JsonObject): ProbeFormat | null =>
  probeKinds.find(([, keys]) => keys.every((key) => Object.hasOwn(line, key)))?.[0] ?? null;

/** Files that are mistaken for debates, by the keys of their first line. */
const otherKinds: readonly (readonly [name: string, keys: readonly string[]])[] = [
  ["a row of a DebateLedger probe screen (sa_causal_*)", ["question_id", "condition", "agent_idx"]],
  ["a row of a DebateLedger stress check (cross_benchmark_*)", ["question_id", "standard_debate", "alpha"]],
  ["a row of a DebateLedger method comparison (block1_*, block3_*)", ["question_id", "standard_debate", "abc_debate"]],
  ["a row of a DebateLedger pilot screen (block0_alpha*)", ["question_id", "agents", "alpha_estimates"]],
  ["a row of the DebateLedger repeatability panel (r5_*)", ["question_id", "repeat", "initial_parse_none"]],
  ["a DebateLedger reuse card", ["artifact_type", "schema_version"]],
  ["a line of a probe file", ["item", "replies"]],
  ["a line of a decision file", ["item", "freeze"]],
];

/** What a file's first line shows it to be: a format that can be imported, or the name of another kind. Null: cannot tell. */
export function fileKind(line: JsonObject): { format: Format } | { other: string } | null {
  const has = (key: string) => Object.hasOwn(line, key);
  if (has("item") && has("rounds")) return { format: "neutral" };
  if (has("question_id") && (has("round_traces") || has("round_states"))) return { format: "debateledger" };
  if (has("question_id") && (has("r1_majority_changed") || has("R1_majority_shift")))
    return { format: "debateledger-r1" };
  const other = otherKinds.find(([, keys]) => keys.every(has));
  if (other) return { other: other[0] };
  if (has("question_id") && (has("initial_answers") || has("initial_states"))) return { format: "debateledger" };
  return has("run") || has("item") ? { format: "neutral" } : null;
}
