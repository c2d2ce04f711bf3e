import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { MAX_LINE_BYTES, openLines } from "../../src/import/lines.js";
import { chunks, linesOf } from "./read.js";

const folder = mkdtempSync(join(tmpdir(), "lines-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("lines are the same however the bytes are cut, plain or in several gzip members", async () => {
  const text = fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (parts, size, gzip) => {
      const lines = parts.map((part) => part.replace(/[\r\n\ufeff\0]/g, ""));
      if (/^(PK|BZh|PAR1)/.test(lines[0])) return;
      const half = Math.floor(lines.length / 2);
      const halves = [lines.slice(0, half), lines.slice(half)].map((some) => some.map((line) => `${line}\n`).join(""));
      const bytes = Buffer.concat(halves.map((some) => (gzip ? gzipSync(some) : Buffer.from(some))));
      expect(await linesOf(bytes, size)).toEqual(lines);
    }),
    { numRuns: 60 },
  );
});

it.each([
  ["a last line without a line feed counts", "a\nb", ["a", "b"]],
  ["blank lines count", "\n\na\n", ["", "", "a"]],
  ["carriage returns before line feeds go", "a\r\nb\r\n", ["a", "b"]],
  ["a byte order mark at the start goes, one further on stays", "\ufeffa\n\ufeffb\n", ["a", "\ufeffb"]],
  ["an empty file has no lines", "", []],
])("%s", async (_, text, lines) => {
  for (const size of [1, 2, 100]) expect(await linesOf(text, size)).toEqual(lines);
});

describe("a file that cannot be read is refused with what it is instead:", () => {
  const text = '{"run":{}}\n{"item":"q1"}\n';
  const utf16 = Buffer.from(text, "utf16le");
  const utf32 = Buffer.from([...text].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0]));
  const gzip = gzipSync(text);
  const damaged = Buffer.from(gzip);
  damaged[damaged.length - 6] ^= 1;
  it.each([
    ["UTF-16 with its mark", Buffer.concat([Buffer.of(0xff, 0xfe), utf16]), "file:1: expected UTF-8, got UTF-16"],
    ["UTF-16 without", utf16, "file:1: expected UTF-8, got UTF-16"],
    ["UTF-16, the other way", Buffer.from(utf16).swap16(), "file:1: expected UTF-8, got UTF-16"],
    ["UTF-32", utf32, "file:1: expected UTF-8, got UTF-32"],
    ["UTF-32 with its mark", Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), utf32]), "file:1: expected UTF-8, got UTF-32"],
    ["UTF-32, the other way", Buffer.from(utf32).swap32(), "file:1: expected UTF-8, got UTF-32"],
    ["UTF-16 inside gzip", gzipSync(utf16), "file:1: expected UTF-8, got UTF-16"],
    ["gzip twice", gzipSync(gzip), "expected JSON Lines, plain or gzipped, got a gzip stream inside another"],
    ["a zip archive", Buffer.from("PK\u0003\u0004xxxx"), "expected JSON Lines, plain or gzipped, got a zip archive"],
    ["half a gzip stream", gzip.subarray(0, 25), "expected a whole gzip stream, got one that breaks off around byte"],
    ["two bytes of gzip", gzip.subarray(0, 2), "expected a whole gzip stream, got one that breaks off"],
    ["a damaged gzip stream", damaged, "expected a whole gzip stream, got one that is damaged"],
    [
      "text after gzip",
      Buffer.concat([gzip, Buffer.from("{}\n")]),
      "expected a whole gzip stream, got one that is dam",
    ],
    ["zeros after gzip", Buffer.concat([gzip, Buffer.alloc(9)]), "expected a gzip stream and nothing after it, got 9"],
  ])("%s", async (_, bytes, says) => {
    for (const size of [1, 7, 1000]) await expect(linesOf(bytes, size)).rejects.toThrow(says);
    await expect(linesOf(bytes)).rejects.toMatchObject({ code: "BAD_FILE", details: { faults: [{ path: "" }] } });
  });
});

it("a line that is not UTF-8 is named by its byte, and its neighbours are read", async () => {
  const bytes = Buffer.concat([Buffer.from("good\nd\u00e9j\u00e0 "), Buffer.of(0xe9), Buffer.from("t\u00e9\nok\n")]);
  for (const size of [1, 3, 100])
    expect(await linesOf(bytes, size)).toEqual([
      "good",
      { expected: "UTF-8", got: "the byte 0xE9 at byte 8 of the line" },
      "ok",
    ]);
  expect(await linesOf(Buffer.of(0x61, 0xe2, 0x82), 1)).toEqual([
    { expected: "UTF-8", got: "the byte 0xE2 at byte 2 of the line" },
  ]);
});

it("a line beyond the limit is refused without being held, and the next one is read", async () => {
  async function* endless() {
    for (let i = 0; i < 40; i++) yield await Promise.resolve(Buffer.alloc(1 << 20, "x"));
    yield Buffer.from("\nnext\n");
  }
  const lines = await openLines({ name: "file", bytes: endless() });
  const all = [];
  for await (const batch of lines) all.push(...batch.lines);
  expect(all).toEqual([
    { expected: `a line of at most ${MAX_LINE_BYTES} bytes`, got: `one of ${40 << 20} bytes` },
    "next",
  ]);
});

it("the source digest is that of the bytes as they stand in the file, and the bytes read are counted", async () => {
  const bytes = gzipSync("a\nb\n");
  const path = join(folder, "two.jsonl.gz");
  writeFileSync(path, bytes);
  const lines = await openLines({ path });
  for await (const batch of lines) expect(batch.lines).toEqual(["a", "b"]);
  expect(lines.sourceDigest()).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect([lines.total, lines.read(), lines.byteOrderMark()]).toEqual([bytes.length, bytes.length, false]);
});

it("a file that is not there, and a folder, are refused by name", async () => {
  await expect(openLines({ path: join(folder, "none") })).rejects.toThrow(
    /none: expected a file that can be read, got ENOENT/,
  );
  await expect(openLines({ path: folder })).rejects.toThrow(/expected a file, got a directory/);
});

it("a source that fails midway is refused with its reason", async () => {
  async function* failing() {
    yield* chunks("a\nb\n", 2);
    throw new Error("the wire broke");
  }
  const lines = await openLines({ name: "upload", bytes: failing() });
  const read = async () => {
    for await (const batch of lines) expect(batch.first).toBe(1);
  };
  await expect(read()).rejects.toThrow(
    "upload:3: expected a file that can be read to its end, got the wire broke after 4 bytes",
  );
});

it("a reader that stops early closes the source", async () => {
  let closed = 0;
  async function* watched() {
    try {
      for (;;) yield await Promise.resolve(Buffer.from("line\n"));
    } finally {
      closed++;
    }
  }
  for await (const batch of await openLines({ name: "endless", bytes: watched() })) {
    expect(batch.first).toBe(1);
    break;
  }
  await expect(linesOf(Buffer.from("PK\u0003\u0004"))).rejects.toThrow("zip");
  expect(closed).toBe(1);
});
