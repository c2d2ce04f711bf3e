// Aim: a content digest says what is held, not how it was written.
import { createHash } from "node:crypto";
import { expect, it } from "@jest/globals";
import { probeDigest } from "../../src/debate/probeDigest.js";
import { probe } from "./probes.js";

const header = { slug: "s", title: null, synthetic: true, license: null, note: null, createdAt: null };

it("is SHA-256 over one canonical text for each probe, and for the header", () => {
  const text =
    '{"benchmark":"b","condition":"default","gold":"A","initial":"A","item":"q1","model":"m","replicate":0,"replies":["B",null,{},"A","A","A","A","A"],"seat":"1"}\n' +
    '{"createdAt":null,"license":null,"note":null,"slug":"s","synthetic":true,"title":null}\n';
  const expected = createHash("sha256").update(text).digest("hex");
  expect(probeDigest(header, [probe("A", "B-.AAAAA")])).toBe(expected);
});

it("changes with every field of a probe", () => {
  const one = probe("A", "B-.AAAAA");
  const others = [
    { ...one, item: "q2" },
    { ...one, gold: "B" },
    { ...one, initial: "B" },
    { ...one, seat: "2" },
    { ...one, condition: "x" },
    { ...one, tokens: 0 },
    { ...one, cost: "0" },
    { ...one, meta: "{}" },
    { ...one, counted: { revised: 0, of: 8 } },
    { ...one, scaffold: "s" },
    probe("A", "B..AAAAA"),
    { ...one, replies: one.replies.map((reply) => reply && { ...reply, suggested: "C" }) },
  ];
  const digests = new Set([one, ...others].map((each) => probeDigest(header, [each])));
  expect(digests.size).toBe(others.length + 1);
  expect(digests.has(probeDigest({ ...header, slug: "t" }, [one]))).toBe(false);
});
