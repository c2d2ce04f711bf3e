import { expect, it } from "@jest/globals";
import { csvFields } from "../../src/import/csvFields.js";

it.each([
  ["a,b,c", ["a", "b", "c"]],
  ["", [""]],
  ["a,", ["a", ""]],
  ['"a,b",c', ["a,b", "c"]],
  ['"say ""no""",', ['say "no"', ""]],
  ['""', [""]],
])("%j has the fields %j", (line, fields) => {
  expect(csvFields(line)).toEqual(fields);
});

it.each(['"open', 'a"b', '"a"b,c', 'a,"'])("%j is no line of CSV", (line) => {
  expect(csvFields(line)).toBeNull();
});
