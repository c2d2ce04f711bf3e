// Aim: whole files, read without a store: what is accepted and what each kind of bad file is told, once.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { UserError } from "../../src/errors.js";
import { readRun, type ReadOptions, type RunRead } from "../../src/import/readRun.js";
import { type RunBlock } from "../../src/import/runBlock.js";
import { chunks, debateOf, runOf } from "./read.js";
import { sharedFiles, sharedFolder } from "./sharedData.js";

const text = (lines: readonly (object | string)[]) =>
  lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");

async function read(
  content: string | Uint8Array,
  options: ReadOptions = {},
): Promise<RunRead & { blocks: RunBlock[] }> {
  const blocks: RunBlock[] = [];
  const found = await readRun({ name: "file", bytes: chunks(content, 1 << 16) }, options, (block) => {
    blocks.push(block);
    return Promise.resolve();
  });
  return { ...found, blocks };
}

async function refusal(content: string | Uint8Array, options: ReadOptions = {}): Promise<string[]> {
  const error: unknown = await read(content, options).then(
    () => new Error("it was accepted"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw error;
  return error.message.split("\n");
}

const many = (count: number) => Array.from({ length: count }, (_, index) => debateOf({ item: `q${index}` }));

describe("hostile files", () => {
  // Each is made here in the likeness of a file that somebody really has; the shared ones are read further down.
  const good = [runOf(), debateOf({ item: "q1" }), debateOf({ item: "q2" }), debateOf({ item: "q3" })];

  it("two gzip members one after the other are one file", async () => {
    const members = Buffer.concat([gzipSync(text(good.slice(0, 2))), gzipSync(text(good.slice(2)))]);
    expect(await read(members)).toMatchObject({ debates: 3, warnings: [] });
  });

  it("UTF-16 is named", async () => {
    const utf16 = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text(good), "utf16le")]);
    expect(await refusal(utf16)).toEqual(["file:1: expected UTF-8, got UTF-16"]);
  });

  it("one JSON array over many lines is one error", async () => {
    expect(await refusal(JSON.stringify(good, null, 1))).toEqual([
      "file:1: expected one JSON object per line, got the start of an array",
    ]);
  });

  it("one object over many lines is one error, at its first line", async () => {
    expect(await refusal(`\n${JSON.stringify(good[0], null, 1)}`)).toEqual([
      "file:2: expected one JSON object per line, got an object that goes on over several lines",
    ]);
  });

  it("a table is one error", async () => {
    expect(await refusal("item,gold,answer\nq1,A,B\nq2,A,B\n")).toEqual([
      'file:1: expected one JSON object per line, got text that starts with "item,gold,answer"',
    ]);
  });

  it("a second run line is refused, and so is every other fault of the file", async () => {
    expect(await refusal(text([good[0], good[1], "", runOf({ slug: "again" }), debateOf({ item: 4 })]))).toEqual([
      "file:4: run: expected a debate (the run line comes first and once), got a run line",
      "file:5: item: expected string, got number 4",
    ]);
  });

  it("a last line that broke off is refused by its number, and a first one too", async () => {
    const whole = text(good);
    expect(await refusal(whole.slice(0, -5))).toEqual([
      expect.stringMatching(/^file:4: expected a whole JSON object, got one that breaks off after \d+ characters$/),
    ]);
    expect(await refusal(whole.slice(0, 20))).toEqual([expect.stringMatching(/^file:1: expected a whole JSON object/)]);
    expect(await refusal(`${whole.slice(0, 20)}\n${text(good.slice(1))}`)).toHaveLength(1);
  });

  it("early stops are accepted without a word", async () => {
    const no = { asked: false };
    const rounds = [
      [
        ["A", "A", "A"],
        [no, no, no],
      ],
      [["A", "B", "B"]],
      [
        ["A", "A", no],
        ["B", "B", no],
      ],
      [
        [no, no, no],
        ["A", "A", "A"],
      ],
    ];
    const lines = rounds.map((some, index) => debateOf({ item: `q${index}`, rounds: some }));
    expect(await read(text([runOf(), ...lines]))).toMatchObject({ debates: 4, warnings: [], header: { rounds: 2 } });
  });

  it("reports that contradict the ballots are warned about with their lines, and change nothing", async () => {
    const { warnings, disagreements, blocks } = await read(
      text([
        runOf(),
        debateOf({
          rounds: [
            ["A", "A", "B"],
            ["A", "A", "A"],
          ],
          reported: { initialMajority: "A", finalMajority: "B", finalCorrect: false },
        }),
        debateOf({
          item: "q2",
          gold: "B",
          rounds: [
            ["A", "", "B"],
            ["B", "", "B"],
          ],
          reported: { initialMajority: "", finalMajority: "B", corrected: true },
        }),
        debateOf({
          item: "q3",
          gold: "C",
          rounds: [
            ["C", " ", null],
            ["D", null, "D"],
          ],
          reported: { collapsed: false },
        }),
      ]),
    );
    expect(warnings).toMatchObject([
      {
        kind: "REPORTED_CONTRADICTS",
        count: 3,
        examples: [
          {
            line: 2,
            path: "reported",
            says: "final majority: reported B, ballots A; final correct: reported false, ballots true",
          },
          { line: 3, path: "reported", says: "initial majority: reported none, ballots A (tie)" },
          { line: 4, path: "reported", says: "collapsed: reported false, ballots true" },
        ],
      },
    ]);
    expect(disagreements).toEqual({
      debates: 3,
      fields: { finalMajority: 1, finalCorrect: 1, initialMajority: 1, collapsed: 1 },
    });
    expect(blocks[0].debates.map((one) => one.disagreements)).toEqual([
      ["finalMajority", "finalCorrect"],
      ["initialMajority"],
      ["collapsed"],
    ]);
  });
});

it.each([
  ["nothing at all", "", "debates, got an empty file"],
  ["blank lines", "\n \n\t\r\n", "debates, got an empty file"],
  ["a run line alone", text([runOf()]), "debates, got a run line alone"],
])("a file with %s is refused", async (_, content, says) => {
  expect(await refusal(content)).toEqual([`file:1: expected ${says}`]);
});

it("a file of another kind is refused by its name, once", async () => {
  const probe = { question_id: "q", condition: "default", agent_idx: 0, probe_results: [] };
  expect(await refusal(text([probe, probe]))).toEqual([
    "file:1: expected debates, got a row of a DebateLedger probe screen (sa_causal_*)",
  ]);
  expect(await refusal(text([runOf(), debateOf()]), { format: "debateledger" })).toEqual([
    "file:1: expected debates in the format debateledger, got the format neutral",
  ]);
});

it("faults are listed up to the limit, and no block is handed on after the first", async () => {
  const bad = Array.from({ length: 20 }, (_, index) => debateOf({ item: index }));
  const faults = await refusal(text([runOf(), ...bad]), { maxErrors: 5 });
  expect(faults).toHaveLength(6);
  expect(faults[5]).toBe("file: stopped after 5 faults");
  let handed = 0;
  const content = text([runOf(), ...many(5000), debateOf({ item: 5 }), ...many(5000)]);
  const reading = readRun({ name: "file", bytes: chunks(content, 1 << 16) }, { maxErrors: 1 }, () =>
    Promise.resolve(void handed++),
  );
  await expect(reading).rejects.toThrow("file:5002: item: expected string, got number 5");
  expect(handed).toBe(1);
});

it("blocks follow each other without gaps, and are the same however the file came in", async () => {
  const lines = [runOf(), ...many(9000)];
  const one = await read(text(lines));
  expect(one.blocks.map(({ index, first, debates }) => [index, first, debates.length])).toEqual([
    [0, 0, 4096],
    [1, 4096, 4096],
    [2, 8192, 808],
  ]);
  const turned = lines.map((line) => Object.fromEntries(Object.entries(line).reverse()));
  const other = await read(
    gzipSync(`\ufeff${JSON.stringify(turned[0])}\r\n\r\n${text(turned.slice(1)).replaceAll(",", " ,\t")}`),
  );
  expect(other.blocks.map(({ digest }) => digest)).toEqual(one.blocks.map(({ digest }) => digest));
  expect(other.contentDigest).toBe(one.contentDigest);
  expect(other.sourceDigest).not.toBe(one.sourceDigest);
  expect(other.warnings).toMatchObject([{ kind: "BYTE_ORDER_MARK", count: 1 }]);
});

it("the content digest notices every change: a ballot, an order, a seat, the run's own words", async () => {
  const digest = async (lines: readonly object[]) => (await read(text(lines))).contentDigest;
  const digests = [
    await digest([runOf(), debateOf(), debateOf({ item: "q2" })]),
    await digest([runOf(), debateOf({ item: "q2" }), debateOf()]),
    await digest([runOf(), debateOf({ gold: "B" }), debateOf({ item: "q2" })]),
    await digest([runOf(), debateOf({ meta: { a: 1 } }), debateOf({ item: "q2" })]),
    await digest([runOf({ note: "x" }), debateOf(), debateOf({ item: "q2" })]),
    await digest([runOf({ earlyStop: "CARRY_FORWARD" }), debateOf(), debateOf({ item: "q2" })]),
  ];
  expect(new Set(digests).size).toBe(digests.length);
});

it("a run whose debates name several benchmarks is known by all of them", async () => {
  const lines = [
    runOf({ benchmark: undefined }),
    debateOf({ benchmark: "b" }),
    debateOf({ item: "q2", benchmark: "a" }),
  ];
  expect((await read(text(lines))).header.benchmark).toBe("a/b");
});

it("progress tells bytes and debates", async () => {
  const seen: [number, number][] = [];
  await read(text([runOf(), ...many(2000)]), { onProgress: ({ read, debates }) => seen.push([read, debates]) });
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.at(-1)?.[1]).toBe(2000);
});

it("a DebateLedger file is recognised, its repeats are counted, its own majorities compared", async () => {
  const row = {
    model: "vllm/x",
    question_id: "mmlu_pro_1",
    correct_label: "A",
    initial_answers: ["A", "A", "B"],
    initial_majority: "A",
    initial_correct: true,
    final_answer: "B",
    final_correct: false,
    collapsed: true,
    corrected: false,
    round_traces: [
      { round: 1, answers: ["A", "B", "B"], majority: "A", majority_changed: false },
      { round: 2, answers: ["B", "B", "B"], majority: "B", majority_changed: true },
    ],
  };
  const found = await read(text([row, row, { ...row, question_id: "mmlu_pro_2", round_traces: [] }]));
  expect(found).toMatchObject({ format: "debateledger", debates: 3, replicates: 1, header: { rounds: 3 } });
  expect(found.disagreements).toEqual({ debates: 2, fields: { round1Majority: 2 } });
});

interface Expected {
  readonly outcome: string;
  readonly stored: { readonly debates: number };
  readonly errors?: readonly { readonly line: number; readonly path?: string; readonly says: string }[];
  readonly warnings?: readonly { readonly line: number; readonly path: string; readonly says: string }[];
}

const hostile = sharedFolder("data/hostile");
(hostile === null ? describe.skip : describe)("the shared hostile files", () => {
  const { files } = JSON.parse(
    hostile === null ? '{"files":{"none":{}}}' : readFileSync(`${hostile}/expected.json`, "utf8"),
  ) as {
    files: Record<string, Expected>;
  };
  it.each(Object.entries(files))("%s behaves as it should", async (name, expected) => {
    const path = `${hostile}/${name}`;
    const reading = readRun({ path }, {}, () => Promise.resolve());
    if (expected.outcome === "ACCEPTED") {
      const { debates, warnings } = await reading;
      expect(debates).toBe(expected.stored.debates);
      const said = warnings.flatMap(({ examples }) => examples);
      expect(said).toHaveLength(expected.warnings?.length ?? 0);
      for (const { line, path, says } of expected.warnings ?? [])
        expect(said).toContainEqual({ line, path, says: expect.stringContaining(says) as unknown });
      return;
    }
    const error = await reading.then(
      () => null,
      (reason: unknown) => reason,
    );
    const told = error instanceof UserError ? error.message.split("\n") : [];
    for (const { line, path, says } of expected.errors ?? []) {
      const start = `${hostile}/${name}:${line}: ${path === undefined ? "" : `${path}: `}`;
      expect(told.filter((fault) => fault.startsWith(start) && fault.includes(says))).not.toEqual([]);
    }
    if (name.startsWith("c-")) expect(told).toHaveLength(1);
  });
});

const neutral = sharedFiles("data/neutral", ".jsonl.gz");
const golden = sharedFolder("golden");
(neutral.length === 0 || golden === null ? describe.skip : describe)("the shared neutral files", () => {
  interface Golden {
    readonly slug: string;
    readonly debates: number;
    readonly seats: number;
    readonly rounds: number;
    readonly reported: Record<string, { differs: number }> | null;
  }
  const files =
    golden === null
      ? {}
      : (JSON.parse(readFileSync(`${golden}/real-data.json`, "utf8")) as { files: Record<string, Golden> }).files;
  it.each(neutral.length === 0 ? ["none"] : neutral)(
    "%s is read without a fault, and its reports differ as published",
    async (path) => {
      const found = await readRun({ path }, {}, () => Promise.resolve());
      const expected = files[path.replace(/^.*\//, "").replace(".jsonl.gz", "")];
      expect(found).toMatchObject({
        debates: expected.debates,
        seats: expected.seats,
        header: { slug: expected.slug, rounds: expected.rounds },
      });
      const differing = Object.entries(expected.reported ?? {}).filter(([, { differs }]) => differs > 0);
      expect(found.disagreements.fields).toEqual(
        Object.fromEntries(differing.map(([field, { differs }]) => [field, differs])),
      );
    },
  );
});

it("debates with long replies make smaller blocks, so that memory stays flat", async () => {
  const rounds = [[{ text: "word ".repeat(4000), answer: "A" }, "A", "B"]];
  const { blocks } = await read(text([runOf(), ...many(500).map((line) => ({ ...line, rounds }))]));
  expect(blocks.map(({ first, debates }) => [first, debates.length])).toEqual([
    [0, 200],
    [200, 200],
    [400, 100],
  ]);
});

it("the example of the format's page is a file that is accepted as it stands", async () => {
  const page = readFileSync(new URL("../../docs/format.md", import.meta.url), "utf8");
  const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  expect(await read(example)).toMatchObject({ debates: 2, warnings: [], header: { slug: "panel3", rounds: 3 } });
});
