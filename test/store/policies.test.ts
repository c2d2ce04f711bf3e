import { expect, it } from "@jest/globals";
import { decisionsOf } from "../../src/store/decisions.js";
import { policiesByDigest, policiesBySlug } from "../../src/store/policies.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { eachStore } from "./eachStore.js";
import { samplePolicy } from "./sealedSample.js";

const decisions = [
  { run: null, item: 'q "2"', replicate: 0, to: null },
  { run: "a", item: "q1", replicate: 1, to: 0 },
  { run: null, item: "\u{1f600}", replicate: 0, to: 2 },
];

eachStore((store) => {
  it("a policy under another name is the same policy: the first that was stored", async () => {
    const first = await addPolicy(store(), samplePolicy("first", { gate: "always", freezeTo: 0 }));
    const renamed = await addPolicy(store(), samplePolicy("renamed", { freezeTo: 0, gate: "always" }));
    expect(renamed.digest).toBe(first.digest);
    expect((await policiesByDigest(store().prisma, [first.digest])).get(first.digest)).toEqual(first);
    expect((await policiesBySlug(store().prisma, ["renamed"])).get("renamed")).toEqual(renamed);
  });

  it("gives uploaded decisions back, in whatever order they came, and knows them again", async () => {
    const does = { decisions, fittedOn: "dev runs" };
    const stored = await addPolicy(store(), { slug: "uploaded", team: "local", does });
    expect(stored).toMatchObject({ kind: "DECISIONS", rule: null, decisions: { count: 3, fittedOn: "dev runs" } });
    const found = await decisionsOf(store().prisma, stored);
    expect(found).toHaveLength(3);
    expect(found).toEqual(expect.arrayContaining(decisions));
    const again = { decisions: [...decisions].reverse(), fittedOn: "dev runs" };
    expect(await addPolicy(store(), { slug: "uploaded", team: "local", does: again })).toEqual(stored);
    const elsewhere = { ...again, fittedOn: "the test set" };
    expect((await addPolicy(store(), { slug: "reworded", team: "local", does: elsewhere })).digest).toBe(stored.digest);
    await expect(addPolicy(store(), { slug: "uploaded", team: "local", does: elsewhere })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("refuses another policy under a taken name, and a decision that comes twice", async () => {
    await expect(addPolicy(store(), samplePolicy("first", { gate: "never" }))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const does = { decisions: [...decisions, { ...decisions[0], to: 1 }], fittedOn: "" };
    await expect(addPolicy(store(), { slug: "twice", team: "local", does })).rejects.toThrow("comes twice");
  });
});
