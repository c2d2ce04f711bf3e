import { createPrivateKey, createPublicKey, randomBytes, sign, verify, type KeyObject } from "node:crypto";
import { UserError } from "../errors.js";
import { base64, base64Bytes } from "./base64.js";
import { sha256 } from "./digest.js";

/** Whom to believe: a name, the first four bytes of the key's hash, and an Ed25519 key. */
export interface PublicKey {
  readonly name: string;
  readonly id: Buffer;
  readonly key: KeyObject;
  /** `name+id+base64`, the form in which verifiers are given it (C2SP signed-note). */
  readonly text: string;
}

export interface SigningKey extends PublicKey {
  readonly secret: KeyObject;
}

/** The byte that says Ed25519 in signed notes. */
const ed25519 = Uint8Array.of(1);
/** PKCS #8 wrapping of a bare Ed25519 seed (RFC 8410), which Node wants. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** A new key as one line, `PRIVATE+KEY+name+id+base64`: what stands in COUNTERWEIGHT_SIGNING_KEY. */
export function generateSigningKey(name: string): string {
  const seed = randomBytes(32);
  const { id } = fromSeed(name, seed);
  return `PRIVATE+KEY+${name}+${id.toString("hex")}+${base64(Buffer.concat([ed25519, seed]))}`;
}

export function readSigningKey(line: string): SigningKey {
  const parts = /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(line.trim());
  if (parts === null) refusal("a signing key is one line, PRIVATE+KEY+name+id+base64");
  const [, name = "", id = "", encoded = ""] = parts;
  const key = fromSeed(name, keyBytes(encoded, "the signing key"));
  if (key.id.toString("hex") !== id) refusal(`the signing key's id is ${id}, its bytes give ${key.id.toString("hex")}`);
  return key;
}

export function readPublicKey(line: string): PublicKey {
  const parts = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(line);
  if (parts === null || line.startsWith("PRIVATE+KEY+")) refusal("a public key is one line, name+id+base64");
  const [, name = "", id = "", encoded = ""] = parts;
  const bytes = keyBytes(encoded, "the public key");
  const jwk = { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") };
  const key = named(name, createPublicKey({ key: jwk, format: "jwk" }), bytes);
  if (key.id.toString("hex") !== id) refusal(`the public key's id is ${id}, its bytes give ${key.id.toString("hex")}`);
  return key;
}

export const signature = (key: SigningKey, message: Uint8Array): Buffer => sign(null, message, key.secret);

export const signedBy = (key: PublicKey, message: Uint8Array, signed: Uint8Array): boolean =>
  verify(null, message, key.key, signed);

function fromSeed(name: string, seed: Uint8Array): SigningKey {
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
  const key = createPublicKey(secret);
  return { ...named(name, key, Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url")), secret };
}

function named(name: string, key: KeyObject, bytes: Uint8Array): PublicKey {
  if (!/^[!-*,-~]{1,200}$/.test(name)) refusal("a key's name is up to 200 visible ASCII characters other than +");
  const id = sha256(`${name}\n`, ed25519, bytes).subarray(0, 4);
  return { name, id, key, text: `${name}+${id.toString("hex")}+${base64(Buffer.concat([ed25519, bytes]))}` };
}

function keyBytes(encoded: string, what: string): Buffer {
  const bytes = base64Bytes(encoded, what, 33);
  if (bytes[0] !== ed25519[0]) refusal(`${what} is of kind ${bytes[0]}, expected 1 (Ed25519)`);
  return bytes.subarray(1);
}

function refusal(sentence: string): never {
  throw new UserError("BAD_INPUT", sentence);
}
