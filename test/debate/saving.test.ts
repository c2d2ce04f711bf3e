import { expect, it } from "@jest/globals";
import { saving } from "../../src/debate/saving.js";

it("what saved rounds would have cost is null with a reason, and 0 only when no round was saved", () => {
  expect(saving(0)).toEqual({ value: 0, reason: null });
  expect(saving(7)).toEqual({ value: null, reason: "NOT_BY_ROUND" });
  expect(saving(null)).toEqual({ value: null, reason: "NEED_UNKNOWN" });
});
