import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { canonical } from "../../src/seal/canonical.js";
import { collectionDigest, sha256, digest } from "../../src/seal/digest.js";
import { effectSummary, effectSummaryInSteps, effectText, type ExportedEffect } from "../../src/seal/effects.js";
import { inTurns } from "../../src/jobs/inTurns.js";

const row: fc.Arbitrary<ExportedEffect> = fc.record({
  run: fc.string({ unit: "binary" }),
  item: fc.string({ unit: "binary" }),
  replicate: fc.maxSafeInteger(),
  fired: fc.constant(true),
  to: fc.oneof(
    fc.option(fc.nat()),
    fc.constantFrom<ExportedEffect["to"]>({ override: "signal", b: [1, "x"] }, { abstain: true }),
  ),
  initial: fc.constantFrom("right" as const, "wrong" as const),
  before: fc.constantFrom("right" as const, "wrong" as const),
  after: fc.constantFrom("right" as const, "wrong" as const, "none" as const),
});
const plain: ExportedEffect = {
  ...{ run: "r", item: "q", replicate: 0, fired: true, to: 0 },
  ...{ initial: "right", before: "wrong", after: "right" },
};

it("a row is written as canonical JSON writes it", () => {
  fc.assert(fc.property(row, (given) => expect(effectText(given)).toBe(canonical(given))));
});

it.each<[string, Partial<ExportedEffect>]>([
  ["half of a surrogate pair", { item: "\ud800" }],
  ["half of a pair in a run", { run: "\udc00" }],
  ["two halves that only meet between item and run", { item: "\ud800", run: "\udc00" }],
  ["a fraction", { replicate: 0.5 }],
  ["minus zero", { to: -0 }],
])("%s in a row is refused as anywhere else", (_, change) => {
  expect(() => effectText({ ...plain, ...change })).toThrow("no canonical form");
});

it("a collection's digest is over its members' digests, sorted, whichever digits they begin with", () => {
  const members = Array.from({ length: 2_000 }, (_, at) => ({ at }));
  const running = collectionDigest();
  members.forEach((member) => running.add(member));
  const slow = members.map(digest).sort();
  expect(running.hex()).toBe(sha256(slow.map((member) => `${member}\n`).join("")).toString("hex"));
  expect(running.hex()).toBe(running.hex());
});

it("a summary made in turns is the summary, and others get their turn while it is made", async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => ({ ...plain, item: `q${at}`, fired: at % 2 === 0 }));
  const sound = rows.map((each) => (each.fired ? each : { ...each, after: each.before, to: null }));
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const summary = await inTurns(effectSummaryInSteps(sound));
  clearInterval(others);
  expect(turns).toBeGreaterThan(2);
  expect(summary).toEqual(effectSummary(sound));
  expect(summary).toMatchObject({ debates: 12_000, fired: 6_000, prevented: { collapses: 6_000 } });
});

it("a refusal in the middle is a refusal", async () => {
  await expect(inTurns(effectSummaryInSteps([plain, plain]))).rejects.toMatchObject({ code: "BAD_INPUT" });
});
