// Aim: the committed example runs are what the generator writes, and hold the counts they claim, counted here the plain
// way: first label with most ballots, in alphabetical order.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const examples = new URL("../examples/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, examples), "utf8");
const written = readdirSync(examples).filter((name) => /\.(jsonl|ndjson)$/.test(name));
const runFiles = written.filter((name) => name.endsWith(".jsonl"));

interface Line {
  item: string;
  replicate?: number;
  gold: string;
  labels: string[];
  rounds: (string | null)[][];
}

function debates(name: string): Line[] {
  const [, ...lines] = read(name).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Line);
}

function majority(ballots: (string | null)[]): string | null {
  const votes = (label: string) => ballots.filter((ballot) => ballot === label).length;
  const labels = [...new Set(ballots)].filter((ballot) => ballot !== null).sort();
  return labels.find((label) => labels.every((other) => votes(label) >= votes(other))) ?? null;
}

/** Correctness of the majority by round, such as "1100". */
const path = ({ rounds, gold }: Line) => rounds.map((round) => (majority(round) === gold ? "1" : "0")).join("");

describe("a fresh copy", () => {
  let fresh: string;
  beforeAll(() => {
    fresh = mkdtempSync(join(tmpdir(), "counterweight-examples-"));
  });
  afterAll(() => rmSync(fresh, { recursive: true }));

  it("of the examples has the bytes of the committed ones", () => {
    execFileSync(process.execPath, [new URL("generate.js", examples).pathname, fresh]);
    expect(readdirSync(fresh).sort()).toEqual([...written].sort());
    for (const name of written) expect(readFileSync(join(fresh, name), "utf8")).toBe(read(name));
  });

  it("of the judges' controls has the bytes of the committed ones", () => {
    const controls = mkdtempSync(join(fresh, "judges-"));
    execFileSync(process.execPath, [new URL("judges/controls.js", examples).pathname, controls]);
    const names = readdirSync(controls);
    expect(names).toHaveLength(3);
    for (const name of names) expect(readFileSync(join(controls, name), "utf8")).toBe(read(`judges/${name}`));
  });
});

it.each([
  ["gemini-3-flash", 200, 170, 1, 2, [1, 0, 0]],
  ["gpt-5.4-mini", 200, 143, 1, 10, [0, 0, 1]],
  ["llama-3.1-8b", 2003, 1016, 86, 98, [43, 21, 22]],
  ["phi-4-mini", 2161, 1094, 112, 174, [67, 17, 28]],
  ["qwen3-4b", 2161, 979, 50, 461, [35, 9, 6]],
  ["qwen3-8b", 200, 56, 3, 71, [3, 0, 0]],
])(
  "primary-%s holds %i debates, %i right starts, %i collapses and %i corrections",
  (model, size, right, collapses, corrections, onsets) => {
    const paths = debates(`primary-${model}.jsonl`).map(path);
    const collapsed = paths.filter((own) => own.startsWith("1") && own.endsWith("0"));
    expect(paths).toHaveLength(size);
    expect(paths.filter((own) => own.startsWith("1"))).toHaveLength(right);
    expect(collapsed).toHaveLength(collapses);
    expect(paths.filter((own) => own.startsWith("0") && own.endsWith("1"))).toHaveLength(corrections);
    expect([1, 2, 3].map((round) => collapsed.filter((own) => own.indexOf("0") === round).length)).toEqual(onsets);
  },
);

it("the models of the primary cohort share their questions and the answers to them", () => {
  const gold = new Map<string, string>();
  for (const name of runFiles.filter((file) => file.startsWith("primary-")))
    for (const { item, gold: answer } of debates(name)) {
      expect(gold.get(item) ?? answer).toBe(answer);
      gold.set(item, answer);
    }
  expect(gold.size).toBe(2161);
});

it("Llama answered thirteen questions twice: the second time is a replicate", () => {
  const lines = debates("primary-llama-3.1-8b.jsonl");
  const replicates = lines.filter(({ replicate }) => replicate === 1).map(({ item }) => item);
  expect(replicates).toHaveLength(13);
  expect(new Set(lines.map(({ item, replicate }) => `${item}/${replicate ?? 0}`)).size).toBe(lines.length);
  for (const item of replicates) expect(lines.filter((line) => line.item === item)).toHaveLength(2);
});

it("no tie decides a cell: where ballots tie at the start or the end, none of them is right", () => {
  for (const name of runFiles)
    for (const { rounds, gold } of debates(name))
      for (const round of [rounds[0], rounds[rounds.length - 1]]) {
        const counts = [...new Set(round)]
          .filter((ballot) => ballot !== null)
          .map((label) => [label, round.filter((ballot) => ballot === label).length] as const);
        const most = Math.max(...counts.map(([, count]) => count));
        const leaders = counts.filter(([, count]) => count === most).map(([label]) => label);
        if (leaders.length > 1) expect(leaders).not.toContain(gold);
      }
});

it("the GPQA check has 20 collapses, 19 corrections from a defined start, and two from a start without a majority", () => {
  const lines = debates("gpqa-check.jsonl");
  const defined = lines.filter(({ rounds }) => majority(rounds[0]) !== null).map(path);
  const undefinedStarts = lines.filter(({ rounds }) => majority(rounds[0]) === null).map(path);
  expect(lines).toHaveLength(198);
  expect(defined.filter((own) => own.startsWith("1") && own.endsWith("0"))).toHaveLength(20);
  expect(defined.filter((own) => own.startsWith("0") && own.endsWith("1"))).toHaveLength(19);
  expect(undefinedStarts.map((own) => own.endsWith("1"))).toEqual(expect.arrayContaining([true, true, false, false]));
  expect(undefinedStarts).toHaveLength(4);
});

interface Decision {
  item: string;
  replicate?: number;
  run: string;
  freeze: boolean;
}

it.each([
  { file: "decisions-probe-gate-6525", debates: 6525, prevented: 29, lost: 108 },
  { file: "decisions-round1-change-1255", debates: 1255, prevented: 56, lost: 69 },
  { file: "decisions-learned-stump-1255", debates: 1255, prevented: 2, lost: 31 },
])(
  "$file.ndjson decides $debates debates, and freezes $prevented collapses and $lost corrections",
  ({ file, debates: size, prevented, lost }) => {
    const decisions = read(`${file}.ndjson`)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Decision);
    const key = (run: string, item: string, replicate = 0) => `${run} ${item} ${replicate}`;
    const paths = new Map(
      [...new Set(decisions.map(({ run }) => run))].flatMap((run) =>
        debates(`${run}.jsonl`).map((line) => [key(run, line.item, line.replicate), path(line)] as const),
      ),
    );
    const frozen = decisions
      .filter(({ freeze }) => freeze)
      .map(({ run, item, replicate }) => paths.get(key(run, item, replicate)));
    expect(new Set(decisions.map(({ run, item, replicate }) => key(run, item, replicate)))).toEqual(
      new Set(paths.keys()),
    );
    expect(decisions).toHaveLength(size);
    expect(frozen.filter((own) => own?.startsWith("1") && own.endsWith("0"))).toHaveLength(prevented);
    expect(frozen.filter((own) => own?.startsWith("0") && own.endsWith("1"))).toHaveLength(lost);
  },
);
