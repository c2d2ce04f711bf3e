import { Readable } from "node:stream";
import { importFile } from "../../src/import/importFile.js";
import { type ImportOptions } from "../../src/import/importRun.js";
import { type ProbesReport } from "../../src/import/importProbes.js";
import { type Store } from "../../src/store/open.js";

const names = ["weak", "moderate", "strong", "very_strong"];

/**
 * A row of `sa_causal_*` as its writer makes it, from its initial answer and eight replies as letters (`-`: unparsed); the rates that it
 * reports follow from those.
 */
export function saCausalRow(
  question: number,
  condition: string,
  agent: number,
  initial: string,
  replies: string,
  keys: object = {},
) {
  const revised = [...replies].map((letter) => (letter !== "-" && letter !== initial ? 1 : 0));
  const mean = (places: readonly number[]) => places.reduce((sum, place) => sum + revised[place], 0) / places.length;
  const solo = mean([0, 2, 4, 6]);
  const social = mean([1, 3, 5, 7]);
  const [s, a] = [social - solo, mean([6, 7]) - mean([0, 1])];
  return {
    question_id: `mmlu_pro_${question}`,
    benchmark: "mmlu_pro",
    category: "law",
    correct_label: "A",
    condition,
    agent_idx: agent,
    temperature: [0.5, 0.7, 1][agent],
    initial_answer: initial,
    initial_correct: initial === "A",
    alpha_total: mean([0, 1, 2, 3, 4, 5, 6, 7]),
    alpha_solo: solo,
    alpha_social: social,
    flip_rate: mean([0, 1, 2, 3, 4, 5, 6, 7]),
    by_strength: Object.fromEntries(
      names.map((name, index) => [name, { alpha_total: mean([2 * index, 2 * index + 1]), n: 2 }]),
    ),
    social_sensitivity: s,
    argument_sensitivity: a,
    sa_ratio: a > 0 ? s / a : null,
    probe_results: [...replies].map((letter, place) => ({
      strength: names[Math.floor(place / 2)],
      strength_value: (1 + Math.floor(place / 2)) / 4,
      social: place % 2 === 1,
      alt_answer: "B",
      post_answer: letter === "-" ? null : letter,
      revised: revised[place] === 1,
      cost: 0.0001,
      usage: { prompt_tokens: 100, completion_tokens: 5 },
    })),
    total_cost: 0.001,
    timestamp: 1777344002.5,
    model_name: "qwen3.5-4b",
    backend: "local_vllm",
    ...keys,
  };
}

/** A whole small screen: so many questions, three conditions, three agents. */
export const smallScreen = (questions: number, replies = "ABBBA-BB") =>
  Array.from({ length: questions }, (_, question) =>
    ["default", "anti_social", "anti_argument"].flatMap((condition) =>
      [0, 1, 2].map((agent) => saCausalRow(question, condition, agent, "A", replies)),
    ),
  ).flat();

export const importText = (store: Store, name: string, text: string, options: ImportOptions = {}) =>
  importFile(store, { name, bytes: Readable.from([Buffer.from(text)]) }, options);

export const importRows = async (store: Store, name: string, rows: readonly object[], options: ImportOptions = {}) =>
  (await importText(store, name, rows.map((row) => `${JSON.stringify(row)}\n`).join(""), options)) as ProbesReport;
