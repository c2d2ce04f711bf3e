// Aim: every shape of debate_traces_*.jsonl becomes the debate that it records. Rows are those of the format's description, invented.
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { debateLedgerReader } from "../../src/import/debateLedgerReader.js";
import { type RunOverrides } from "../../src/import/reader.js";
import { seenIn } from "./read.js";

const read = (
  rows: readonly (object | string)[],
  file = "debate_traces_vllm_llama-3.1-8b.jsonl",
  overrides: RunOverrides = {},
) => seenIn(rows, overrides, debateLedgerReader(`results/${file}`, overrides));

const primary = (keys: object = {}): Record<string, unknown> => ({
  model: "vllm/llama-3.1-8b",
  question_id: "mmlu_pro_1",
  correct_label: "C",
  initial_answers: ["C", "C", null],
  initial_majority: "C",
  initial_correct: true,
  final_answer: "F",
  final_correct: false,
  collapsed: true,
  corrected: false,
  round_traces: [
    { round: 1, answers: ["C", "F", "F"], majority: "F", majority_changed: true },
    { round: 2, answers: ["F", "F", "F"], majority: "F", majority_changed: false },
    { round: 3, answers: ["F", "F", ""], majority: "F", majority_changed: false },
  ],
  ...keys,
});

const states = (answers: readonly (string | null)[], round: number, more: object = {}) =>
  answers.map((answer, index) => ({ agent_id: `${index + 1}`, answer, reasoning: null, round_num: round, ...more }));

const extension = (keys: object = {}): Record<string, unknown> => ({
  question_id: "mmlu_pro_2",
  benchmark: "mmlu_pro",
  category: "law",
  correct_label: "B",
  model_name: "mistral-small-4",
  backend: "openrouter",
  temperatures: [0.5, 0.7, 1.0],
  initial_answers: ["B", null, "D"],
  final_answers: ["D", "D", "D"],
  majority_answer: "D",
  majority_correct: false,
  outcome: { collapse: true, correction: false, any_flip: true },
  initial_states: states(["B", null, "D"], 0, { usage: { cost: 0.0001, prompt_tokens: 10, completion_tokens: 5 } }),
  round_traces: [1, 2, 3, 4].map((round) => states(["D", "D", "D"], round)),
  provider_distribution: { Venice: 15 },
  provider_resolved: "Venice",
  timestamp: "2026-04-27T09:22:56",
  total_cost: 0.0021,
  ...keys,
});

it("a row of the primary vintage: the blind round is initial_answers, what was saved is reported, the file is one run", () => {
  const { debates, run, faults, warnings } = read([primary()]);
  expect([faults, warnings]).toEqual([[], []]);
  expect(run).toMatchObject({
    slug: "vllm_llama-3.1-8b",
    condition: "FULL_DEBATE",
    scaffold: "debateledger primary",
    benchmark: "mmlu_pro",
  });
  expect(run?.seats?.[1]).toEqual({
    seat: "2",
    model: "vllm/llama-3.1-8b",
    family: null,
    provider: "vllm",
    temperature: null,
  });
  expect(debates).toEqual([
    {
      item: "mmlu_pro_1",
      benchmark: "mmlu_pro",
      category: null,
      cluster: "mmlu_pro_1",
      gold: "C",
      labels: [],
      replicate: 0,
      rounds: [
        ["C", "C", null],
        ["C", "F", "F"],
        ["F", "F", "F"],
        ["F", "F", null],
      ],
      texts: null,
      displayed: null,
      signals: [],
      reported: {
        initialMajority: "C",
        initialCorrect: true,
        finalMajority: "F",
        finalCorrect: false,
        collapsed: true,
        corrected: false,
      },
      seats: null,
      tokens: null,
      cost: null,
      meta: '{"model":"vllm/llama-3.1-8b","round_majorities":["F","F","F"],"round_majority_changed":[true,false,false]}',
    },
  ]);
});

it("a row of the extension vintage: states in slot order, saved majority, cost and tokens", () => {
  const { debates, run, faults, warnings } = read(
    [extension()],
    "debate_traces_openrouter_mistral-small-4_n200.jsonl.gz",
  );
  expect([faults, warnings]).toEqual([[], []]);
  expect(run).toMatchObject({ slug: "openrouter_mistral-small-4_n200", scaffold: "debateledger extension" });
  expect(run?.seats?.map(({ model, provider, temperature }) => [model, provider, temperature])).toEqual([
    ["mistral-small-4", "openrouter", 0.5],
    ["mistral-small-4", "openrouter", 0.7],
    ["mistral-small-4", "openrouter", 1],
  ]);
  expect(debates[0]).toMatchObject({
    category: "law",
    rounds: [
      ["B", null, "D"],
      ["D", "D", "D"],
      ["D", "D", "D"],
      ["D", "D", "D"],
      ["D", "D", "D"],
    ],
    reported: { finalMajority: "D", finalCorrect: false },
    cost: "0.0021",
    tokens: 45,
  });
  expect(JSON.parse(debates[0].meta ?? "")).toEqual({
    model_name: "mistral-small-4",
    backend: "openrouter",
    outcome: { collapse: true, correction: false, any_flip: true },
    provider_distribution: { Venice: 15 },
    provider_resolved: "Venice",
    timestamp: "2026-04-27T09:22:56",
  });
});

it("a row of the core runner: answers are taken from the states", () => {
  const row = {
    question_id: "gpqa_3",
    benchmark: "gpqa",
    correct_label: "A",
    initial_states: states(["A", "B", "B"], 0, { cost: 0.1 }),
    round_states: [states(["A", "A", "B"], 1, { cost: 0.2 }), states(["A", "A", "A"], 2, { reasoning: "because" })],
    final_answer: "A",
    final_correct: true,
    initial_majority: "B",
    initial_correct: false,
    collapsed: false,
    corrected: true,
    n_rounds: 2,
    total_cost: 0,
  };
  const { debates, run, faults, warnings } = read([row], "debate_traces_core.jsonl");
  expect([faults, warnings]).toEqual([[], []]);
  expect(run).toMatchObject({ scaffold: "debateledger core-runner", seats: [{ model: "core" }, {}, {}] });
  expect(debates[0]).toMatchObject({
    rounds: [
      ["A", "B", "B"],
      ["A", "A", "B"],
      ["A", "A", "A"],
    ],
    texts: [
      [null, null, null],
      [null, null, null],
      ["because", "because", "because"],
    ],
    reported: { initialMajority: "B", finalMajority: "A", corrected: true },
    // Three times 0.1 and three times 0.2, exactly.
    cost: "0.9",
  });
});

it("states are sorted by numeric agent id, and others come last in their order", () => {
  const mixed = [
    { agent_id: "judge", answer: "X" },
    { agent_id: "10", answer: "T" },
    { agent_id: 2, answer: "B" },
  ];
  const row = extension({
    initial_answers: ["B", "T", "X"],
    initial_states: undefined,
    round_traces: [mixed],
    final_answers: ["B", "T", "X"],
  });
  expect(read([row])).toMatchObject({
    faults: [],
    warnings: [],
    debates: [
      {
        rounds: [
          ["B", "T", "X"],
          ["B", "T", "X"],
        ],
      },
    ],
  });
});

it("rounds of both kinds may stand in one row", () => {
  const row = primary({ round_traces: [{ round: 1, answers: ["C", "F", "F"] }, states(["F", "F", "F"], 2)] });
  expect(read([row]).debates[0].rounds.slice(1)).toEqual([
    ["C", "F", "F"],
    ["F", "F", "F"],
  ]);
});

it.each([[{ round_traces: undefined }], [{ round_traces: [] }], [{ round_traces: null }]])(
  "a row without rounds is a debate with its blind round only: %j",
  (keys) => {
    const { debates, faults, warnings } = read([primary(keys)]);
    expect(faults).toEqual([]);
    expect(debates[0].rounds).toEqual([["C", "C", null]]);
    expect(warnings).toMatchObject([{ kind: "NO_ROUNDS", count: 1 }]);
  },
);

it("a repeated question is another replicate, in file order", () => {
  const rows = [
    primary(),
    primary({ question_id: "mmlu_pro_9" }),
    primary({ initial_answers: ["D", "D", "D"] }),
    primary(),
  ];
  const { debates, faults } = read(rows);
  expect(faults).toEqual([]);
  expect(debates.map(({ item, replicate }) => [item, replicate])).toEqual([
    ["mmlu_pro_1", 0],
    ["mmlu_pro_9", 0],
    ["mmlu_pro_1", 1],
    ["mmlu_pro_1", 2],
  ]);
});

it("the model is the row's, by its fallbacks, else the file's name", () => {
  const model = (keys: object) => read([extension({ model_name: undefined, ...keys })]).run?.seats?.[0].model;
  expect(model({ model: "a", model_id: "c" })).toBe("a");
  expect(model({ openrouter_model_id: "b", model_id: "c" })).toBe("b");
  expect(model({ model_id: "c" })).toBe("c");
  expect(model({})).toBe("vllm_llama-3.1-8b");
});

it("a mixed panel has its models by seat: from the states, else from the file's name", () => {
  const named = extension({
    initial_states: states(["B", null, "D"], 0).map((state, seat) => ({ ...state, model: `m${seat}` })),
  });
  expect(read([named]).run?.seats?.map(({ model }) => model)).toEqual(["m0", "m1", "m2"]);
  const { run } = read([extension({ model_name: undefined })], "debate_traces_hetero_msl4_llama70b_dsv4f_n200.jsonl");
  expect(run?.seats?.map(({ model }) => model)).toEqual([
    "mistral-small-4",
    "llama-3.3-70b-instruct",
    "deepseek-v4-flash",
  ]);
});

it("the arms that saw only their own text are private revisions", () => {
  expect(read([extension()], "debate_traces_q8b_thinkON_self.jsonl").run?.condition).toBe("PRIVATE_REVISION");
  expect(read([extension()], "debate_traces_q8b_thinkON_peer.jsonl").run?.condition).toBe("FULL_DEBATE");
});

it("other temperatures make another panel, and what is given from outside wins in it too", () => {
  const { debates, faults } = read(
    [extension(), extension({ question_id: "mmlu_pro_3", temperatures: [0, 0, 0] })],
    "x.jsonl",
    { family: "Mistral" },
  );
  expect(faults).toEqual([]);
  expect(
    debates.map((debate) => debate.seats?.map(({ family, temperature }) => [family, temperature]) ?? null),
  ).toEqual([
    null,
    [
      ["Mistral", 0],
      ["Mistral", 0],
      ["Mistral", 0],
    ],
  ]);
});

it("bare NaN is null, an empty label is no gold, category unknown is none, numbers stay the strings they are", () => {
  const row = JSON.stringify(
    extension({ correct_label: "", category: "unknown", question_id: "gsm8k_1", benchmark: undefined }),
  ).replace('"total_cost":0.0021', '"total_cost":NaN');
  expect(read([row])).toMatchObject({
    faults: [],
    debates: [{ gold: null, category: null, benchmark: "gsm8k", cost: "0.0003" }],
  });
  expect(read([extension({ initial_answers: ["10", "9", "9.0"], initial_states: null })]).debates[0].rounds[0]).toEqual(
    ["10", "9", "9.0"],
  );
});

it("lists that contradict the states are warned about; the lists count", () => {
  const { debates, warnings } = read([
    extension({ initial_answers: ["A", null, "D"], final_answers: ["B", "B", "B"] }),
  ]);
  expect(debates[0].rounds[0]).toEqual(["A", null, "D"]);
  expect(JSON.parse(debates[0].meta ?? "")).toMatchObject({ final_answers: ["B", "B", "B"] });
  expect(warnings).toMatchObject([
    { kind: "STATES_CONTRADICT", count: 2, examples: [{ path: "initial_answers" }, { path: "final_answers" }] },
  ]);
});

it("unknown keys are kept, wherever they stand", () => {
  const row = extension({ seed: 7, round_traces: [states(["D", "D", "D"], 1, { mood: "calm" })] });
  const { debates, warnings } = read([row]);
  expect(JSON.parse(debates[0].meta ?? "")).toMatchObject({ seed: 7, "round_traces[0][2].mood": "calm" });
  expect(warnings).toMatchObject([{ kind: "UNKNOWN_KEYS", count: 4 }]);
});

describe("a row is refused for", () => {
  it.each([
    [
      "another model",
      { model: "vllm/phi-4-mini" },
      'model: expected the file\'s one model ("vllm/llama-3.1-8b, vllm/llama-3.1-8b, vllm/llama-3.1-8b"), got "vllm/phi-4-mini, vllm/phi-4-mini, vllm/phi-4-mini"',
    ],
    [
      "another panel size",
      { initial_answers: ["A"], round_traces: [] },
      "initial_answers: expected 3 answers, one for each seat, got 1",
    ],
    ["a model that is a number", { model: 4 }, "model: expected string or null, got number 4"],
    ["no question", { question_id: undefined }, "question_id: expected string, got nothing"],
    ["no label", { correct_label: undefined }, "correct_label: expected string or null, got nothing"],
    ["a label that is a number", { correct_label: 18 }, "correct_label: expected string or null, got number 18"],
    [
      "no initial answers",
      { initial_answers: undefined },
      "initial_answers: expected an array of answers, got nothing",
    ],
    [
      "an answer that is a number",
      { initial_answers: ["A", 3, "B"] },
      "initial_answers[1]: expected string or null, got number 3",
    ],
    [
      "an answer missing",
      { round_traces: [{ round: 1, answers: ["A", "B"] }] },
      "round_traces[0].answers: expected 3 answers, one for each seat, got 2",
    ],
    [
      "rounds out of order",
      { round_traces: [{ round: 2, answers: ["A", "B", "C"] }] },
      "round_traces[0].round: expected round 1, got number 2",
    ],
    [
      "a round that is a word",
      { round_traces: [{ round: 1, answers: ["A", "B", "C"] }, "end"] },
      'round_traces[1]: expected a round, got string "end"',
    ],
    [
      "a state missing",
      { round_traces: [states(["A", "B"], 1)] },
      "round_traces[0]: expected 3 agent states, one for each seat, got 2",
    ],
    [
      "an agent twice",
      { round_traces: [[...states(["A", "B"], 1), { agent_id: "1", answer: "A" }]] },
      'round_traces[0][2].agent_id: expected each agent once, got string "1" again',
    ],
    ["a flag that is a number", { collapsed: 1 }, "collapsed: expected boolean or null, got number 1"],
    [
      "temperatures in words",
      { temperatures: ["hot", "cold", "warm"] },
      "temperatures: expected 3 numbers, one for each seat, got array",
    ],
    ["a negative cost", { total_cost: -1 }, "total_cost: expected a number from 0, or null, got number -1"],
  ])("%s", (_, keys, fault) => {
    const { faults, debates } = read([primary(), primary({ question_id: "mmlu_pro_5", ...keys })]);
    expect(faults).toEqual([`2: ${fault}`]);
    expect(debates).toHaveLength(1);
  });
});

it("whatever a row holds, it is a debate or a list of faults", () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom([[]], [{}], [[{ answer: "A" }]], [null], ["A", null, "B"]),
  );
  const row = fc.oneof(fc.constant(primary()), fc.constant(extension()));
  fc.assert(
    fc.property(
      row,
      fc.dictionary(fc.constantFrom(...Object.keys({ ...primary(), ...extension() })), value, { maxKeys: 3 }),
      (whole, keys) => {
        const { debates, faults } = read([{ ...whole, ...keys }]);
        expect(debates.length === 1).toBe(faults.length === 0);
      },
    ),
    { numRuns: 500 },
  );
});

it("the pilot's debates have their initial and final answers as two rounds, and their own numbers as replicates", () => {
  const row = (debate: number, temperatures: number[]) => ({
    question_id: "mmlu_pro_4",
    debate_id: debate,
    benchmark: "mmlu_pro",
    category: "law",
    correct_label: "A",
    temperatures,
    n_rounds: 3,
    initial_answers: ["A", "B", null],
    final_answers: ["A", "A", "A"],
    majority_answer: "A",
    majority_correct: true,
    outcome: { collapse: false, correction: true },
    total_cost: 0.003,
    alpha_estimates: {},
  });
  const lines = [row(3, [0.3, 0.7, 1.1]), row(0, [0.3, 0.5, 0.7])];
  const { debates, faults, warnings, run } = seenIn(lines, {}, debateLedgerReader("block0_debates.jsonl", {}));
  expect(faults).toEqual([]);
  expect(run).toMatchObject({ slug: "block0_debates", scaffold: "debateledger ends only" });
  expect(debates.map(({ replicate }) => replicate)).toEqual([3, 0]);
  expect(debates[0]).toMatchObject({ cost: "0.003", reported: { finalMajority: "A", finalCorrect: true } });
  expect(debates[0].rounds).toEqual([
    ["A", "B", null],
    ["A", "A", "A"],
  ]);
  expect(warnings.map(({ kind }) => kind)).toEqual(["ENDS_ONLY"]);
  const again = seenIn([lines[0], lines[0]], {}, debateLedgerReader("block0_debates.jsonl", {}));
  expect(again.faults).toEqual(['2: debate_id: expected each question and debate_id once, got ["mmlu_pro_4",3] again']);
});

it("rows of two vintages in one file are refused by the line where the second begins", () => {
  const primary = {
    question_id: "mmlu_pro_1",
    correct_label: "A",
    initial_answers: ["A"],
    round_traces: [{ round: 1, answers: ["A"] }],
  };
  const extension = { ...primary, question_id: "mmlu_pro_2", round_traces: [[{ agent_id: "1", answer: "A" }]] };
  const { faults } = seenIn([primary, extension], {}, debateLedgerReader("debate_traces_x.jsonl", {}));
  expect(faults).toEqual([
    "2: round_traces: expected rows of the primary vintage, as the file began, got one of the extension vintage",
  ]);
});

it("arms, reasoning modes and GSM8K are runs like others: condition by the arm's name, answers as strings", () => {
  const row = {
    question_id: "gsm8k_1",
    benchmark: "gsm8k",
    category: null,
    correct_label: "18",
    model_name: "Qwen/Qwen3-8B",
    initial_answers: ["18", "18.0", null],
    round_traces: [
      [1, 2, 3].map((agent) => ({ agent_id: String(agent), answer: "18", reasoning: null, round_num: 1 })),
    ],
  };
  const condition = (file: string) => seenIn([row], {}, debateLedgerReader(file, {})).run?.condition;
  expect(condition("debate_traces_q8b_thinkON_self.jsonl")).toBe("PRIVATE_REVISION");
  expect(condition("debate_traces_q8b_thinkOFF_self.jsonl")).toBe("PRIVATE_REVISION");
  expect(condition("debate_traces_q8b_thinkON_peer.jsonl")).toBe("FULL_DEBATE");
  expect(condition("debate_traces_openrouter_gpt_5_4_mini_effort_low_n200.jsonl")).toBe("FULL_DEBATE");
  const { debates } = seenIn([row], {}, debateLedgerReader("debate_traces_x_gsm8k.jsonl", {}));
  expect(debates[0]).toMatchObject({
    gold: "18",
    benchmark: "gsm8k",
    rounds: [
      ["18", "18.0", null],
      ["18", "18", "18"],
    ],
  });
});
