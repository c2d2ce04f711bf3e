import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { canonical } from "../../src/seal/canonical.js";
import { type Decision, decisionsDigest, decisionText } from "../../src/seal/decisions.js";
import { collectionDigest } from "../../src/seal/digest.js";

const decision = fc.record({
  run: fc.option(fc.string({ unit: "binary" })),
  item: fc.string({ unit: "binary" }),
  replicate: fc.maxSafeInteger(),
  to: fc.option(fc.nat()),
});

it("a decision is written as canonical JSON writes it", () => {
  fc.assert(fc.property(decision, (given) => expect(decisionText(given)).toBe(canonical(given))));
});

it.each<[string, Partial<Decision>]>([
  ["half of a surrogate pair", { item: "\ud800" }],
  ["half of a pair in a run", { run: "\udc00" }],
  ["a fraction", { replicate: 0.5 }],
  ["minus zero", { to: -0 }],
])("%s in a decision is refused as anywhere else", (_, change) => {
  expect(() => decisionText({ run: "a", item: "q", replicate: 0, to: 0, ...change })).toThrow("no canonical form");
});

it("the digest of decisions is that of their collection, in whatever order", () => {
  const decisions = fc.sample(decision, 20);
  const running = collectionDigest();
  decisions.forEach((each) => running.add(each));
  expect(decisionsDigest(decisions)).toBe(running.hex());
  expect(decisionsDigest([...decisions].reverse())).toBe(running.hex());
});
