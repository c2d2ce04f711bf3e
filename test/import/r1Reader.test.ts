// Aim: the R1 feature table, emitted and declared, CSV and JSONL, becomes debates without ballots. Rows are those of the format's
// description, invented.
import { expect, it } from "@jest/globals";
import { NOT_ASKED } from "../../src/debate/debate.js";
import { r1Reader } from "../../src/import/r1Reader.js";
import { readRun } from "../../src/import/readRun.js";
import { type RunOverrides } from "../../src/import/reader.js";
import { chunks, seenIn } from "./read.js";

const emitted = (keys: object = {}): Record<string, unknown> => ({
  model: "vllm/phi-4-mini",
  question_id: "mmlu_pro_7",
  correct_label: "B",
  collapsed: 1,
  corrected: 0,
  final_correct: 0,
  init_correct: 1,
  init_unanimous: 0,
  init_agree_frac: 0.6666666666666666,
  init_majority_correct: 1,
  r1_majority_changed: 1,
  r1_n_flipped_from_init: 1,
  r1_agree_frac: 0.6666666666666666,
  r1_majority_correct: 0,
  r1_n_disagree_with_correct: 2,
  r2_majority_changed: 0,
  r2_agree_frac: 1.0,
  r2_majority_correct: 0,
  r3_majority_changed: 0,
  r3_agree_frac: 1.0,
  r3_majority_correct: 0,
  cascade_round: 1,
  ...keys,
});

const declared = (keys: object = {}): Record<string, unknown> => ({
  schema_version: "per_debate_r1_features.v1",
  row_id: "r-0001",
  model_id: "phi",
  benchmark: "mmlu_pro",
  question_id: "mmlu_pro_7",
  initial_majority_correct: true,
  final_majority_correct: false,
  collapsed: true,
  corrected: false,
  collapse_onset_round: 1,
  r1_majority_changed: true,
  r1_n_flipped_from_initial: 1,
  r1_agree_frac: 0.6666666666666666,
  parser_flags: [],
  release_tier: "open_derived",
  ...keys,
});

const file = "results/per_debate_r1_features.jsonl";
const read = (rows: readonly object[], overrides: RunOverrides = {}) =>
  seenIn(rows, overrides, r1Reader(file, overrides));

it("a row of the emitted shape keeps what it says by round, and has no ballots", () => {
  const { debates, run, faults, warnings } = read([emitted()]);
  expect([faults, warnings]).toEqual([[], []]);
  expect(debates[0]).toMatchObject({
    item: "mmlu_pro_7",
    benchmark: "mmlu_pro",
    cluster: "mmlu_pro_7",
    gold: "B",
    rounds: Array.from({ length: 4 }, () => [NOT_ASKED, NOT_ASKED, NOT_ASKED]),
    reported: { initialCorrect: true, finalCorrect: false, collapsed: true, corrected: false, onset: 1 },
    derived: {
      changed: [null, true, false, false],
      agreement: [2 / 3, 2 / 3, 1, 1],
      flipped: [null, 1, null, null],
      initialUnanimous: false,
      byGold: { right: [true, false, false, false], disagreeing: [null, 2, null, null] },
    },
    meta: null,
  });
  expect(run).toMatchObject({
    slug: "per_debate_r1_features",
    seats: [1, 2, 3].map(() => ({ model: "vllm/phi-4-mini" })),
  });
});

it("a row of the declared shape tells by its onset and its changes what it leaves out; the end is the protocol's third round", () => {
  const right = (keys: object) => read([declared(keys)]).debates[0].derived?.byGold.right;
  expect(right({})).toEqual([true, false, null, false]);
  expect(right({ collapse_onset_round: 3, r1_majority_changed: false })).toEqual([true, true, true, false]);
  expect(right({ r2_majority_changed: false, r3_majority_changed: false })).toEqual([true, false, false, false]);
  const kept = { initial_majority_correct: false, collapsed: false, collapse_onset_round: null };
  expect(right({ ...kept, r1_majority_changed: false })).toEqual([false, false, null, false]);
  expect(JSON.parse(read([declared()]).debates[0].meta!)).toEqual({
    parser_flags: [],
    release_tier: "open_derived",
    row_id: "r-0001",
    schema_version: "per_debate_r1_features.v1",
  });
});

it("other names of the same columns are read as well", () => {
  const renamed = [
    "init_majority_correct",
    "init_correct",
    "r1_majority_changed",
    "collapsed",
    "r1_n_flipped_from_init",
  ];
  const row = Object.fromEntries(Object.entries(emitted()).filter(([key]) => !renamed.includes(key)));
  const names = { initial_correct: true, R1_majority_shift: 1, collapse_y: 1, r1_n_flips_from_initial: 2 };
  expect(read([{ ...row, ...names }])).toMatchObject({
    faults: [],
    warnings: [],
    debates: [{ derived: { flipped: [null, 2, null, null] } }],
  });
});

it("a row without the later rounds ends where it ends", () => {
  const none = Object.fromEntries(
    ["r2", "r3"].flatMap((round) =>
      ["majority_changed", "agree_frac", "majority_correct"].map((key) => [`${round}_${key}`, null]),
    ),
  );
  const { debates } = read([emitted(none)]);
  expect(debates[0].rounds).toHaveLength(2);
  expect(debates[0].derived?.byGold.right).toEqual([true, false]);
});

it("rows that cannot be are refused with the place", () => {
  const faults = (keys: object) => read([emitted(keys)]).faults;
  expect(faults({ r2_majority_changed: 0, r2_majority_correct: 1 })).toEqual([
    "1: r2_majority_changed: expected 1, since right or not changed, got 0, with a majority not right before and right after",
    "1: r3_majority_changed: expected 1, since right or not changed, got 0, with a majority right before and not right after",
  ]);
  expect(faults({ r1_majority_correct: 1, r2_majority_changed: 1 })[0]).toContain(
    "the majority is right before and after",
  );
  expect(faults({ init_agree_frac: 1.2 })).toEqual([
    "1: init_agree_frac: expected a number from 0 to 1, or null, got number 1.2",
  ]);
  expect(faults({ r1_n_flipped_from_init: 4 })[0]).toContain("a whole number from 0 to 3");
  expect(faults({ collapsed: "yes" })[0]).toContain("collapsed: expected 0, 1, true, false or null");
  expect(faults({ schema_version: "2" })[0]).toContain("schema_version");
  expect(faults({ model: null })[0]).toContain("model");
});

it("a table of several models is refused unless one of them is named; repeats of a question are replicates", () => {
  const rows = [emitted(), emitted({ model: "vllm/qwen3-8b" }), emitted()];
  expect(read(rows).faults).toEqual([
    '2: model: expected the rows of one model ("vllm/phi-4-mini"), or to be told which with only, got "vllm/qwen3-8b"',
  ]);
  const { debates, run } = read(rows, { only: "vllm/phi-4-mini" });
  expect(debates.map(({ replicate }) => replicate)).toEqual([0, 1]);
  expect(run?.slug).toBe("per_debate_r1_features-vllm-phi-4-mini");
});

const csv = (rows: readonly Record<string, unknown>[]): string =>
  [Object.keys(emitted()), ...rows.map((row) => Object.values(row))]
    .map((fields) => fields.map((field) => (field === null ? "" : String(field as string | number))).join(","))
    .join("\n");
const readText = (name: string, text: string) =>
  readRun({ name, bytes: chunks(text, 100) }, {}, () => Promise.resolve());

it("CSV and JSONL of the same rows are the same content", async () => {
  const rows = [
    emitted(),
    emitted({
      question_id: "mmlu_pro_8",
      collapsed: 0,
      final_correct: 1,
      r3_majority_changed: 1,
      r3_majority_correct: 1,
      cascade_round: null,
    }),
  ];
  const one = await readText("per_debate_r1_features.csv", csv(rows));
  const other = await readText("per_debate_r1_features.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  expect(one).toMatchObject({ format: "debateledger-r1", debates: 2, seats: 3, warnings: [], header: { rounds: 4 } });
  expect(other.contentDigest).toBe(one.contentDigest);
});

it("flags that contradict the columns by round are counted and shown", async () => {
  const text = csv([emitted({ collapsed: 0, cascade_round: 2 })]);
  const { disagreements, warnings } = await readText("t.csv", text);
  expect(disagreements).toEqual({ debates: 1, fields: { collapsed: 1, onset: 1 } });
  expect(warnings[0].examples[0].says).toBe("collapsed: reported false, rounds true; onset: reported 2, rounds 1");
});

it("a CSV line of another width is refused with its number", async () => {
  await expect(readText("t.csv", `${csv([emitted()])}\nvllm/phi-4-mini,mmlu_pro_9`)).rejects.toMatchObject({
    message: "t.csv:3: expected 22 fields, got 2",
  });
});
