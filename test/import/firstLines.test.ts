import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { FirstLines } from "../../src/import/firstLines.js";

it("a key is new once, and then on the line on which it stood first, as a map would say", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 3 }), { maxLength: 3000 }), (keys) => {
      const lines = new FirstLines();
      const twin = new Map<string, number>();
      keys.forEach((key, index) => {
        expect(lines.seen(key, index + 1)).toBe(twin.get(key) ?? null);
        if (!twin.has(key)) twin.set(key, index + 1);
      });
    }),
  );
});

it("among 300,000 keys as files have them no two are taken for one", () => {
  const lines = new FirstLines();
  let line = 0;
  for (let index = 0; index < 100_000; index++)
    for (const key of [`mmlu_pro_${index}`, `q${index}\u00001`, index.toString(16)])
      if (lines.seen(key, ++line) !== null) throw new Error(`${key} is taken for another`);
});
