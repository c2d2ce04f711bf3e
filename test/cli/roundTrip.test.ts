// Aim: what export writes is the whole content of a run, whatever shape it came in. Method: a run of each shape is imported, asked for
// as export does, written as a neutral file, and read again; both have one content digest.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type DebateAnswer, debateLine, debateSelection, runLine } from "../../src/cli/neutralLine.js";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { importRun } from "../../src/import/importRun.js";
import { testKey } from "../graph/testKey.js";
import { openMemoryStore } from "../store/openMemoryStore.js";

let services: Services;
beforeAll(async () => {
  services = createServices(await openMemoryStore(), testKey);
}, 60_000);
afterAll(() => services.store.close());

const read = (name: string, lines: readonly (object | string)[]) => {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  return importRun(services.store, { name, bytes: Readable.from([Buffer.from(text)]) });
};

async function exported(slug: string): Promise<string[]> {
  const document = `query ($slug: String!) { run(slug: $slug) { debates(first: 100) { edges { node { ${debateSelection} } } } } }`;
  const { run } = await ask<{ run: { debates: { edges: { node: DebateAnswer }[] } } }>(services, document, { slug });
  const found = run.debates.edges.map(({ node }) => node);
  return [runLine(found[0].run), ...found.map(debateLine)];
}

const seats = ["1", "2", "3"].map((seat) => ({ seat, model: "m", family: "F", temperature: 0.5 }));
const header = { condition: "FULL_DEBATE", benchmark: "b", seats };
const start = ["A", "A", "B"];
const notAsked = { asked: false };
const said = (text: string, answer?: string) => ({ text, ...(answer !== undefined && { answer }) });

const neutral: Readonly<Record<string, readonly (object | string)[]>> = {
  plain: [
    { run: { slug: "plain", ...header, title: "A title", license: "CC0", createdAt: "2026-01-01" } },
    { item: "q1", gold: "A", labels: ["A", "B"], category: "law", rounds: [start, ["B", null, notAsked]] },
    { item: "q1", gold: null, replicate: 1, cluster: "k", benchmark: "c", rounds: [start] },
  ],
  replies: [
    { run: { slug: "replies", ...header } },
    {
      item: "q1",
      gold: "A",
      rounds: [
        [said(" It is A.\n", "A"), said("no idea"), "B"],
        [notAsked, said("", "B"), null],
      ],
    },
    { item: "q2", gold: "A", rounds: [start] },
  ],
  shown: [
    { run: { slug: "shown", ...header, condition: "FAKE_PEERS" } },
    { item: "q1", gold: "A", displayed: [[["B", "B"], ["B"], []]], rounds: [start, start] },
    { item: "q2", gold: "A", displayed: [], rounds: [start, start] },
  ],
  folded: [
    { run: { slug: "folded", ...header, fold: "UPPER" } },
    {
      item: "q1",
      gold: "a",
      labels: ["a", "b"],
      rounds: [
        ["a", "A", "b"],
        ["\u00e4", "b", "b"],
      ],
    },
  ],
  early: [
    { run: { slug: "early", ...header, earlyStop: "CARRY_FORWARD" } },
    { item: "q1", gold: "A", rounds: [start] },
    { item: "q2", gold: "A", rounds: [start, start, start] },
    { item: "q3", gold: "A", rounds: [start, [notAsked, notAsked, notAsked]] },
  ],
  beside: [
    { run: { slug: "beside", ...header, note: "synthetic, or so it seems", synthetic: false } },
    {
      item: "q1",
      gold: "A",
      signals: { "10": "A", "9": "B", z: "A" },
      reported: { initialMajority: "A", finalMajority: null, collapsed: true },
      tokens: 1234567890123,
      cost: "0.00000000000000000012",
      rounds: [start, ["B", "B", "B"]],
    },
    '{"item":"q2","gold":"A","cost":0.1,"score":0.25,"meta":{"deep":{"b":[1,null],"a":1e-7}},"rounds":[["A","A","A"]]}',
  ],
  panels: [
    { run: { slug: "panels", benchmark: "b" } },
    { item: "q1", gold: "A", seats: seats.slice(0, 2), rounds: [["A", "B"]] },
    { item: "q2", gold: "A", seats, rounds: [start] },
  ],
};

const states = (answers: readonly (string | null)[], round: number, reasoning: string | null = null) =>
  answers.map((answer, seat) => ({
    ...{ agent_id: `${seat + 1}`, answer, reasoning, round_num: round },
    usage: { cost: 0.0001, prompt_tokens: 10, completion_tokens: 5 },
  }));
const debateLedger: Readonly<Record<string, readonly object[]>> = {
  "debate_traces_vllm_llama-3.1-8b.jsonl": [
    {
      ...{
        model: "vllm/llama-3.1-8b",
        question_id: "mmlu_pro_1",
        correct_label: "C",
        initial_answers: ["C", "C", null],
      },
      ...{ initial_majority: "C", initial_correct: true, final_answer: "", final_correct: false, collapsed: true },
      round_traces: [{ round: 1, answers: ["F", "F", ""], majority: "F", majority_changed: true }],
    },
  ],
  "debate_traces_mistral-small-4.jsonl": [
    {
      ...{ question_id: "mmlu_pro_2", benchmark: "mmlu_pro", category: "law", correct_label: "B" },
      ...{ model_name: "mistral-small-4", backend: "openrouter", temperatures: [0.5, 0.7, 1.0] },
      ...{ initial_answers: ["B", null, "D"], final_answers: ["D", "D", "D"], majority_answer: "D" },
      initial_states: states(["B", null, "D"], 0, "because"),
      round_traces: [1, 2].map((round) => states(["D", "D", "D"], round)),
      ...{ provider_distribution: { Venice: 15 }, timestamp: "2026-04-27T09:22:56", total_cost: 0.0021 },
    },
  ],
};

it.each(Object.keys(neutral))("a neutral run with %s goes out and comes in as the same content", async (name) => {
  const first = await read(`${name}.jsonl`, neutral[name]);
  expect(first.status).toBe("IMPORTED");
  const again = await read("again.jsonl", await exported(name));
  expect(again).toMatchObject({ run: name, status: "UNCHANGED", contentDigest: first.contentDigest });
});

it.each(Object.keys(debateLedger))("%s goes out as a neutral file and comes in as the same content", async (name) => {
  const first = await read(name, debateLedger[name]);
  expect(first).toMatchObject({ status: "IMPORTED", format: "debateledger" });
  const again = await read("again.jsonl", await exported(first.run));
  expect(again).toMatchObject({ status: "UNCHANGED", format: "neutral", contentDigest: first.contentDigest });
});
