// Aim: a file of probes is stored as what it records, once, whole or not at all, and what is no such file is called by its name.
import { expect, it } from "@jest/globals";
import { probeAt } from "../../src/debate/probeColumns.js";
import { probesOf, probeSetsBySlug } from "../../src/store/probeSets.js";
import { verifyRows } from "../../src/store/verifyRows.js";
import { verifyLog } from "../../src/store/verifyLog.js";
import { type Store } from "../../src/store/open.js";
import { eachStore } from "../store/eachStore.js";
import { importRows, importText, saCausalRow, smallScreen } from "./probeLines.js";

async function storedProbes(store: Store, slug: string) {
  const set = (await probeSetsBySlug(store.prisma, [slug])).get(slug)!;
  const table = await probesOf(store, set);
  return Array.from({ length: table.size }, (_, row) => probeAt(table, row));
}

eachStore((store) => {
  it("a DebateLedger screen becomes one probe a row, seats named as in the debates", async () => {
    const rows = smallScreen(2);
    const report = await importRows(store(), "sa_causal_router_qwen3.5-4b.jsonl", rows);
    expect(report).toMatchObject({
      probeSet: "sa_causal_router_qwen3.5-4b",
      status: "IMPORTED",
      format: "sa-causal",
      probes: 18,
      items: 2,
      missing: 0,
      disagreements: { probes: 0, fields: {} },
      warnings: [],
    });
    const probes = await storedProbes(store(), report.probeSet);
    expect(probes).toHaveLength(18);
    expect(
      probes.find(({ item, condition, seat }) => item === "mmlu_pro_1" && condition === "default" && seat === "3"),
    ).toEqual({
      model: "qwen3.5-4b",
      family: null,
      provider: "local_vllm",
      scaffold: null,
      item: "mmlu_pro_1",
      benchmark: "mmlu_pro",
      category: "law",
      condition: "default",
      seat: "3",
      replicate: 0,
      temperature: 1,
      gold: "A",
      initial: "A",
      replies: [..."ABBBA-BB"].map((letter) => ({ answer: letter === "-" ? null : letter, suggested: "B" })),
      counted: null,
      tokens: 840,
      cost: "0.001",
      meta: null,
    });
  });

  it("the same content again changes nothing, in whatever order; other content under the name is refused", async () => {
    const rows = smallScreen(2);
    const name = "sa_causal_router_qwen3.5-4b.jsonl";
    expect(await importRows(store(), name, [...rows].reverse())).toMatchObject({ status: "UNCHANGED" });
    await expect(importRows(store(), name, rows.slice(1))).rejects.toMatchObject({ code: "CONFLICT" });
    const options = { dryRun: true, run: { slug: "other" } };
    expect(await importRows(store(), name, rows, options)).toMatchObject({ status: "DRY_RUN", probeSet: "other" });
    expect(await store().prisma.probeSet.count()).toBe(1);
  });

  it("rows that repeat a key, cells without a row and a missing lane are counted and said", async () => {
    const rows = smallScreen(3).filter(({ condition }) => condition !== "anti_argument");
    const options = { run: { slug: "partial" } };
    const report = await importRows(store(), "x.jsonl", [...rows.slice(1), rows[5]], options);
    expect(report).toMatchObject({ probes: 17, missing: 1 });
    expect(report.warnings.map(({ kind, count, examples }) => [kind, count, examples[0].says])).toEqual([
      ["REPEATED_PROBES", 1, expect.stringContaining('"mmlu_pro_0","anti_social","3"')],
      ["MISSING_PROBES", 1, "1 of 18"],
      ["MISSING_LANES", 1, "anti_argument"],
    ]);
  });

  it("what a row reports of itself is compared with its replies and never used", async () => {
    const rows = smallScreen(1);
    const wrong = { ...rows[0], alpha_total: 0.25, initial_correct: false };
    const report = await importRows(store(), "x.jsonl", [wrong, ...rows.slice(1)], { run: { slug: "contradicted" } });
    expect(report.disagreements).toEqual({ probes: 1, fields: { alpha_total: 1, initial_correct: 1 } });
  });

  it("neutral probes carry models and scaffolds of their own", async () => {
    const report = await importRows(store(), "headline.jsonl", [
      { probes: { slug: "headline", benchmark: "b", note: "synthetic margins" } },
      {
        item: "q1",
        model: "m1",
        family: "F",
        scaffold: "s",
        initial: "A",
        gold: "A",
        suggested: "B",
        replies: [..."AABBAABB"],
      },
      { item: "q1", model: "m2", initial: "A", gold: "B", replies: ["A", null, { asked: false }, ..."AAAAA"] },
      { item: "q2", model: "m2", initial: "A", counted: { revised: 2, of: 8 } },
      { item: "q3", model: "m2", initial: null },
    ]);
    expect(report).toMatchObject({ format: "neutral-probes", probes: 4, items: 3, models: 2, missing: 0 });
    const probes = await storedProbes(store(), "headline");
    expect(probes[0]).toMatchObject({ model: "m1", family: "F", scaffold: "s", condition: "default", seat: "1" });
    expect(probes[0].replies[2]).toEqual({ answer: "B", suggested: "B" });
    expect(probes[1].replies.slice(0, 3)).toEqual([
      { answer: "A", suggested: null },
      { answer: null, suggested: null },
      null,
    ]);
    expect(probes[2]).toMatchObject({ replies: [], counted: { revised: 2, of: 8 } });
    expect(probes[3]).toMatchObject({ initial: null, replies: [], counted: null });
  });

  it("the log says what was stored, and rows and columns are held against it", async () => {
    const checks = await verifyRows(store().prisma, await verifyLog(store().prisma));
    expect(checks.filter(({ fault }) => fault !== null)).toEqual([]);
    const objects = checks.filter(({ check }) => check === "probes").map(({ object }) => object);
    expect(objects).toEqual(
      ["router_qwen3.5-4b", "partial", "contradicted", "headline"].map((slug) => expect.stringContaining(slug)),
    );
  });

  it("what stands cannot be changed, added to or left half, and a changed byte is found", async () => {
    const { prisma } = store();
    for (const table of ["ProbeSet", "ProbeBlock"]) {
      const column = table === "ProbeSet" ? "note" : "bytes";
      await expect(prisma.$executeRawUnsafe(`UPDATE "${table}" SET ${column} = ${column}`)).rejects.toThrow(
        "IMMUTABLE",
      );
      await expect(prisma.$executeRawUnsafe(`DELETE FROM "${table}"`)).rejects.toThrow("IMMUTABLE");
      await expect(prisma.$executeRawUnsafe(`TRUNCATE "${table}" CASCADE`)).rejects.toThrow("IMMUTABLE");
    }
    await expect(
      prisma.$executeRawUnsafe(`INSERT INTO "ProbeBlock" SELECT max(id), '\\x00' FROM "ProbeSet"`),
    ).rejects.toThrow("IMMUTABLE");
    const statement = (await prisma.logEntry.findFirst({ where: { kind: "probes" } }))!.statement;
    await expect(prisma.logEntry.createMany({ data: [{ position: 0n, kind: "probes", statement }] })).rejects.toThrow(
      "no row is written",
    );
    const undo = new Error("only looked");
    const changed = prisma.$transaction(async (database) => {
      await database.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
      await database.$executeRawUnsafe(`UPDATE "ProbeSet" SET probes = probes + 1 WHERE slug = 'headline'`);
      await database.$executeRawUnsafe(`UPDATE "ProbeBlock" SET bytes = set_byte(bytes, 20, get_byte(bytes, 20) # 1)
        WHERE "setId" = (SELECT id FROM "ProbeSet" WHERE slug = 'partial')`);
      const faults = (await verifyRows(database, await verifyLog(database))).filter(({ fault }) => fault !== null);
      expect(faults.map(({ object }) => object)).toEqual(["probes partial", "probes headline", "probes headline"]);
      throw undo;
    });
    await expect(changed).rejects.toBe(undo);
  });

  it.each<[string, readonly (object | string)[], string]>([
    [
      "a reply place twice",
      [
        {
          ...smallScreen(1)[0],
          probe_results: [smallScreen(1)[0].probe_results[0], smallScreen(1)[0].probe_results[0]],
        },
      ],
      "x.jsonl:1: probe_results[1]: expected each strength once for each channel, got weak solo again",
    ],
    [
      "a debate among the probes",
      [smallScreen(1)[0], { question_id: "mmlu_pro_1", round_traces: [] }],
      "x.jsonl:2: expected a probe of the format sa-causal, as the file began, got a debate",
    ],
    [
      "half a last line",
      [smallScreen(1)[0], '{"question_id":"mmlu_pro_9","cond'],
      "x.jsonl:2: expected a whole JSON object, got one that breaks off after 33 characters",
    ],
    [
      "another model",
      [smallScreen(1)[0], saCausalRow(1, "default", 0, "A", "AAAAAAAA", { model_name: "m" })],
      'x.jsonl:2: model_name: expected the file\'s one model ("qwen3.5-4b"), got "m"',
    ],
    [
      "no initial answer",
      [saCausalRow(1, "default", 0, "A", "AAAAAAAA", { initial_answer: null })],
      "x.jsonl:1: initial_answer: expected an answer",
    ],
    [
      "an unknown strength",
      [{ ...smallScreen(1)[0], probe_results: [{ strength: "huge", social: true }] }],
      'x.jsonl:1: probe_results[0].strength: expected weak, moderate, strong, very_strong, got string "huge"',
    ],
    [
      "seven replies",
      [{ item: "q", benchmark: "b", model: "m", initial: "A", replies: ["A"] }],
      "x.jsonl:1: replies: expected 8 replies: weak to very strong, each solo and then social, got 1",
    ],
  ])("%s is refused by its line", async (_, lines, sentence) => {
    const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
    await expect(importText(store(), "x.jsonl", text, { run: { slug: "refused" } })).rejects.toThrow(sentence);
    expect(await store().prisma.probeSet.count()).toBe(4);
  });
});
