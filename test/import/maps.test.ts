// Aim: every map that is shipped reads what it is for. The debates of an independent conversion, checked by its own statistics, are the
// measure: item, gold, ballots and everything else must be the same, and with them the digest of the whole run.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { type Debate } from "../../src/debate/debate.js";
import { canonicalRecord } from "../../src/import/contentDigest.js";
import { type Source } from "../../src/import/lines.js";
import { mapping } from "../../src/import/mapping.js";
import { type ReadOptions, readRun } from "../../src/import/readRun.js";
import { type RunOverrides } from "../../src/import/reader.js";
import { chunks } from "./read.js";
import { sharedFolder } from "./sharedData.js";

const maps = new URL("../../maps/", import.meta.url);
const excerpts = new URL("maps/", import.meta.url);
const mapNames = readdirSync(maps)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(/\.json$/, ""));
const shipped = (name: string) => mapping(`${name}.json`, readFileSync(new URL(`${name}.json`, maps), "utf8"));

interface Twin {
  readonly map: string;
  readonly files: readonly string[];
  readonly lines: readonly object[];
}
const twins = Object.entries(JSON.parse(readFileSync(new URL("twins.json", excerpts), "utf8")) as Record<string, Twin>);

async function runIn(source: Source | readonly Source[], options: ReadOptions) {
  const debates: Debate[] = [];
  const read = await readRun(source, options, (block) => {
    debates.push(...block.debates.map(({ debate }) => debate));
    return Promise.resolve();
  });
  return { ...read, lines: debates.map(canonicalRecord) };
}

const neutral = (lines: readonly object[]): Source => ({
  name: "twin.jsonl",
  bytes: chunks(lines.map((line) => JSON.stringify(line)).join("\n"), 1 << 16),
});

/** The conversion said more of these runs than their files do. */
const titles: Record<string, RunOverrides> = {
  "eval-log-fixtures.arc_easy": { title: "Two Inspect logs on ARC-easy read as one blind panel", license: "MIT" },
};

describe("the excerpt of", () => {
  it.each(twins)("%s is read as its conversion says", async (name, { map, files, lines }) => {
    const sources = files.map((file) => ({ path: new URL(file, excerpts).pathname }));
    const [mapped, twin] = await Promise.all([
      runIn(sources, { map: shipped(map), run: titles[name] ?? {} }),
      runIn(neutral(lines), {}),
    ]);
    expect(mapped.lines).toEqual(twin.lines);
    expect(mapped.header).toEqual({ ...twin.header, rounds: mapped.header.rounds });
    expect(mapped.contentDigest).toBe(twin.contentDigest);
  });
});

it("lm-evaluation-harness samples are read one response a seat, under the name of their task", async () => {
  const path = new URL("eval-log-fixtures/lm_eval_samples_math_perturbed_full.jsonl", excerpts).pathname;
  const { header, lines } = await runIn({ path }, { map: shipped("lm-eval"), run: { model: "toy-93m" } });
  expect(header).toMatchObject({ slug: "lm-eval-math-perturbed-full", benchmark: "math_perturbed_full", rounds: 1 });
  expect(header.seats).toMatchObject([{ seat: "response-0", model: "toy-93m" }]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"gold":"3"');
});

it("a chat history is read round by round, the dropped fourth agent from what the others were shown of it", async () => {
  const ask = (problem: string) => `Examples.\n\nPlease solve the problem below.\nProblem: ${problem}\nAnswer:`;
  const chat = (...texts: string[]) => [
    { role: "system", content: "Be brief." },
    ...texts.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content })),
  ];
  const others = (...texts: string[]) =>
    `These are the solutions to the problem from other agents: ${texts
      .map((text) => `\n\nOne agent solution: \`\`\`${text}\`\`\``)
      .join("")}\n\nUsing the reasoning from other agents as additional advice`;
  const problem = ask("What is half of one?");
  const document = {
    [problem]: [
      [
        chat(problem, "The answer is 1/2.", others("b", "c", "So $\\boxed{\\dfrac{1}{4}}$."), "The answer is 0.5."),
        chat(problem, "It is \\frac12", others("a", "c", "d"), "The answer is $\\tfrac12$."),
        chat(problem, "I get 0.25 or 3", others("a", "b", "d"), "None."),
      ],
      "\\frac{1}{2}",
      2,
      "Algebra",
    ],
    [ask("Two are left?")]: [[chat(problem, "1"), chat(problem, "1")], "1", 1, "Algebra"],
  };
  const source = { name: "toy.json", bytes: chunks(JSON.stringify(document), 100) };
  const { lines, warnings } = await runIn(source, { map: shipped("dylan-math-cot") });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0])).toMatchObject({
    category: "Algebra",
    gold: "\\frac{1}{2}",
    meta: '{"level":2}',
    rounds: [
      ["\\frac{1}{2}", "12", "3", "\\frac{1}{4}"],
      ["\\frac{1}{2}", "\\frac{1}{2}", null, { asked: false }],
    ],
  });
  expect(warnings).toMatchObject([{ kind: "LEFT_OUT", count: 1 }]);
});

it("every shipped map is read by a test, and says what it is for", () => {
  const tested = new Set([...twins.map(([, { map }]) => map), "lm-eval", "dylan-math-cot", "dylan-math-complex"]);
  const others = new Set(sets.map(([, map]) => map));
  expect(mapNames.filter((name) => !tested.has(name) && !others.has(name))).toEqual([]);
  const readme = readFileSync(new URL("README.md", maps), "utf8");
  expect(mapNames.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

const council = ["hard_frontier", "mmlu_pro_frontier", "test"] as const;
/** Every neutral file, the map that reads its source, and the files of the source. */
const sets: readonly (readonly [twin: string, map: string, folder: string, files: RegExp])[] = [
  ["pvd-gpqa.debate_run_a", "pvd-gpqa-debate", "pvd-gpqa", /^debate_run_a/],
  ["pvd-gpqa.samples8_run_a", "pvd-gpqa-samples-a", "pvd-gpqa", /^samples8_run_a/],
  ["pvd-gpqa.samples8_run_b", "pvd-gpqa-samples-b", "pvd-gpqa", /^samples8_run_b/],
  ["dylan-mmlu.team3", "dylan-mmlu-team3", "dylan-mmlu", /^(team3|gold)/],
  ["dylan-mmlu.team4", "dylan-mmlu-team4", "dylan-mmlu", /^(team4|gold)/],
  ["dylan-mmlu.team7", "dylan-mmlu-team7", "dylan-mmlu", /^(team7|gold)/],
  ["dylan-mmlu.dirty-team7", "dylan-mmlu-dirty", "dylan-mmlu", /^dirty/],
  ["dylan-math.cot", "dylan-math-cot", "dylan-math", /^CoT/],
  ["dylan-math.complex", "dylan-math-complex", "dylan-math", /^Complex/],
  ...council.flatMap((name) =>
    (["blind", "debate"] as const).map(
      (kind) =>
        [
          `council-governance.${name}-${kind}`,
          `council-${kind}`,
          "council-governance",
          RegExp(`_${name}.json`),
        ] as const,
    ),
  ),
  ["eot-samples.aqua", "eot-letters", "eot-samples", /_AQuA_/],
  ["eot-samples.addsub", "eot-numbers", "eot-samples", /_AddSub_/],
  ["eot-samples.gsm8k", "eot-numbers", "eot-samples", /_GSM8K_/],
  ["eot-samples.singleeq", "eot-numbers", "eot-samples", /_SingleEq_/],
  ["eot-samples.strategyqa", "eot-yes-no", "eot-samples", /_StrategyQA_/],
  ["llmbar-judges.vanilla-5", "llmbar-5", "llmbar-judges", /Vanilla/],
  ["llmbar-judges.vanilla-10", "llmbar-10", "llmbar-judges", /Vanilla/],
  ["llmbar-judges.cot-5", "llmbar-5", "llmbar-judges", /CoT/],
  ["llmbar-judges.cot-10", "llmbar-10", "llmbar-judges", /CoT/],
  ["pandalm-humans.humans", "pandalm-humans", "pandalm-humans", /^testset/],
  ["pandalm-humans.judges", "pandalm-judges", "pandalm-humans", /testset/],
  ["gsm8k-solvers.part1", "gsm8k-solvers", "gsm8k-solvers", /./],
  ["dc-panels.aime_2024", "dc-aime", "dc-panels", /^AIME/],
  ["dc-panels.mmlu_pro_physics", "dc-mmlu-pro", "dc-panels", /^MMLU/],
  ["eval-log-fixtures.arc_easy", "inspect", "eval-log-fixtures", /arc_easy/],
];

const published = sharedFolder("data/public");
const converted = sharedFolder("data/neutral");
const here = published !== null && converted !== null;

(here ? describe : describe.skip)("the whole set of", () => {
  it("all conversions are among them", () => {
    const files = readdirSync(converted ?? ".").filter((name) => name.endsWith(".jsonl.gz"));
    expect(files.map((name) => name.replace(".jsonl.gz", "")).sort()).toEqual(sets.map(([twin]) => twin).sort());
  });

  it.each(sets)("%s, read through %s, is its conversion to the last digest", async (twin, map, folder, wanted) => {
    const paths = readdirSync(`${published}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((file) => wanted.test(file) && /\.(json|jsonl|csv)(\.gz)?$/.test(file))
      .sort()
      .map((file) => ({ path: `${published}/${folder}/${file}` }));
    const mapped = await runIn(paths, { map: shipped(map), run: titles[twin] ?? {} });
    const converse = await runIn({ path: `${converted}/${twin}.jsonl.gz` }, {});
    expect(mapped.lines).toEqual(converse.lines);
    expect(mapped.contentDigest).toBe(converse.contentDigest);
  });
});
