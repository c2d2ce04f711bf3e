import { UserError } from "../errors.js";
import { base64 } from "./base64.js";
import { canonical } from "./canonical.js";
import { sealedEnvelope } from "./envelope.js";
import { type SigningKey } from "./key.js";
import { type Hash } from "./merkle.js";
import { parsedJson } from "./parsedJson.js";
import { count, hexDigest, json, list, oneOf, record, text, type Shaped } from "./shape.js";
import { type Statement } from "./statements.js";

/** A leaf of the log, where it stands, and the proof of it in the tree of the receipt's checkpoint. */
export interface ProvenEntry {
  readonly position: number;
  readonly statement: Statement;
  readonly proof: readonly Hash[];
}

const receiptShape = record({
  _type: oneOf("https://in-toto.io/Statement/v1"),
  subject: list(record({ name: oneOf("evaluation"), digest: record({ sha256: hexDigest }) })),
  predicateType: oneOf("https://counterweight.dev/receipt/v1"),
  predicate: record({
    key: text,
    checkpoint: text,
    entries: list(record({ position: count, statement: json, proof: list(text) })),
  }),
});
export type Receipt = Shaped<typeof receiptShape>;

/**
 * The receipt of an evaluation, as the text of its file: every statement that the evaluation rests on, each with its
 * proof. Coding, weights, counts, method and custody are said in those statements and nowhere else, so that nothing in a
 * receipt stands twice or outside the log. Same log, same bytes.
 */
export function receipt(
  key: SigningKey,
  evaluation: string,
  checkpoint: string,
  entries: readonly ProvenEntry[],
): string {
  const sorted = [...entries].sort((a, b) => a.position - b.position);
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: "evaluation", digest: { sha256: evaluation } }],
    predicateType: "https://counterweight.dev/receipt/v1",
    predicate: {
      key: key.text,
      checkpoint,
      entries: sorted.map(({ position, statement, proof }) => ({ position, statement, proof: proof.map(base64) })),
    },
  };
  return sealedEnvelope(key, Buffer.from(canonical(statement)));
}

/** Reads the signed payload. Only its canonical bytes are taken, so that no two readers can see different receipts in it. */
export function readReceipt(payload: Buffer): Receipt {
  const value = parsedJson(payload.toString("utf8"), "the payload");
  if (!payload.equals(Buffer.from(canonical(value))))
    throw new UserError("BAD_INPUT", "the payload is not canonical JSON");
  const read = receiptShape(value, "receipt");
  if (read.subject.length !== 1)
    throw new UserError("BAD_INPUT", `receipt.subject: expected one evaluation, got ${read.subject.length}`);
  return read;
}
