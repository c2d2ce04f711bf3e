// Aim: no change to a receipt passes unnoticed, and the object that was changed is named.
// Method: every leaf, key and list member of the receipt is changed, one at a time. Once as a stranger would do it, under
// the old signature; and once as the holder of the signing key would, who signs the changed receipt anew: then the log's
// proofs and the checkpoint must find it. Base64 fields are walked character by character.
import { describe, expect, it } from "@jest/globals";
import { canonical, type Json } from "../../src/seal/canonical.js";
import { sealedEnvelope } from "../../src/seal/envelope.js";
import { verifyReceipt } from "../../src/seal/verifyReceipt.js";
import { bends, changedAt } from "./bend.js";
import { evaluations, key, log, payloadOf, receiptOf } from "./example.js";

const graded = receiptOf(evaluations.graded);
const envelope = JSON.parse(graded) as { payload: string; payloadType: string; signatures: { sig: string }[] };

const faultsOf = (file: string) => verifyReceipt(file).checks.filter(({ fault }) => fault !== null);
const withPayload = (payload: Buffer) => JSON.stringify({ ...envelope, payload: payload.toString("base64") });

/** The objects one of which must be named when this place of the payload is changed and signed anew. */
function objectsAt(where: string, payload: ReturnType<typeof payloadOf>): string[] {
  const index = /^predicate\.entries\[(\d+)\]/.exec(where)?.[1];
  if (where.startsWith("predicate.key")) return ["key", "payload", "checkpoint"];
  if (where.startsWith("predicate.checkpoint")) return ["checkpoint", "payload"];
  if (where.startsWith("subject")) return ["payload", "declaration"];
  if (index === undefined) return ["payload"];
  const position = payload.predicate.entries[Number(index)]?.position;
  return ["payload", "entries", `at position ${position}`, "is missing", "has no part"];
}

describe.each([
  ["graded", graded, 1],
  ["sensitivity", receiptOf(evaluations.sensitivity), 5],
])("the receipt of the evaluation %p", (_, file, step) => {
  const payload = payloadOf(file);
  const all = [...bends(payload as unknown as Json)].filter((_, index) => index % step === 0);

  it("has many places to change", () => {
    expect(all.length * step).toBeGreaterThan(800);
  });

  it("is not believed when a stranger changes anything signed", () => {
    const unnoticed = all.filter(({ value }) => {
      const changed = withPayload(Buffer.from(canonical(value)));
      return !faultsOf(changed).some(({ check }) => ["envelope signature", "payload", "key"].includes(check));
    });
    expect(unnoticed.map(({ where }) => where)).toEqual([]);
  });

  it("is not believed when the holder of the key changes anything and signs anew, and what was changed is named", () => {
    const wrong: string[] = [];
    for (const { where, value } of all) {
      const faults = faultsOf(sealedEnvelope(key, Buffer.from(canonical(value))));
      const named = objectsAt(where, payload).some((object) =>
        faults.some((fault) => `${fault.object} ${fault.fault}`.includes(object)),
      );
      if (!named) wrong.push(`${where}: ${JSON.stringify(faults)}`);
    }
    expect(wrong).toEqual([]);
  });
});

it("every fifth character of every proof, and every one of the checkpoint and of the envelope's signature counts", () => {
  const payload = payloadOf(graded);
  const unnoticed: string[] = [];
  const resigned = (value: unknown) => sealedEnvelope(key, Buffer.from(canonical(value)));
  for (const [index, entry] of payload.predicate.entries.entries())
    for (const [step, hash] of entry.proof.entries())
      for (let place = 0; place < hash.length; place += 5) {
        const bent = structuredClone(payload);
        const target = bent.predicate.entries[index];
        if (target !== undefined) target.proof[step] = changedAt(hash, place);
        const named = faultsOf(resigned(bent)).map(({ check, object }) => `${check}: ${object}`);
        const wanted = `inclusion proof: ${String(entry.statement.type)} at position ${entry.position}`;
        if (named.length !== 1 || named[0] !== wanted)
          unnoticed.push(`${wanted}, sibling ${step}, place ${place}: ${named.join()}`);
      }
  const { checkpoint } = payload.predicate;
  for (let place = 0; place < checkpoint.length; place++) {
    const bent = { ...payload, predicate: { ...payload.predicate, checkpoint: changedAt(checkpoint, place) } };
    if (!faultsOf(resigned(bent)).some(({ object }) => object === "checkpoint"))
      unnoticed.push(`checkpoint, place ${place}`);
  }
  const sig = envelope.signatures[0]?.sig ?? "";
  for (let place = 0; place < sig.length; place++) {
    const bent = graded.replace(sig, changedAt(sig, place));
    if (!faultsOf(bent).some(({ object }) => object === "envelope")) unnoticed.push(`signature, place ${place}`);
  }
  expect(unnoticed).toEqual([]);
});

it("every 23rd character of the payload, changed in the file, is found", () => {
  const unnoticed: number[] = [];
  for (let place = 0; place < envelope.payload.length; place += 23)
    if (faultsOf(graded.replace(envelope.payload, changedAt(envelope.payload, place))).length === 0)
      unnoticed.push(place);
  expect(unnoticed).toEqual([]);
});

it("every leaf of the envelope, changed, removed or repeated, is found", () => {
  const short = JSON.parse(graded) as Json;
  const unnoticed = [...bends(short)].filter(({ value }) => faultsOf(JSON.stringify(value)).length === 0);
  expect(unnoticed.map(({ where }) => where)).toEqual([]);
});

it("only white space and the order of keys may differ in the envelope: they say nothing, and nothing is signed there", () => {
  expect(faultsOf(JSON.stringify(JSON.parse(graded)))).toEqual([]);
  const { payload, payloadType, signatures } = envelope;
  expect(faultsOf(JSON.stringify({ signatures, payloadType, payload }))).toEqual([]);
  expect(faultsOf(`\n ${graded}\t`)).toEqual([]);
});

it("parts of one true receipt do not fit another", () => {
  const mine = payloadOf(graded);
  const other = payloadOf(log.receipt(evaluations.uploaded.digest, evaluations.uploaded.positions));
  const swapped = { ...mine, subject: other.subject };
  expect(faultsOf(sealedEnvelope(key, Buffer.from(canonical(swapped))))).not.toEqual([]);
  const statements = { ...mine, predicate: { ...mine.predicate, entries: other.predicate.entries } };
  expect(faultsOf(sealedEnvelope(key, Buffer.from(canonical(statements))))).not.toEqual([]);
});
