import { expect, it } from "@jest/globals";
import { intervalOptions } from "../../src/debate/intervalOptions.js";

it("what is not said, or said to be null, is the default", () => {
  const defaults = { method: "AUTO", level: 0.95, cluster: "ITEM_CLUSTER", resamples: 10_000, seed: "20260424" };
  expect(intervalOptions()).toEqual(defaults);
  expect(intervalOptions({ method: null, level: null, cluster: null, resamples: null, seed: null })).toEqual(defaults);
  expect(intervalOptions({ level: 0.9, seed: "0xFFFFFFFFFFFFFFFF" })).toMatchObject({
    level: 0.9,
    seed: "0xFFFFFFFFFFFFFFFF",
  });
});

it.each([
  [{ level: 1 }, "interval level: a number between 0 and 1 was expected, got 1"],
  [{ level: NaN }, "got NaN"],
  [{ resamples: 0 }, "interval resamples: 1 to 1000000 were expected, got 0"],
  [{ resamples: 1.5 }, "got 1.5"],
  [{ resamples: 1_000_001 }, "got 1000001"],
  [{ seed: "-1" }, 'got "-1"'],
  [{ seed: "" }, 'got ""'],
  [{ seed: "0x10000000000000000" }, "below 2^64"],
  [{ seed: "18446744073709551616" }, "below 2^64"],
  [{ method: "NEWCOMBE" as "AUTO" }, "interval method: one of AUTO, WILSON"],
  [{ cluster: "SEAT" as "ITEM" }, "interval cluster: one of ITEM_CLUSTER, ITEM, MODEL was expected, got SEAT"],
])("%p is refused", (given, message) => {
  expect(() => intervalOptions(given)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  expect(() => intervalOptions(given)).toThrow(message);
});
