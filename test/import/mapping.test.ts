// Aim: a map is data that is checked as a whole, reading through it always ends, and what does not fit is said with its place in the
// map or in the log. The logs here are small, wrong or hostile.
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { type Debate } from "../../src/debate/debate.js";
import { explain, explained } from "../../src/import/explain.js";
import { type Source } from "../../src/import/lines.js";
import { mapping } from "../../src/import/mapping.js";
import { readRun } from "../../src/import/readRun.js";
import { givenMap, shippedNames } from "../../src/import/shippedMaps.js";
import { chunks } from "./read.js";

const seat = (name: string) => ({ seat: name, model: "m" });
const plain = {
  map: 1,
  format: "JSONL",
  run: { slug: "toy", benchmark: "toy", condition: "FULL_DEBATE" },
  seats: ["a", "b"].map(seat),
  item: "/id",
  gold: "/gold",
  ballots: [{ from: "/rounds/*round/*seat" }],
};
const mapOf = (keys: object = {}) => mapping("map.json", JSON.stringify({ ...plain, ...keys }));
const file = (content: unknown, name = "log.jsonl", chunk = 7): Source => ({
  name,
  bytes: chunks(
    content instanceof Uint8Array || typeof content === "string" ? content : JSON.stringify(content),
    chunk,
  ),
});
const jsonl = (...records: unknown[]) => records.map((record) => JSON.stringify(record)).join("\n");
const record = { id: 1, gold: "A", rounds: [["A", "B"]] };

async function read(map: ReturnType<typeof mapOf>, ...sources: Source[]) {
  const debates: Debate[] = [];
  const run = await readRun(sources, { map }, (block) => {
    debates.push(...block.debates.map(({ debate }) => debate));
    return Promise.resolve();
  });
  return { ...run, debates };
}

describe("a map that is wrong says where:", () => {
  it.each([
    [{ map: 2 }, "map: expected 1, the version of maps that is read here, got number 2"],
    [{ colour: 1 }, "colour: expected one of map, title"],
    [{ seats: [] }, "seats: expected an array of seats"],
    [{ seats: [{ seat: "a" }] }, "seats[0].model: expected a value, got nothing"],
    [{ ballots: [] }, "ballots: expected at least one place where ballots stand, got none"],
    [{ ballots: [{ from: "/a" }] }, "ballots[0].seat: expected a value, or *seat in the path, got nothing"],
    [{ ballots: [{ from: "/*seat/*seat" }] }, "ballots[0].from: expected a path whose named wildcards"],
    [{ ballots: [{ from: "/*who" }] }, "ballots[0].from: expected a path whose named wildcards"],
    [{ ballots: [{ from: 7, seat: "a" }] }, "ballots[0].from: expected a path, got number 7"],
    [
      { ballots: [{ from: "/*seat", read: [{ match: "(" }] }] },
      "ballots[0].read[0].match: expected a pattern in RE2's syntax",
    ],
    [{ ballots: [{ from: "/*seat", read: [{ match: "(?=a)" }] }] }, "expected a pattern in RE2's syntax"],
    [
      { ballots: [{ from: "/*seat", read: [{ match: "a", group: 1 }] }] },
      "read[0].group: expected a group from 0 to 0",
    ],
    [{ ballots: [{ from: "/*seat", read: [{ guess: 1 }] }] }, "read[0]: expected a step with one of after, before"],
    [{ gold: "@answers/gold" }, "gold: expected a path from / or one of @file, @index"],
    [{ gold: { join: "x" } }, "gold.join: expected an array"],
    [{ where: { of: "/a", not: {} } }, "where: expected a condition with one of of, not, all, any, got 2"],
    [{ absent: "GUESS" }, "absent: expected one of REFUSE, UNPARSED, NOT_ASKED, LEAVE_OUT"],
    [{ rounds: 0 }, "rounds: expected a number of rounds from 1 to 64, got number 0"],
    [
      { tables: { gold: { file: "../gold.csv", key: { id: "/id" } } } },
      "tables.gold.file: expected the name of one of the files",
    ],
    [{ records: "@file" }, "records: expected a path from the document"],
    [{ archive: { records: "*/*" } }, "archive.records: expected members' names with at most one *"],
  ])("%j", (keys, complaint) => {
    expect(() => mapOf(keys)).toThrow(complaint);
  });

  it("all faults at once, a key twice, and text that is no JSON", () => {
    expect(() => mapOf({ seats: 1, rounds: 99 })).toThrow(/map\.json: seats: .*\nmap\.json: rounds: /);
    expect(() => mapping("m.json", '{"map":1,"map":1}')).toThrow('m.json: expected each key once, got "map" twice');
    expect(() => mapping("m.json", "[1]")).toThrow("m.json: expected a map: an object, got array");
    expect(() => mapping("m.json", "no")).toThrow("m.json: expected a JSON object");
    let deep: unknown = "/a";
    for (let at = 0; at < 30; at++) deep = { from: deep };
    expect(() => mapOf({ gold: deep })).toThrow("expected at most 16 values inside each other");
  });

  it("a name is that of a shipped map, and never a path", () => {
    expect(givenMap("inspect").name).toBe("inspect.json");
    expect(shippedNames()).toContain("lm-eval");
    expect(() => givenMap("../package")).toThrow("map: expected a map as JSON, or one of council-blind");
  });
});

describe("a log that does not fit says where:", () => {
  it.each([
    [
      "a selector that matches nothing",
      { format: "JSON", records: "/samples/*" },
      { other: [] },
      "log.jsonl:1: expected records at /samples/*, where the map says that they stand, got none",
    ],
    [
      "gold that is not there",
      {},
      { id: 1, rounds: [["A", "B"]] },
      "log.jsonl:1: expected a value for gold, where the map says that it stands, got nothing",
    ],
    [
      "an item that is an object",
      {},
      { ...record, id: {} },
      "log.jsonl:1: /id: expected item: a text or a number, got object",
    ],
    [
      "a ballot that is an object",
      {},
      { ...record, rounds: [["A", { b: 1 }]] },
      "log.jsonl:1: /rounds/0/1: expected a text, a number or null as a ballot, got object",
    ],
    [
      "a seat too many",
      {},
      { ...record, rounds: [["A", "B", "C"]] },
      "log.jsonl:1: /rounds/0/2: expected one of the map's 2 seats, got number 2",
    ],
    [
      "a ballot too few",
      {},
      { ...record, rounds: [["A"]] },
      'log.jsonl:1: expected a ballot of every seat at /rounds/*round/*seat (or another "absent" in the map), got none of 1: seat b, round 0',
    ],
    [
      "a path that leads nowhere",
      { ballots: [{ from: "/round/*round/*seat" }] },
      record,
      "expected a ballot of every seat at /round/*round/*seat",
    ],
    ["gold outside the labels", { labels: ["B", "C"] }, record, "log.jsonl:1: gold: expected one of the labels"],
    [
      "a seat nobody named",
      { ballots: [{ from: "/rounds/0/0", seat: "/id" }] },
      { ...record, id: "x" },
      '/rounds/0/0: expected one of the map\'s 2 seats, got string "x"',
    ],
    [
      "text that no database holds",
      {},
      { ...record, gold: "A\u0000" },
      "gold: expected text that a database can hold, got a NUL character",
    ],
  ])("%s", async (_, keys, content, complaint) => {
    await expect(read(mapOf(keys), file(content))).rejects.toThrow(complaint);
  });

  it("each key once, a half line, deep nesting and a long line", async () => {
    await expect(read(mapOf(), file('{"id":1,"id":2}'))).rejects.toThrow(
      'log.jsonl:1: expected each key once, got "id" twice',
    );
    await expect(read(mapOf(), file(`${jsonl(record)}\n{"id":`))).rejects.toThrow(
      "log.jsonl:2: expected a whole JSON value",
    );
    await expect(read(mapOf(), file(`${"[".repeat(300)}${"]".repeat(300)}`))).rejects.toThrow(
      "at most 256 arrays and objects",
    );
    const long = `{"id":2,"note":"${"x".repeat(17 * 1024 * 1024)}"}`;
    await expect(read(mapOf(), file(`${jsonl(record)}\n${long}`, "log.jsonl", 1 << 20))).rejects.toThrow(
      "log.jsonl:2: expected a line of at most",
    );
    const array = mapOf({ format: "JSON", records: "/*" });
    await expect(read(array, file(`[{"id":1},${long}]`, "log.json", 1 << 20))).rejects.toThrow("an element of at most");
    const ten = { ...record, text: "y".repeat(10 * 1024 * 1024) };
    expect((await read(array, file([ten], "log.json", 1 << 20))).debates).toHaveLength(1);
  });

  it.each([
    ["[1,2", "a whole JSON document, got one that breaks off"],
    ["", "a whole JSON document, got an empty file"],
    ["[{}] x", "nothing after the document's end"],
    ["[{},,{}]", "expected an element, got nothing"],
    ["[{},]", "expected an element, got nothing"],
    ['{"a":1,"a":2}', "each key once"],
    ['{"a" 1}', "a key and a value"],
    ["[1}", "the end of the array"],
    ["word", "a JSON array or object"],
  ])("the document %s", async (text, complaint) => {
    await expect(read(mapOf({ format: "JSON", records: "/*" }), file(text, "log.json", 1))).rejects.toThrow(complaint);
  });

  it("an item twice, a fault in the second of two files, and a table without the row", async () => {
    await expect(read(mapOf(), file(jsonl(record, record)))).rejects.toThrow(
      "log.jsonl:2: item: expected each item and replicate once",
    );
    const second = file(`\n${jsonl({ ...record, gold: 7, rounds: 1 })}`, "second.jsonl");
    await expect(read(mapOf(), file(jsonl(record)), second)).rejects.toThrow(
      "second.jsonl:2: expected a ballot of every seat",
    );
    const joined = mapOf({ gold: "@key2/gold", tables: { key2: { file: "gold.csv", key: { id: "/id" } } } });
    const table = file('id,gold\n1,"A\nor B"\n', "dir/gold.csv");
    expect((await read(joined, file(jsonl(record)), table)).debates[0].gold).toBe("A\nor B");
    await expect(
      read(joined, file(jsonl({ ...record, id: 2 })), file("id,gold\n1,A\n", "gold.csv.gz")),
    ).rejects.toThrow('a row of gold.csv for this record (id), got none for ["2"]');
    await expect(read(joined, file(jsonl(record)))).rejects.toThrow(
      "expected one file called gold.csv among those given, got 0",
    );
    await expect(read(joined, file(jsonl(record)), file("id,gold\n1,A\n1,B\n", "gold.csv"))).rejects.toThrow(
      "gold.csv:3: expected each id once",
    );
  });
});

describe("reading ends and stays data:", () => {
  it("a pattern that would take JavaScript's engine for ever takes a moment", async () => {
    const map = mapOf({ ballots: [{ from: "/rounds/*round/*seat", read: [{ match: "^(a+)+$" }] }] });
    const start = performance.now();
    const { debates } = await read(
      map,
      file({ ...record, rounds: [["a".repeat(50_000) + "!", "aa"]] }, "log.jsonl", 1 << 16),
    );
    expect(debates[0].rounds).toEqual([[null, "aa"]]);
    expect(performance.now() - start).toBeLessThan(5_000);
    const everywhere = mapOf({ ballots: [{ from: "/rounds/*round/*seat", read: [{ match: "a" }] }] });
    const many = { ...record, rounds: [["a".repeat(900_000), "a"]] };
    await expect(read(everywhere, file(many, "log.jsonl", 1 << 16))).rejects.toThrow(
      "/rounds/0/0: expected a text that a pattern can be held against",
    );
  });

  it("names of prototypes are keys like any other", async () => {
    const text = '{"id":"constructor","gold":"A","rounds":[["A","B"]],"__proto__":{"x":"y"}}';
    const map = mapOf({ meta: { __proto__x: "/__proto__/x", ctor: "/constructor", missing: "/toString" } });
    const { debates } = await read(map, file(text));
    expect(debates[0]).toMatchObject({ item: "constructor", meta: '{"__proto__x":"y"}' });
  });

  it("long records, one for each seat and round, are put together, adjacent or not, numbers as text", async () => {
    const rows = "q,agent,round,vote,truth\n1,a,0,7,7\n1,b,0,8,7\n1,a,1,7,7\n1,b,1,?,7\n2,b,0,9,9\n2,a,0,,9\n";
    const long = {
      format: "CSV",
      item: "/q",
      gold: "/truth",
      missing: ["?"],
      absent: "NOT_ASKED",
      ballots: [{ from: "/vote", seat: "/agent", round: "/round" }],
    };
    for (const debates of ["ADJACENT", "ALL"]) {
      const found = await read(mapOf({ ...long, debates }), file(rows, "log.csv"));
      expect(found.debates.map(({ item, gold }) => [item, gold])).toEqual([
        ["1", "7"],
        ["2", "9"],
      ]);
      expect(found.debates[0].rounds).toEqual([
        ["7", "8"],
        ["7", null],
      ]);
      expect(found.debates[1].rounds).toEqual([[null, "9"]]);
    }
    const clash = `${rows}2,a,1,9,8\n`;
    await expect(read(mapOf({ ...long, debates: "ALL" }), file(clash, "log.csv"))).rejects.toThrow(
      "/truth: expected the same gold in all records of a debate",
    );
    const twice = `${rows}2,a,0,1,9\n`;
    await expect(read(mapOf({ ...long, debates: "ALL" }), file(twice, "log.csv"))).rejects.toThrow(
      "expected one ballot of a seat in a round",
    );
  });

  it("raw texts are kept when asked for, and signals and reports go along", async () => {
    const map = mapOf({
      ballots: [{ from: "/rounds/*round/*seat", text: true, read: [{ match: "[AB]" }] }],
      signals: { test: "/test" },
      reported: { finalCorrect: "/ok" },
    });
    const { debates } = await read(map, file({ ...record, rounds: [["It is A", "no"]], test: "B", ok: true }));
    expect(debates[0]).toMatchObject({ rounds: [["A", null]], texts: [["It is A", "no"]], signals: [["test", "B"]] });
  });

  it("the source's digest covers the map and every file; the content's covers what was read", async () => {
    const first = await read(mapOf(), file(jsonl(record)));
    const same = await read(mapOf({ note: "another map" }), file(jsonl(record)));
    expect(same.contentDigest).toBe(first.contentDigest);
    expect(same.sourceDigest).not.toBe(first.sourceDigest);
    expect((await read(mapOf(), file(`${jsonl(record)}\n`))).sourceDigest).not.toBe(first.sourceDigest);
  });

  it("explain shows what is read, from where and what stood there, and the faults, without a store", async () => {
    const { debates, run, faults } = await explain(mapOf(), [file(jsonl(record, { ...record, id: 2 }))], 1);
    expect(run).toMatchObject({ slug: "toy" });
    expect(faults).toEqual([]);
    expect(debates.map(explained)).toEqual([
      [
        ["item", '"1"', "/id", "1"],
        ["gold", '"A"', "/gold", '"A"'],
        ["rounds[0][0]", '"A"', "/rounds/0/0", '"A"'],
        ["rounds[0][1]", '"B"', "/rounds/0/1", '"B"'],
      ],
    ]);
    expect((await explain(mapOf(), [file("{")], 1)).faults).toMatchObject([
      { line: 1, expected: "a whole JSON value" },
    ]);
  });
});

it("the example of docs/mapping-files.md reads as the page says", async () => {
  const page = readFileSync(new URL("../../docs/mapping-files.md", import.meta.url), "utf8");
  const [log, map] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text);
  const { debates } = await read(mapping("votes.map.json", map), file(log, "votes.json"));
  expect(debates.map(({ rounds }) => rounds)).toEqual([
    [
      ["A", "B", null],
      ["B", "B", "B"],
    ],
    [
      ["A", "A", "B"],
      ["C", "C", null],
    ],
  ]);
  const shown = await explain(mapping("votes.map.json", map), [file(log, "votes.json")], 1);
  const rows = shown.debates.flatMap(explained);
  expect(rows).toHaveLength(10);
  for (const row of rows) expect(page.replaceAll(/ {2,}/g, " ")).toContain(row.join(" "));
});

describe("an Inspect archive", () => {
  const header = { eval: { task: "suite/toy_task", model: "openai/gpt-x" } };
  const sample = (id: number, epoch: number, answer: string) => ({
    id,
    epoch,
    target: "A",
    scores: { choice: { answer } },
  });
  const members = (...samples: ReturnType<typeof sample>[]): [string, string][] => [
    ...samples.map((one): [string, string] => [`samples/${one.id}_epoch_${one.epoch}.json`, JSON.stringify(one)]),
    ["header.json", JSON.stringify(header)],
    ["summaries.json", "[]"],
  ];
  const log = (entries: [string, string][], change?: (zip: Buffer) => Buffer) => {
    const zip = zipped(entries);
    return file(change ? change(zip) : zip, "log.eval", 1000);
  };
  const inspect = givenMap("inspect");

  it("is read sample by sample in natural order, epochs as seats", async () => {
    const { debates, header: run } = await read(
      inspect,
      log(members(sample(10, 1, "B"), sample(2, 2, "C"), sample(2, 1, "A"), sample(10, 2, "A"))),
    );
    expect(run).toMatchObject({ slug: "inspect-toy-task", benchmark: "toy-task" });
    expect(run.seats.map(({ seat, model }) => [seat, model])).toEqual([
      ["openai/gpt-x", "gpt-x"],
      ["openai/gpt-x epoch 2", "gpt-x"],
    ]);
    expect(debates.map(({ item, rounds }) => [item, rounds])).toEqual([
      ["toy-task/2", [["A", "C"]]],
      ["toy-task/10", [["B", "A"]]],
    ]);
  });

  it("is refused when it leads elsewhere, lies about sizes, overlaps, breaks off or holds no samples", async () => {
    await expect(read(inspect, log([["../samples/1.json", "{}"]]))).rejects.toThrow("damaged (invalid relative path");
    await expect(read(inspect, log(members()))).rejects.toThrow("expected members called samples/*.json, got none");
    const whole = members(sample(1, 1, "A"));
    await expect(
      read(
        inspect,
        log(whole, (zip) => zip.subarray(0, zip.length - 30)),
      ),
    ).rejects.toThrow("damaged");
    const bomb: [string, string][] = [["samples/1_epoch_1.json", `"${"0".repeat(2_000_000)}"`]];
    const lie = (zip: Buffer) => {
      zip.writeUInt32LE(10, zip.lastIndexOf("PK\u0001\u0002") + 24);
      return zip;
    };
    await expect(read(inspect, log(bomb, lie))).rejects.toThrow("damaged (too many bytes in the stream");
    const overlapping = (zip: Buffer) => {
      zip.writeUInt32LE(3_000_000, zip.lastIndexOf("PK\u0001\u0002") + 20);
      return zip;
    };
    await expect(read(inspect, log(bomb, overlapping))).rejects.toThrow(/overlap|damaged/);
    await expect(read(mapOf(), log(whole))).rejects.toThrow("got a zip archive");
  });
});

/** A zip archive, deflated, small and plain. */
function zipped(entries: readonly (readonly [name: string, text: string])[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of entries) {
    const packed = deflateRawSync(text);
    const sizes = Buffer.alloc(26);
    sizes.writeUInt16LE(20, 0);
    sizes.writeUInt16LE(8, 4);
    sizes.writeUInt32LE(crc32(text), 10);
    sizes.writeUInt32LE(packed.length, 14);
    sizes.writeUInt32LE(Buffer.byteLength(text), 18);
    sizes.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    parts.push(Buffer.from("PK\u0003\u0004"), sizes, Buffer.from(name), packed);
    central.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), sizes, tail, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
