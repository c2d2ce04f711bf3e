import { UserError } from "../errors.js";
import { base64, base64Bytes } from "./base64.js";
import { sha256 } from "./digest.js";
import { signature, signedBy, type PublicKey, type SigningKey } from "./key.js";
import { type Hash } from "./merkle.js";
import { provesConsistency } from "./merkleProof.js";

/** The log at one size, signed: what others keep in order to notice a rewritten past (C2SP tlog-checkpoint). */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

/** The text of a checkpoint: origin, size, root, an empty line, and the signature line. The origin is the key's name. */
export function signedCheckpoint(key: SigningKey, size: number, root: Hash): string {
  const body = `${key.name}\n${size}\n${base64(root)}\n`;
  const signed = Buffer.concat([key.id, signature(key, Buffer.from(body))]);
  return `${body}\n\u2014 ${key.name} ${base64(signed)}\n`;
}

/**
 * Reads a checkpoint and believes it only if `key` signed it. Lines signed by other keys (witnesses) may follow and are
 * passed over, as signed notes demand; anything else out of place is refused with a sentence.
 */
export function openCheckpoint(text: string, key: PublicKey): Checkpoint {
  const blank = text.indexOf("\n\n");
  if (blank < 0) refusal("there is no empty line between its body and its signatures");
  const body = text.slice(0, blank + 1);
  const signatures = text.slice(blank + 2);
  const checkpoint = readBody(body);
  if (checkpoint.origin !== key.name) refusal(`its origin is ${checkpoint.origin}, the key's is ${key.name}`);
  if (!signatures.endsWith("\n")) refusal("its last line does not end in a line feed");
  const ours = signatures.slice(0, -1).split("\n").map(readSignature).filter(isBy(key));
  const [signed] = ours;
  if (signed === undefined) refusal(`nothing in it is signed by ${key.name}+${key.id.toString("hex")}`);
  if (ours.length > 1) refusal(`it is signed ${ours.length} times by the same key`);
  if (signed.bytes.length !== 68) refusal(`its signature has ${signed.bytes.length - 4} bytes, expected 64`);
  if (!signedBy(key, Buffer.from(body), signed.bytes.subarray(4))) refusal("its signature does not fit its body");
  return checkpoint;
}

/**
 * Why `current` cannot be the later state of a log that was once at `older`; null when the proof shows that it is.
 * Both have been opened, so their signatures hold: a complaint here is the log contradicting itself.
 */
export function brokenHistory(older: Checkpoint, current: Checkpoint, proof: readonly Hash[] | null): string | null {
  if (older.origin !== current.origin)
    return `the older checkpoint is of ${older.origin}, this one of ${current.origin}`;
  if (current.size < older.size)
    return `rolled back: the older checkpoint has ${older.size} entries, this one ${current.size}`;
  if (current.size === older.size)
    return Buffer.compare(older.root, current.root) === 0
      ? null
      : `forked: two different logs of ${current.size} entries are signed`;
  if (proof === null && older.size > 0) return `no proof leads from ${older.size} entries to ${current.size}`;
  return provesConsistency(older.size, older.root, current.size, current.root, proof ?? [])
    ? null
    : `forked: the log of ${current.size} entries is not shown to begin with that of ${older.size}`;
}

function readBody(body: string): Checkpoint {
  const [origin = "", size = "", root = "", ...rest] = body.slice(0, -1).split("\n");
  if (origin === "") refusal("its first line, the origin, is empty");
  if (!/^(0|[1-9][0-9]{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    refusal(`its second line, the size, is "${size}", expected a number of entries`);
  if (rest.length > 0) refusal("it has lines after the root, expected none");
  const checkpoint = { origin, size: Number(size), root: base64Bytes(root, "the checkpoint's root", 32) };
  if (checkpoint.size === 0 && Buffer.compare(checkpoint.root, sha256()) !== 0)
    refusal("it has no entries, yet its root is not that of nothing");
  return checkpoint;
}

interface NoteSignature {
  readonly name: string;
  readonly bytes: Buffer;
}

function readSignature(line: string): NoteSignature {
  const parts = /^\u2014 ([^ +]+) ([^ ]+)$/.exec(line);
  if (parts === null) refusal(`"${line}" is not a signature line: a long dash, a name, and base64`);
  const [, name = "", encoded = ""] = parts;
  const bytes = base64Bytes(encoded, `the checkpoint's signature by ${name}`);
  if (bytes.length < 5) refusal(`the signature by ${name} holds no signature`);
  return { name, bytes };
}

const isBy =
  (key: PublicKey) =>
  ({ name, bytes }: NoteSignature): boolean =>
    name === key.name && key.id.equals(bytes.subarray(0, 4));

function refusal(sentence: string): never {
  throw new UserError("BAD_INPUT", `the checkpoint is not as signed: ${sentence}`);
}
