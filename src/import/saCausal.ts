import { channels, placeOf, PLACES, type Reply, strengths } from "../debate/probe.js";
import { usageTokens } from "./agentStates.js";
import { described, quoted } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";
import {
  answerOf,
  costOf,
  countOf,
  isAmount,
  ledgerRowOf,
  metaOf,
  objectOf,
  objectsOf,
  probeHeader,
  type ProbeReader,
  type ReadProbe,
  revises,
  sameNumber,
} from "./probeReader.js";
import { fileStem, type RunOverrides } from "./reader.js";
import { requiredName } from "./runLine.js";

/**
 * Reads DebateLedger's `sa_causal_*.jsonl`, of all three lanes: a row is one question under one prompt by one agent, with its eight
 * replies. What the row says of its own rates is compared, never used.
 */
export function saCausalReader(file: string, overrides: RunOverrides): ProbeReader {
  const stem = fileStem(file).replace(/^sa_causal_/, "");
  let header: ReturnType<typeof probeHeader> = null;
  let started = false;
  let model: string | null = null;
  return {
    header: () => header?.header ?? null,
    read(line, notes) {
      if (!started) header = probeHeader(file, {}, overrides, notes);
      started = true;
      const before = notes.faults.length;
      const row = ledgerRowOf(line, stem, overrides, notes);
      const condition = requiredName(line.condition, "condition", notes);
      const agent = countOf(line.agent_idx, "agent_idx", notes);
      const initial = answerOf(line.initial_answer, "initial_answer", notes);
      if (initial === null && notes.faults.length === before)
        notes.fault(
          "initial_answer",
          "an answer (the source writes no row without one)",
          described(line.initial_answer),
        );
      const items = objectsOf(line.probe_results, "probe_results", notes);
      const replies = items && repliesOf(items, namedStrength, notes);
      if (row === null || items === null || replies === null || notes.faults.length !== before) return null;
      if (model !== null && row.model !== model) {
        notes.fault("model_name", `the file's one model (${quoted(model)})`, quoted(row.model));
        return null;
      }
      model = row.model;
      const usages = [line.usage, ...listOf(line.initial_usage), ...items.map(({ usage }) => usage)];
      const tokens = usages.map((usage) => usageTokens(objectOf(usage))).filter((count) => count !== null);
      const read: ReadProbe = {
        probe: {
          ...row,
          condition,
          seat: String(agent + 1),
          replicate: 0,
          temperature: isAmount(line.temperature) ? line.temperature : null,
          initial,
          replies,
          counted: null,
          tokens: tokens.length === 0 ? null : tokens.reduce((sum, count) => sum + count, 0),
          cost: costOf(
            line.total_cost,
            items.map(({ cost }) => cost),
          ),
          meta: metaOf(line, readKeys, keptKeys, droppedKeys, notes),
        },
        contradictions: contradictionsOf(line, row.gold, initial, items, replies),
      };
      return [read];
    },
  };
}

const readKeys: ReadonlySet<string> = new Set([
  ...["question_id", "benchmark", "category", "correct_label", "condition", "agent_idx", "temperature"],
  ...["initial_answer", "initial_correct", "alpha_total", "alpha_solo", "alpha_social", "flip_rate", "by_strength"],
  ...["social_sensitivity", "argument_sensitivity", "sa_ratio", "probe_results", "total_cost", "model_name", "backend"],
  ...["usage", "initial_usage", "model", "model_id"],
]);
const keptKeys: ReadonlySet<string> = new Set([
  ...["openrouter_model_id", "provider_resolved", "reply_temp_matched", "reply_temperature", "model_path"],
  ...["loaded_model", "vllm_dtype", "vllm_seed", "vllm_tensor_parallel_size", "vllm_gpu_memory_utilization"],
  ...[
    "vllm_max_model_len",
    "vllm_enforce_eager",
    "initial_parse_repaired",
    "initial_repair_attempts",
    "thinking_budget",
  ],
]);
/** Different in every row, and nothing that a question is asked about. */
const droppedKeys: ReadonlySet<string> = new Set([
  ...["provider_distribution", "generation_ids", "timestamp", "initial_text_chars", "initial_response_prefix"],
]);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const namedStrength = (item: JsonObject): unknown => item.strength;

/** Replies in their places, whatever order they stand in; each place at most once. */
export function repliesOf(
  items: readonly JsonObject[],
  strengthOf: (item: JsonObject) => unknown,
  notes: Notes,
): readonly (Reply | null)[] | null {
  const before = notes.faults.length;
  const replies = new Array<Reply | null>(PLACES).fill(null);
  items.forEach((item, index) => {
    const path = `probe_results[${index}]`;
    const given = strengthOf(item);
    const strength = typeof given === "string" ? strengths.findIndex((known) => known.toLowerCase() === given) : -1;
    if (strength < 0) notes.fault(`${path}.strength`, strengths.join(", ").toLowerCase(), described(given));
    if (typeof item.social !== "boolean") notes.fault(`${path}.social`, "boolean", described(item.social));
    const answer = answerOf(item.post_answer ?? item.probe_answer, `${path}.post_answer`, notes);
    const suggested = answerOf(item.alt_answer, `${path}.alt_answer`, notes);
    if (strength < 0 || typeof item.social !== "boolean") return;
    const place = placeOf(strength, item.social ? 1 : 0);
    const twice = `${strengths[strength].toLowerCase()} ${channels[item.social ? 1 : 0].toLowerCase()} again`;
    if (replies[place] !== null) notes.fault(path, "each strength once for each channel", twice);
    replies[place] = { answer, suggested };
  });
  if (replies.includes(null) && notes.faults.length === before)
    notes.warn("FEWER_REPLIES", "probe_results", `${items.length} of ${PLACES}`);
  return notes.faults.length === before ? replies : null;
}

/** The places of an item, in the order of the items. */
function placesOf(items: readonly JsonObject[]): readonly number[] {
  return items.map((item) =>
    placeOf(
      strengths.findIndex((known) => known.toLowerCase() === item.strength),
      item.social === true ? 1 : 0,
    ),
  );
}

function contradictionsOf(
  line: JsonObject,
  gold: string | null,
  initial: string | null,
  items: readonly JsonObject[],
  replies: readonly (Reply | null)[],
): readonly string[] {
  const revised = replies.map((reply) => reply && (revises(initial, reply.answer) ? 1 : 0));
  const meanOf = (within: (strength: number, channel: number) => boolean): number | null => {
    const values = revised.filter(
      (value, place): value is 0 | 1 =>
        value !== null && within(Math.floor(place / channels.length), place % channels.length),
    );
    return values.length === 0 ? null : values.reduce((sum: number, value) => sum + value, 0) / values.length;
  };
  const less = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);
  const solo = meanOf((_, channel) => channel === 0);
  const social = meanOf((_, channel) => channel === 1);
  const at = (wanted: number) => meanOf((strength) => strength === wanted);
  const s = less(social, solo);
  const a = less(at(3), at(0));
  const total = meanOf(() => true);
  const found: string[] = [];
  const compare = (key: string, value: unknown, expected: number | null) => {
    if (!sameNumber(value, expected)) found.push(key);
  };
  compare("alpha_total", line.alpha_total, total);
  compare("flip_rate", line.flip_rate, total);
  compare("alpha_solo", line.alpha_solo, solo);
  compare("alpha_social", line.alpha_social, social);
  compare("social_sensitivity", line.social_sensitivity, s);
  compare("argument_sensitivity", line.argument_sensitivity, a);
  compare("sa_ratio", line.sa_ratio, s === null || a === null || a <= 0 ? null : s / a);
  const byStrength = objectOf(line.by_strength);
  strengths.forEach((strength, index) =>
    compare("by_strength", objectOf(byStrength[strength.toLowerCase()]).alpha_total, at(index)),
  );
  if (typeof line.initial_correct === "boolean" && gold !== null && line.initial_correct !== (initial === gold))
    found.push("initial_correct");
  const places = placesOf(items);
  if (items.some(({ revised: said }, index) => typeof said === "boolean" && said !== (revised[places[index]] === 1)))
    found.push("revised");
  return [...new Set(found)];
}
