// Aim: the other files of probes that DebateLedger publishes become what they record. Rows are those of the format's description, invented.
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Probe } from "../../src/debate/probe.js";
import { probeAt } from "../../src/debate/probeColumns.js";
import { type Store } from "../../src/store/open.js";
import { probesOf, probeSetsBySlug } from "../../src/store/probeSets.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { importRows, importText } from "./probeLines.js";

let store: Store;
beforeAll(async () => {
  store = await openMemoryStore();
}, 30_000);
afterAll(() => store.close());

async function probesIn(
  name: string,
  rows: readonly object[],
): Promise<{ report: Awaited<ReturnType<typeof importRows>>; probes: Probe[] }> {
  const report = await importRows(store, name, rows);
  const table = await probesOf(store, (await probeSetsBySlug(store.prisma, [report.probeSet])).get(report.probeSet)!);
  return { report, probes: Array.from({ length: table.size }, (_, row) => probeAt(table, row)) };
}

const names = ["weak", "moderate", "strong", "very_strong"];
/** Items as the pilots write them: the strength is a number. */
const items = (agent: string, initial: string, replies: string) =>
  [...replies].map((letter, place) => ({
    question_id: "mmlu_pro_4",
    agent_id: agent,
    probe_type: names[Math.floor(place / 2)],
    social: place % 2 === 1,
    strength: (1 + Math.floor(place / 2)) / 4,
    original_answer: initial,
    probe_answer: letter === "-" ? null : letter,
    revised: letter !== "-" && letter !== initial,
    cost: 0.0001,
  }));

it("block0_alpha: a row holds the probes of its agents; the fitted slope is kept, and is no flip rate", async () => {
  const { report, probes } = await probesIn("block0_alpha.jsonl", [
    {
      question_id: "mmlu_pro_4",
      benchmark: "mmlu_pro",
      category: "law",
      correct_label: "A",
      agents: [
        { agent_id: "agent_0", initial_answer: "A", initial_correct: true, initial_cost: 0.0002, temperature: 0.5 },
        { agent_id: "agent_1", initial_answer: null, initial_correct: false, initial_cost: 0.0002, temperature: 0.7 },
      ],
      alpha_estimates: {
        agent_0: { alpha: 2.1, kappa: 0.9, mean_flip_rate: 0.25, n_probes: 8, n_revised: 2, converged: true },
      },
      probe_results: { agent_0: items("agent_0", "A", "AAAABA-B") },
      total_cost: 0.0011,
    },
  ]);
  expect(report).toMatchObject({
    format: "block0-alpha",
    probes: 2,
    items: 1,
    missing: 0,
    disagreements: { probes: 0 },
  });
  expect(probes[0]).toMatchObject({ model: "block0_alpha", seat: "1", initial: "A", temperature: 0.5, cost: "0.001" });
  expect(probes[0].replies.map((reply) => reply?.answer ?? "-").join("")).toBe("AAAABA-B");
  expect(JSON.parse(probes[0].meta!)).toMatchObject({ alpha_estimates: { agent_0: { alpha: 2.1 } } });
  expect(probes[1]).toMatchObject({ seat: "2", initial: null, replies: [], cost: "0.0002", meta: null });
});

it("r5: a repeat is a replicate, also one whose initial answer could not be read", async () => {
  const row = (repeat: number, initial: string | null) => ({
    question_id: "mmlu_pro_6",
    benchmark: "mmlu_pro",
    category: "law",
    correct_label: "A",
    repeat,
    model: "models/gemini-3.1-flash-lite-preview",
    timestamp: "2026-04-27T12:00:00",
    initial_answer: initial,
    initial_correct: initial === "A",
    initial_parse_none: initial === null,
    initial_tokens: { input: 210, output: 90, thinking: 0 },
    initial_cost: 0.0004,
    alpha: initial === null ? null : 0.125,
    n_revised: initial === null ? 0 : 1,
    n_probes: initial === null ? 0 : 8,
    post_answer_none: initial === null ? null : 1,
    probe_cost: 0.003,
    probe_results: initial === null ? [] : items(`repeat_${repeat}`, "A", "AAAAAA-B"),
  });
  const { report, probes } = await probesIn("r5_gemini_alpha_panel_20260427_day1.jsonl", [row(0, "A"), row(1, null)]);
  expect(report).toMatchObject({ format: "r5-panel", probes: 2, disagreements: { probes: 0 }, warnings: [] });
  expect(probes.map(({ replicate, initial, tokens, cost }) => [replicate, initial, tokens, cost])).toEqual([
    [0, "A", 300, "0.0034"],
    [1, null, 300, "0.0034"],
  ]);
});

it("cross_benchmark: bare NaN is read, of the screen only counts are there, and the debate's verdict is passed over with a word", async () => {
  const text =
    '{"question_id":"gpqa_7","benchmark":"gpqa","model":"mistral-small-4","correct_label":"C","category":"unknown","alpha":{"mean":0.5,"max":0.5,"agents":[{"agent_idx":0,"initial_answer":"C","initial_correct":true,"initial_cost":0.0001,"alpha":0.5,"n_revised":4,"n_probes":8},{"agent_idx":1,"initial_answer":null,"initial_correct":false,"initial_cost":0.0001,"alpha":null,"n_revised":0,"n_probes":0}],"cost":0.002},"standard_debate":{"initial_majority":"","initial_correct":false,"final_answer":"C","final_correct":true,"collapsed":false,"corrected":true,"cost":0.004},"total_cost":0.006}\n' +
    '{"question_id":"gpqa_8","benchmark":"gpqa","model":"mistral-small-4","correct_label":"C","alpha":{"mean":NaN,"max":NaN,"agents":[],"cost":0.0},"standard_debate":{},"total_cost":0.0}\n';
  const report = await importText(store, "cross_benchmark_mistral.jsonl", text);
  expect(report).toMatchObject({ format: "cross-benchmark", probes: 2, items: 1 });
  expect(report.warnings.map(({ kind, count }) => [kind, count])).toEqual([
    ["DEBATE_PASSED_OVER", 2],
    ["NOT_A_NUMBER", 2],
  ]);
  const table = await probesOf(
    store,
    (await probeSetsBySlug(store.prisma, ["cross_benchmark_mistral"])).get("cross_benchmark_mistral")!,
  );
  expect(probeAt(table, 0)).toMatchObject({
    benchmark: "gpqa",
    category: null,
    gold: "C",
    counted: { revised: 4, of: 8 },
  });
  expect(probeAt(table, 1)).toMatchObject({ seat: "2", initial: null, counted: null });
});

it("block3: as above, under its own keys, methods that failed included", async () => {
  const { report, probes } = await probesIn("block3_multi_benchmark.jsonl", [
    {
      question_id: "gpqa_9",
      benchmark: "gpqa",
      correct_label: "B",
      category: "unknown",
      alpha_estimation: {
        agents: [
          {
            agent_id: "agent_0",
            debate_id: "1",
            initial_answer: null,
            initial_correct: false,
            cost: 0.0001,
            temperature: 0.5,
          },
          {
            agent_id: "agent_1",
            debate_id: "2",
            initial_answer: "B",
            initial_correct: true,
            cost: 0.0001,
            temperature: 0.7,
            alpha: 0.25,
            n_revised: 2,
            n_probes: 8,
          },
        ],
        revisabilities: { "1": 0.5, "2": 0.25 },
        cost: 0.001,
      },
      standard_debate: { error: "timeout" },
      abc_debate: { error: "timeout" },
      total_cost: 0.001,
    },
  ]);
  expect(report).toMatchObject({ format: "block3-alpha", probes: 2, disagreements: { probes: 0 } });
  expect(probes.map(({ seat, counted }) => [seat, counted])).toEqual([
    ["1", null],
    ["2", { revised: 2, of: 8 }],
  ]);
});

it.each<[string, object, string]>([
  [
    "more revised than probed",
    { alpha: { agents: [{ agent_idx: 0, initial_answer: "A", n_revised: 9, n_probes: 8 }] }, standard_debate: {} },
    "alpha.agents[0].n_revised: expected at most 8, got 9",
  ],
  [
    "an agent without a number",
    { alpha: { agents: [{ agent_idx: "x", initial_answer: "A", n_revised: 0, n_probes: 8 }] }, standard_debate: {} },
    "alpha.agents[0].agent_idx: expected a whole number from 0, got nothing",
  ],
  [
    "a strength of no step",
    { repeat: 0, initial_parse_none: false, initial_answer: "A", probe_results: [{ strength: 0.3, social: true }] },
    "probe_results[0].strength: expected weak, moderate, strong, very_strong, got number 0.3",
  ],
])("%s is refused", async (_, keys, sentence) => {
  const row = { question_id: "gpqa_1", benchmark: "gpqa", correct_label: "A", ...keys };
  await expect(importRows(store, "bad.jsonl", [row])).rejects.toThrow(sentence);
});
