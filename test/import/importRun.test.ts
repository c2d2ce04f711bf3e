// Aim: a file becomes a run all at once or not at all, on both stores, whatever is wrong with it and whenever it is interrupted.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { UserError } from "../../src/errors.js";
import { importRun, type ImportOptions } from "../../src/import/importRun.js";
import { type Source } from "../../src/import/lines.js";
import { type Store } from "../../src/store/open.js";
import { eachStore } from "../store/eachStore.js";
import { chunks, debateOf, runOf } from "./read.js";

const folder = mkdtempSync(join(tmpdir(), "import-"));
afterAll(() => rmSync(folder, { recursive: true }));

const text = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const source = (lines: readonly object[], name = "toy.jsonl"): Source => ({
  name,
  bytes: chunks(text(lines), 1 << 16),
});
const many = (count: number, keys: object = {}) =>
  Array.from({ length: count }, (_, index) => debateOf({ item: `q${index}`, ...keys }));

function fileOf(name: string, lines: readonly object[]): Source {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, text(lines));
  return { path };
}

/** Everything of a run that is stored under this slug, seen or unseen. */
async function stored({ prisma }: Store, slug: string) {
  const load = await prisma.load.findUnique({ where: { slug } });
  const where = { runId: load?.id ?? -1 };
  return {
    load: load !== null,
    run: (await prisma.run.findUnique({ where: { slug } })) !== null,
    debates: await prisma.debate.count({ where }),
    blocks: await prisma.panelBlock.count({ where }),
  };
}

const nothing = { load: false, run: false, debates: 0, blocks: 0 };

/** Bytes that stop coming in the middle of a file. */
async function* interrupted(lines: readonly object[], after: number, error: Error): AsyncGenerator<Uint8Array, void> {
  yield* chunks(text(lines.slice(0, after)), 1 << 16);
  throw error;
}

eachStore((store) => {
  it("a file becomes a run with rows, blocks, digests and what was noticed", async () => {
    const lines = [
      runOf({ slug: "whole", title: "Whole", license: "MIT" }),
      ...many(4097, { labels: ["A"], gold: "A", reported: { finalMajority: "A" } }),
      debateOf({ item: "q0", replicate: 1, rounds: [["A", "A", { text: "said", answer: "B" }]] }),
    ];
    const report = await importRun(store(), source(lines));
    expect(report).toMatchObject({
      run: "whole",
      status: "IMPORTED",
      format: "neutral",
      debates: 4098,
      rounds: 2,
      seats: 3,
      replicates: 1,
      resumed: 0,
      disagreements: { debates: 4097, fields: { finalMajority: 4097 } },
      warnings: [
        { kind: "OUTSIDE_LABELS", count: 3 * 4097 },
        { kind: "REPORTED_CONTRADICTS", count: 4097 },
      ],
    });
    expect(await stored(store(), "whole")).toEqual({ load: true, run: true, debates: 4098, blocks: 2 });
    const run = await store().prisma.run.findUniqueOrThrow({ where: { slug: "whole" } });
    expect(run).toMatchObject({
      title: "Whole",
      debates: 4098,
      disagreements: 4097,
      sourceDigest: report.sourceDigest,
      contentDigest: report.contentDigest,
      importer: "neutral",
    });
    expect(run.warnings).toEqual(JSON.parse(JSON.stringify(report.warnings)));
  });

  it("the same content again changes nothing and says so, in whatever file it comes", async () => {
    const lines = [runOf({ slug: "again" }), ...many(10)];
    const first = await importRun(store(), source(lines));
    const before = await store().prisma.run.findUniqueOrThrow({ where: { slug: "again" } });
    const second = await importRun(
      store(),
      source(lines.map((line) => Object.fromEntries(Object.entries(line).reverse()))),
    );
    expect([first.status, second.status]).toEqual(["IMPORTED", "UNCHANGED"]);
    expect(second.contentDigest).toBe(first.contentDigest);
    expect(await store().prisma.run.findUniqueOrThrow({ where: { slug: "again" } })).toEqual(before);
  });

  it("other content under a stored slug is a conflict, and the stored run stays as it was", async () => {
    await importRun(store(), source([runOf({ slug: "taken" }), ...many(10)]));
    for (const lines of [many(9), many(11), many(10, { gold: "B" })])
      await expect(importRun(store(), source([runOf({ slug: "taken" }), ...lines]))).rejects.toMatchObject({
        code: "CONFLICT",
      });
    expect(await stored(store(), "taken")).toEqual({ load: true, run: true, debates: 10, blocks: 1 });
  });

  it("what is given from outside wins, so one file can become another run", async () => {
    const lines = [runOf({ slug: "twice" }), ...many(3)];
    await importRun(store(), source(lines));
    await importRun(store(), source(lines), { run: { slug: "twice-carried", earlyStop: "CARRY_FORWARD" } });
    const runs = await store().prisma.run.findMany({
      where: { slug: { startsWith: "twice" } },
      orderBy: { slug: "asc" },
    });
    expect(runs.map(({ slug, carryForward }) => [slug, carryForward])).toEqual([
      ["twice", false],
      ["twice-carried", true],
    ]);
  });

  it("a dry run checks everything and stores nothing", async () => {
    const lines = [runOf({ slug: "dry" }), ...many(4200)];
    expect(await importRun(store(), source(lines), { dryRun: true })).toMatchObject({
      status: "DRY_RUN",
      debates: 4200,
    });
    expect(await stored(store(), "dry")).toEqual(nothing);
    await expect(importRun(store(), source([...lines, debateOf({ item: 5 })]), { dryRun: true })).rejects.toThrow(
      "toy.jsonl:4202: item: expected string, got number 5",
    );
  });

  it("a fault after many blocks leaves nothing, and all faults are told", async () => {
    const lines = [runOf({ slug: "faulty" }), ...many(4100), debateOf({ item: 1 }), debateOf({ item: "x", gold: 2 })];
    const error: unknown = await importRun(store(), source(lines)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "BAD_LINE",
      details: {
        file: "toy.jsonl",
        faults: [
          { line: 4102, path: "item", expected: "string", got: "number 1" },
          { line: 4103, path: "gold", expected: "string or null", got: "number 2" },
        ],
      },
    });
    expect(await stored(store(), "faulty")).toEqual(nothing);
    expect(await importRun(store(), source(lines.slice(0, -2)))).toMatchObject({ status: "IMPORTED", resumed: 0 });
  });

  it("an upload that is cut off is not seen, and goes on where it stopped", async () => {
    const lines = [runOf({ slug: "cut" }), ...many(4200)];
    const gone = new UserError("CANCELLED", "the sender went away");
    const bytes = interrupted(lines, 4150, gone);
    await expect(importRun(store(), { name: "toy.jsonl", bytes })).rejects.toBe(gone);
    expect(await stored(store(), "cut")).toEqual({ load: true, run: false, debates: 4096, blocks: 1 });
    const report = await importRun(store(), source(lines));
    expect(report).toMatchObject({ status: "IMPORTED", debates: 4200, resumed: 4096 });
    const whole = await importRun(store(), source(lines), { run: { slug: "uncut" } });
    expect(whole).toMatchObject({ resumed: 0 });
    const blocks = (slug: string) =>
      store().prisma.panelBlock.findMany({
        where: { runId: { in: ids.get(slug) } },
        orderBy: { index: "asc" },
        select: { digest: true },
      });
    const ids = new Map((await store().prisma.load.findMany()).map(({ slug, id }) => [slug, [id]]));
    expect(await blocks("cut")).toEqual(await blocks("uncut"));
  });

  it("what an interrupted import of another file has left gives way", async () => {
    const gone = new UserError("CANCELLED", "gone");
    const leave = async (slug: string, lines: readonly object[]) => {
      const bytes = interrupted([runOf({ slug }), ...lines], lines.length, gone);
      await expect(importRun(store(), { name: "toy.jsonl", bytes })).rejects.toBe(gone);
    };
    // Other debates, and more of them than the file that comes now.
    await leave("left", many(4150, { gold: "B" }));
    const lines = [runOf({ slug: "left" }), ...many(20)];
    expect(await importRun(store(), fileOf("left", lines))).toMatchObject({ status: "IMPORTED", resumed: 0 });
    await leave("longer", many(8250));
    const shorter = [runOf({ slug: "longer" }), ...many(4096)];
    expect(await importRun(store(), fileOf("longer", shorter))).toMatchObject({ status: "IMPORTED", debates: 4096 });
    expect(await stored(store(), "longer")).toEqual({ load: true, run: true, debates: 4096, blocks: 1 });
    // An upload cannot be read again: it is told to come again, and then finds nothing in its way.
    await leave("upload", many(4150, { gold: "B" }));
    const upload = [runOf({ slug: "upload" }), ...many(20)];
    await expect(importRun(store(), source(upload))).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await importRun(store(), source(upload))).toMatchObject({ status: "IMPORTED" });
  });

  it("two imports of one slug at a time are one too many, and the first is not disturbed", async () => {
    const lines = [runOf({ slug: "race" }), ...many(4200)];
    const results = await Promise.allSettled([1, 2, 3].map(() => importRun(store(), source(lines))));
    const done = results.filter(({ status }) => status === "fulfilled");
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as UserError] : []));
    expect(done.length).toBeGreaterThan(0);
    for (const { code } of refused) expect(code).toBe("CONFLICT");
    expect(await stored(store(), "race")).toEqual({ load: true, run: true, debates: 4200, blocks: 2 });
  });

  it("a DebateLedger file is stored with its repeats as replicates", async () => {
    const row = (id: string, answer: string) => ({
      model: "vllm/x",
      question_id: id,
      correct_label: "A",
      initial_answers: [answer, answer, null],
      round_traces: [{ round: 1, answers: ["A", "A", "A"], majority: "A", majority_changed: false }],
    });
    const lines = [row("mmlu_pro_1", "A"), row("mmlu_pro_2", "B"), row("mmlu_pro_1", "C")];
    const options: ImportOptions = { run: { family: "X" } };
    expect(await importRun(store(), source(lines, "debate_traces_vllm_x.jsonl"), options)).toMatchObject({
      run: "vllm_x",
      status: "IMPORTED",
      format: "debateledger",
      replicates: 1,
    });
    expect(await store().prisma.family.findUnique({ where: { slug: "X" } })).not.toBeNull();
  });

  it("whatever is broken in a file, it is stored whole or not at all", async () => {
    const lines = text([runOf(), ...many(4200)]);
    const put = fc.constantFrom("", "\u0000", "{", '"', "NaN", "]", "\n");
    let attempts = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(lines.length - 1), fc.nat(3), put, async (at, cut, broken) => {
        const slug = `broken-${++attempts}`;
        const bytes = chunks(lines.slice(0, at) + broken + lines.slice(at + cut), 1 << 16);
        const result: unknown = await importRun(store(), { name: "broken.jsonl", bytes }, { run: { slug } }).catch(
          (error: unknown) => error,
        );
        const found = await stored(store(), slug);
        if (result instanceof UserError) {
          expect((result.details as { faults: unknown[] }).faults.length).toBeGreaterThan(0);
          expect(found).toEqual(nothing);
        } else expect(found).toMatchObject({ run: true, debates: (result as { debates: number }).debates });
      }),
      { numRuns: 8 },
    );
  });
});

describe("without a store", () => {
  it("a file that is not there is refused before anything is asked of it", async () => {
    await expect(importRun({} as Store, { path: join(folder, "none.jsonl") })).rejects.toMatchObject({
      code: "BAD_FILE",
    });
  });
});
