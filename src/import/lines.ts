import { isUtf8 } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { UserError } from "../errors.js";
import { type Fault, faultText } from "./fault.js";

/** Bytes from one line feed to the next. A debate of nine seats with all its raw replies stays well below. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Where lines come from: a file on disk, or bytes that arrive, such as an upload. */
export type Source =
  | { readonly path: string }
  | { readonly name: string; readonly bytes: AsyncIterable<Uint8Array>; readonly size?: number };

/** Consecutive lines. A line that cannot be text at all has a complaint in place of its text. */
export interface LineBatch {
  /** Number of the first line; lines count from 1 and include blank ones. */
  readonly first: number;
  readonly lines: readonly (string | Unreadable)[];
}
export type Unreadable = Pick<Fault, "expected" | "got">;

/** An opened input. Its digest is known once all lines were taken. */
export interface Lines extends AsyncIterable<LineBatch> {
  readonly name: string;
  /** Bytes of the whole input; null when an upload does not say. */
  readonly total: number | null;
  /** Bytes taken so far, as they stand in the file, compressed or not. */
  read(): number;
  /** A byte order mark stood at the start. It is tolerated, and said. */
  byteOrderMark(): boolean;
  /** SHA-256 of the bytes as they were read, compressed or not. */
  sourceDigest(): string;
}

/** An opened input as it was stored, gzip undone. */
export interface Opened extends Omit<Lines, typeof Symbol.asyncIterator> {
  /** Its bytes, once. A zip archive comes as it is when `zip` allows it. */
  chunks(zip?: boolean): AsyncGenerator<Buffer, void>;
  /** Those bytes as lines. */
  lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<LineBatch, void>;
  /** Refuses the input with its name and the line that was reached. */
  refuse(expected: string, got: string): never;
}

/**
 * The one place that opens input files: bytes to lines, a chunk at a time. Gzip is recognised by its first bytes, and may
 * consist of several members. What cannot be read at all - another encoding, a broken stream - is refused with BAD_FILE.
 */
export async function openLines(source: Source): Promise<Lines> {
  const opened = await openInput(source);
  return { ...opened, [Symbol.asyncIterator]: () => opened.lines(opened.chunks()) };
}

export async function openInput(source: Source): Promise<Opened> {
  const name = "path" in source ? source.path : source.name;
  const total = "path" in source ? await sizeOf(source.path) : (source.size ?? null);
  const state: ReadState = { name, hash: createHash("sha256"), read: 0, line: 1, byteOrderMark: false };
  let digest: string | null = null;
  return {
    name,
    total,
    read: () => state.read,
    byteOrderMark: () => state.byteOrderMark,
    sourceDigest: () => (digest ??= state.hash.digest("hex")),
    chunks: (zip = false) =>
      unpacked(
        state,
        "path" in source ? createReadStream(source.path, { highWaterMark: CHUNK_BYTES }) : source.bytes,
        zip,
      ),
    lines: (chunks) => cutIntoLines(state, chunks),
    refuse: (expected, got) => refuse(state, expected, got),
  };
}

interface ReadState {
  readonly name: string;
  readonly hash: Hash;
  read: number;
  line: number;
  byteOrderMark: boolean;
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new UserError("BAD_FILE", `${path}: expected a file, got a directory`);
    return found.size;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError("BAD_FILE", `${path}: expected a file that can be read, got ${reasonOf(error)}`);
  }
}

async function* unpacked(
  state: ReadState,
  input: AsyncIterable<Uint8Array>,
  zip: boolean,
): AsyncGenerator<Buffer, void> {
  const raw = counted(state, input);
  let open = raw;
  try {
    const head = await firstBytes(raw, 4);
    const gzip = head.length > 1 && head[0] === 0x1f && head[1] === 0x8b;
    if (gzip) open = gunzipped(state, startingWith(head, raw));
    const start = gzip ? await firstBytes(open, 4) : head;
    if (!(zip && !gzip && isZip(start))) refuseOtherKinds(state, start);
    yield* startingWith(start, open);
  } finally {
    // Closes the file when the reader stops early or the first bytes were refused.
    await open.return();
  }
}

/** Whether these are the first bytes of a zip archive. */
export const isZip = (start: Uint8Array): boolean =>
  start[0] === 0x50 && start[1] === 0x4b && start[2] === 0x03 && start[3] === 0x04;

/** Digest and progress are taken of the bytes as they arrive. */
async function* counted(state: ReadState, input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of input) {
      state.hash.update(chunk);
      state.read += chunk.length;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    refuse(state, "a file that can be read to its end", `${reasonOf(error)} after ${state.read} bytes`);
  }
}

/** At least so many bytes from the front, unless there are no more. */
async function firstBytes(chunks: AsyncGenerator<Buffer, void>, atLeast: number): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < atLeast) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* startingWith(head: Buffer, rest: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** All members of a gzip stream. Whatever cannot be unpacked, zeros after the end included, is refused: it may be a lost part. */
async function* gunzipped(state: ReadState, stored: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  pipeline(stored, gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const got =
      reasonOf(error) === "unexpected end of file" ? "one that breaks off" : `one that is damaged (${reasonOf(error)})`;
    refuse(state, "a whole gzip stream", `${got} around byte ${gunzip.bytesWritten}`);
  }
  if (gunzip.bytesWritten < state.read)
    refuse(state, "a gzip stream and nothing after it", `${state.read - gunzip.bytesWritten} bytes after its end`);
}

const otherKinds: readonly (readonly [name: string, start: readonly number[]])[] = [
  ["a gzip stream inside another", [0x1f, 0x8b]],
  ["a zip archive", [0x50, 0x4b, 0x03, 0x04]],
  ["a zstd stream", [0x28, 0xb5, 0x2f, 0xfd]],
  ["a bzip2 stream", [0x42, 0x5a, 0x68]],
  ["an xz stream", [0xfd, 0x37, 0x7a, 0x58]],
  ["a Parquet file", [0x50, 0x41, 0x52, 0x31]],
];

/** Names what the file is instead, from its first four bytes. JSON starts with two ASCII characters, so zeros tell UTF-16 and 32. */
function refuseOtherKinds(state: ReadState, start: Buffer): void {
  const other = otherKinds.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
  if (other) refuse(state, "JSON Lines, plain or gzipped", other[0]);
  const [a, b, c, d] = start;
  const zeros = [a, b, c, d].map((byte) => (byte === 0 ? "0" : "x")).join("");
  const marked = a === 0xff && b === 0xfe ? (c === 0 && d === 0 ? "UTF-32" : "UTF-16") : null;
  if (marked !== null || (a === 0xfe && b === 0xff)) refuse(state, "UTF-8", marked ?? "UTF-16");
  if (start.length >= 4 && (zeros === "x000" || zeros === "000x" || zeros === "00xx")) refuse(state, "UTF-8", "UTF-32");
  if (start.length >= 2 && (zeros.startsWith("x0") || zeros.startsWith("0x"))) refuse(state, "UTF-8", "UTF-16");
}

const LINE_FEED = 10;

async function* cutIntoLines(state: ReadState, chunks: AsyncIterable<Buffer>): AsyncGenerator<LineBatch, void> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let start = true;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end < 0) {
      // Of a line that is too long only the length is kept.
      restBytes += chunk.length;
      if (restBytes > MAX_LINE_BYTES) rest = [];
      else rest.push(chunk);
      continue;
    }
    const whole = chunk.subarray(0, end);
    const batch: (string | Unreadable)[] = [];
    if (restBytes === 0) readLines(whole, batch);
    else {
      const first = whole.indexOf(LINE_FEED);
      const head = first < 0 ? whole : whole.subarray(0, first);
      const length = restBytes + head.length;
      if (length > MAX_LINE_BYTES) batch.push(tooLong(length));
      else readLines(Buffer.concat([...rest, head]), batch);
      if (first >= 0) readLines(whole.subarray(first + 1), batch);
    }
    if (start) dropByteOrderMark(state, batch);
    start = false;
    yield { first: state.line, lines: batch };
    state.line += batch.length;
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    restBytes = chunk.length - end - 1;
  }
  if (restBytes === 0) return;
  const last: (string | Unreadable)[] = [];
  if (restBytes > MAX_LINE_BYTES) last.push(tooLong(restBytes));
  else readLines(Buffer.concat(rest), last);
  if (start) dropByteOrderMark(state, last);
  yield { first: state.line, lines: last };
}

/** Decodes whole lines; `bytes` does not end with the line feed of its last line. */
function readLines(bytes: Buffer, batch: (string | Unreadable)[]): void {
  if (isUtf8(bytes) && bytes.length <= MAX_LINE_BYTES) {
    for (const line of bytes.toString("utf8").split("\n")) batch.push(line.endsWith("\r") ? line.slice(0, -1) : line);
    return;
  }
  for (let at = 0; at <= bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found < 0 ? bytes.length : found;
    batch.push(readLine(bytes.subarray(at, end)));
    at = end + 1;
  }
}

function readLine(line: Buffer): string | Unreadable {
  if (line.length > MAX_LINE_BYTES) return tooLong(line.length);
  if (!isUtf8(line)) return { expected: "UTF-8", got: firstBadByte(line) };
  const text = line.toString("utf8");
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

const tooLong = (length: number): Unreadable => ({
  expected: `a line of at most ${MAX_LINE_BYTES} bytes`,
  got: `one of ${length} bytes`,
});

/** Decoding replaces what is not UTF-8, so the first difference after encoding again is the first bad byte. */
function firstBadByte(line: Buffer): string {
  const again = Buffer.from(line.toString("utf8"));
  const at = line.findIndex((byte, index) => byte !== again[index]);
  return `the byte 0x${line[at].toString(16).padStart(2, "0").toUpperCase()} at byte ${at + 1} of the line`;
}

function dropByteOrderMark(state: ReadState, batch: (string | Unreadable)[]): void {
  const first = batch[0];
  if (typeof first !== "string" || first.charCodeAt(0) !== 0xfeff) return;
  state.byteOrderMark = true;
  batch[0] = first.slice(1);
}

function refuse(state: ReadState, expected: string, got: string): never {
  const fault: Fault = { line: state.line, path: "", expected, got };
  throw new UserError("BAD_FILE", faultText(state.name, fault), { faults: [fault] });
}

/** What went wrong in the system's words, without a stack. Errors of the system need not be of this realm's class. */
const reasonOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
