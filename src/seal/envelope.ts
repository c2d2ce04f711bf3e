import { UserError } from "../errors.js";
import { base64, base64Bytes } from "./base64.js";
import { parsedJson } from "./parsedJson.js";
import { signature, signedBy, type PublicKey, type SigningKey } from "./key.js";
import { list, oneOf, record, text } from "./shape.js";

const payloadType = "application/vnd.in-toto+json";
const envelopeShape = record({
  payload: text,
  payloadType: oneOf(payloadType),
  signatures: list(record({ keyid: text, sig: text })),
});

export interface Envelope {
  readonly payload: Buffer;
  readonly keyid: string;
  readonly signature: Buffer;
}

/** What a DSSE envelope signs: the payload together with its type, each after its length. */
export const preAuthenticated = (type: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

const keyidOf = (key: PublicKey): string => `${key.name}+${key.id.toString("hex")}`;

/** An in-toto statement in a signed DSSE envelope, as the text of a file. */
export function sealedEnvelope(key: SigningKey, payload: Uint8Array): string {
  const sig = base64(signature(key, preAuthenticated(payloadType, payload)));
  const envelope = { payload: base64(payload), payloadType, signatures: [{ keyid: keyidOf(key), sig }] };
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

/** Reads the text of an envelope without believing it. Exactly one signature, and nothing that is not signed. */
export function readEnvelope(file: string): Envelope {
  const { payload, signatures } = envelopeShape(parsedJson(file, "the file"), "envelope");
  const [only] = signatures;
  if (only === undefined || signatures.length > 1)
    throw new UserError("BAD_INPUT", `the envelope has ${signatures.length} signatures, expected one`);
  return {
    payload: base64Bytes(payload, "envelope.payload"),
    keyid: only.keyid,
    signature: base64Bytes(only.sig, "envelope.signatures[0].sig", 64),
  };
}

/** Why the envelope is not signed by this key; null when it is. */
export function envelopeFault({ payload, keyid, signature: signed }: Envelope, key: PublicKey): string | null {
  if (keyid !== keyidOf(key)) return `it says ${keyid} signed it, the receipt's key is ${keyidOf(key)}`;
  return signedBy(key, preAuthenticated(payloadType, payload), signed)
    ? null
    : "its signature does not fit its payload";
}
