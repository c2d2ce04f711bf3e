import { expect, it } from "@jest/globals";
import { brokenHistory, openCheckpoint, signedCheckpoint } from "../../src/seal/checkpoint.js";
import { generateSigningKey, readPublicKey, readSigningKey, signature, signedBy } from "../../src/seal/key.js";
import { appendedNodes, consistencyProof, leafHash, merkleRoot, type Hash } from "../../src/seal/merkle.js";

// The example of golang.org/x/mod/sumdb/note: a key, its public half and a note that the Go implementation signed.
const goSecret = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const goPublic = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const goText = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const goSignature = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=";

const key = readSigningKey(goSecret);
const root = leafHash(Buffer.from("a root"));
const note = signedCheckpoint(key, 1234, root);

it("keys and signatures are those of the Go implementation of signed notes", () => {
  expect(key.text).toBe(goPublic);
  const signed = Buffer.concat([key.id, signature(key, Buffer.from(goText))]);
  expect(signed.toString("base64")).toBe(goSignature);
  expect(signedBy(readPublicKey(goPublic), Buffer.from(goText), signed.subarray(4))).toBe(true);
});

it("a new key is one line, unlike the last, and comes back as it was", () => {
  const line = generateSigningKey("example.org/log");
  expect(line).toMatch(/^PRIVATE\+KEY\+example\.org\/log\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/);
  expect(generateSigningKey("example.org/log")).not.toBe(line);
  const fresh = readSigningKey(`${line}\n`);
  const read = readPublicKey(fresh.text);
  expect(signedBy(read, Buffer.from("x"), signature(fresh, Buffer.from("x")))).toBe(true);
  expect(signedBy(key, Buffer.from("x"), signature(fresh, Buffer.from("x")))).toBe(false);
});

it.each([
  ["", "one line"],
  [goPublic, "one line"],
  [goSecret.replace("c74f20a3", "c74f20a4"), "id is c74f20a4, its bytes give c74f20a3"],
  [goSecret.replace("Peter", "Petra"), "id is c74f20a3"],
  [goSecret.slice(0, -4), "has 30 bytes, expected 33"],
  [`${goSecret}=`, "is not standard base64"],
  [goSecret.replace("AYEK", "AoEK"), "is of kind 2, expected 1"],
])("the signing key %p is refused", (line, sentence) => {
  expect(() => readSigningKey(line)).toThrow(sentence);
});

it.each([
  ["", "one line"],
  [goSecret, "one line"],
  [goPublic.replace("c74f20a3", "c74f20a4"), "id is c74f20a4"],
  [goPublic.replace("Peter", "P ter"), "visible ASCII"],
  [goPublic.replace("ARpc", "ARqc"), "its bytes give"],
  [goPublic.replace("ARpc", "AhpC"), "is of kind 2"],
])("the public key %p is refused", (line, sentence) => {
  expect(() => readPublicKey(line)).toThrow(sentence);
});

it("a key's name holds no space and no plus", () => {
  expect(() => generateSigningKey("a b")).toThrow("visible ASCII");
  expect(() => generateSigningKey("a+b")).toThrow("visible ASCII");
});

it("a checkpoint has the lines of the format and opens with the key that signed it", () => {
  expect(note.split("\n").slice(0, 4)).toEqual(["PeterNeumann", "1234", Buffer.from(root).toString("base64"), ""]);
  expect(openCheckpoint(note, readPublicKey(goPublic))).toEqual({ origin: "PeterNeumann", size: 1234, root });
});

it("the same log at the same size has the same checkpoint, byte for byte", () => {
  expect(signedCheckpoint(key, 1234, root)).toBe(note);
});

const witness = "\u2014 witness.example/w1 " + Buffer.alloc(76, 1).toString("base64") + "\n";
it("lines of witnesses may follow or precede", () => {
  expect(openCheckpoint(note + witness, key).size).toBe(1234);
  expect(openCheckpoint(note.replace("\n\n", `\n\n${witness}`), key).size).toBe(1234);
});

const line = note.slice(note.indexOf("\u2014"));
it.each<[string, string, string]>([
  ["nothing", "", "no empty line"],
  ["no signature", note.slice(0, note.indexOf("\u2014")), "does not end in a line feed"],
  ["no last line feed", note.slice(0, -1), "does not end in a line feed"],
  ["an empty origin", note.replace("PeterNeumann\n", "\n"), "the origin, is empty"],
  ["another origin", note.replace("PeterNeumann\n", "Peter\n"), "its origin is Peter"],
  ["a size with a leading zero", note.replace("1234", "01234"), 'the size, is "01234"'],
  ["a negative size", note.replace("1234", "-1"), 'the size, is "-1"'],
  ["a size beyond counting", note.replace("1234", "9999999999999999"), "expected a number of entries"],
  ["another size", note.replace("1234", "1235"), "its signature does not fit its body"],
  ["no entries but a root", note.replace("1234", "0"), "not that of nothing"],
  ["a short root", note.replace(Buffer.from(root).toString("base64"), "AAAA"), "has 3 bytes, expected 32"],
  ["a root in other base64", note.replace("=\n\n", "\n\n"), "not standard base64"],
  ["an extension line", note.replace("\n\n", "\nextension\n\n"), "lines after the root"],
  ["two signatures of one key", note + line, "signed 2 times"],
  ["only a witness", note.replace(line, witness), "nothing in it is signed by PeterNeumann+c74f20a3"],
  ["a hyphen for the dash", note.replace("\u2014", "-"), "is not a signature line"],
  ["an empty line at the end", `${note}\n`, '"" is not a signature line'],
  ["carriage returns", note.replaceAll("\n", "\r\n"), "no empty line"],
  ["a signature too short", note.replace(/(\u2014 PeterNeumann .{8}).*/, "$1"), "signature has 2 bytes, expected 64"],
])("a checkpoint with %s is refused", (_, text, sentence) => {
  expect(() => openCheckpoint(text, key)).toThrow(sentence);
});

it("one changed character anywhere in a checkpoint is refused", () => {
  const unnoticed: number[] = [];
  for (let at = 0; at < note.length; at++) {
    const changed = note.slice(0, at) + (note[at] === "A" ? "B" : "A") + note.slice(at + 1);
    try {
      openCheckpoint(changed, key);
      unnoticed.push(at);
    } catch (error) {
      expect(error).toHaveProperty("code", "BAD_INPUT");
    }
  }
  expect(unnoticed).toEqual([]);
});

function log(entries: readonly string[]) {
  const nodes = new Map<string, Hash>();
  const read = (level: number, index: number) => nodes.get(`${level}/${index}`) ?? new Uint8Array(32);
  entries.forEach((entry, size) => {
    for (const { level, index, hash } of appendedNodes(size, leafHash(Buffer.from(entry)), read))
      nodes.set(`${level}/${index}`, hash);
  });
  const at = (size: number) => openCheckpoint(signedCheckpoint(key, size, merkleRoot(size, read)), key);
  return { at, proof: (older: number, size: number) => consistencyProof(older, size, read) };
}

const honest = log(["a", "b", "c", "d", "e", "f", "g"]);
const forked = log(["a", "B", "c", "d", "e", "f", "g"]);

it("a log that only grew keeps its history, at every pair of sizes", () => {
  for (let size = 0; size <= 7; size++)
    for (let older = 0; older <= size; older++)
      expect(brokenHistory(honest.at(older), honest.at(size), honest.proof(older, size))).toBeNull();
});

it("roll-back, fork and a missing proof each have their sentence", () => {
  expect(brokenHistory(honest.at(5), honest.at(3), [])).toBe(
    "rolled back: the older checkpoint has 5 entries, this one 3",
  );
  expect(brokenHistory(honest.at(5), forked.at(5), [])).toMatch("two different logs of 5 entries");
  expect(brokenHistory(honest.at(5), forked.at(7), forked.proof(5, 7))).toMatch("not shown to begin with that of 5");
  expect(brokenHistory(honest.at(5), honest.at(7), null)).toBe("no proof leads from 5 entries to 7");
  expect(brokenHistory({ ...honest.at(5), origin: "other" }, honest.at(7), null)).toMatch("is of other");
});
