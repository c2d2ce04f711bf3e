import { expect, it } from "@jest/globals";
import { decimalSum } from "../../src/import/decimalSum.js";

it.each([
  [[0.1, 0.2], "0.3"],
  [[], "0"],
  [[0], "0"],
  [[1e-7, 2.5e-7], "0.00000035"],
  [[1e21, 0.5], "1000000000000000000000.5"],
  [[0.0021, 0.9979], "1"],
  [[1.5, -2], "-0.5"],
  [[100], "100"],
])("the decimals %j make %s, exactly", (values, sum) => {
  expect(decimalSum(values)).toBe(sum);
});
