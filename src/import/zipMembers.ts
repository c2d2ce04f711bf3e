import { type Readable } from "node:stream";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { type Opened, type Source } from "./lines.js";

/** Bytes of one member after unpacking, and of a whole archive that is held in memory because it came as a stream. */
export const MAX_MEMBER = 256 * 1024 * 1024;
const MAX_ENTRIES = 1_000_000;

export interface Member {
  readonly name: string;
  read(): Promise<Buffer>;
}

/**
 * The members of a zip archive, in the natural order of their names. Nothing is ever written to disk, so a name that leads elsewhere
 * (`../x`) could do no harm; it is refused all the same. Members that overlap, which is how a small archive becomes endless, are
 * refused; without overlap an archive unpacks to at most about a thousand times its size, one member at a time.
 */
export async function zipMembers(
  source: Source,
  opened: Opened,
  chunks: AsyncIterable<Buffer>,
): Promise<readonly Member[]> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if ("path" in source) continue;
    if (size > MAX_MEMBER)
      opened.refuse(`an archive of at most ${MAX_MEMBER} bytes, when it comes as a stream`, "more");
    kept.push(chunk);
  }
  const told = (error: unknown): never =>
    opened.refuse(
      "a whole zip archive",
      `one that is damaged (${error instanceof Error ? error.message : String(error)})`,
    );
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    const done = (error: Error | null, file: ZipFile) => (error ? reject(error) : resolve(file));
    if ("path" in source) yauzl.open(source.path, options, done);
    else yauzl.fromBuffer(Buffer.concat(kept), options, done);
  }).catch(told);
  const entries = await entriesOf(zip).catch(told);
  if (entries.length > MAX_ENTRIES)
    opened.refuse(`an archive of at most ${MAX_ENTRIES} members`, String(entries.length));
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  if (packed > size) opened.refuse("a zip archive whose members stand beside each other", "members that overlap");
  return entries
    .filter(({ fileName }) => !fileName.endsWith("/"))
    .sort((a, b) => natural(a.fileName, b.fileName))
    .map((entry) => ({
      name: entry.fileName,
      async read() {
        if (entry.uncompressedSize > MAX_MEMBER)
          opened.refuse(`members of at most ${MAX_MEMBER} bytes`, `${entry.fileName} of ${entry.uncompressedSize}`);
        if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
          opened.refuse(
            "members that are stored or deflated",
            `${entry.fileName}, packed with method ${entry.compressionMethod}`,
          );
        const parts: Buffer[] = [];
        try {
          for await (const part of await streamOf(zip, entry)) parts.push(part as Buffer);
        } catch (error) {
          told(error);
        }
        return Buffer.concat(parts);
      },
    }));
}

const entriesOf = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const found: Entry[] = [];
    zip.on("entry", (entry: Entry) => {
      found.push(entry);
      if (found.length > MAX_ENTRIES) resolve(found);
      else zip.readEntry();
    });
    zip.once("end", () => resolve(found));
    zip.once("error", reject);
    zip.readEntry();
  });

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

/** `sample 2` before `sample 10`: runs of digits compare as numbers, everything else by code units. */
export function natural(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [x, y] = [left[at], right[at]];
    if (x === y) continue;
    if (/^\d/.test(x) && /^\d/.test(y) && Number(x) !== Number(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return left.length - right.length;
}
