import { expect, it } from "@jest/globals";
import { type DecisionFormat, readDecisions } from "../../src/import/decisionFile.js";

const read = (text: string, format: DecisionFormat = "NDJSON") =>
  readDecisions(
    {
      name: "decisions",
      bytes: (async function* () {
        yield await Promise.resolve(Buffer.from(text));
      })(),
    },
    format,
  );

it("a line is a decision: frozen to round 0 unless it says otherwise, in any run unless it names one", async () => {
  const { decisions, ignored } = await read(
    '{"item":"q1","freeze":true}\n\n{"item":"q1","run":"a","replicate":1,"freeze":true,"to":2,"score":0.7}\n{"item":"q2","freeze":false}\n',
  );
  expect(decisions).toEqual([
    { run: null, item: "q1", replicate: 0, to: 0 },
    { run: "a", item: "q1", replicate: 1, to: 2 },
    { run: null, item: "q2", replicate: 0, to: null },
  ]);
  expect(ignored).toEqual(["score"]);
});

it("CSV says the same, with true or 1, and blanks for what is not given", async () => {
  const { decisions, ignored } = await read(
    'run,item,freeze,to,"the score"\r\na,"q,1",TRUE,2,0.5\r\n,q2,0,,\r\na,q3,1,,0.1\r\n',
    "CSV",
  );
  expect(decisions).toEqual([
    { run: "a", item: "q,1", replicate: 0, to: 2 },
    { run: null, item: "q2", replicate: 0, to: null },
    { run: "a", item: "q3", replicate: 0, to: 0 },
  ]);
  expect(ignored).toEqual(["the score"]);
});

it.each<[string, string, DecisionFormat, string]>([
  [
    "freeze is text",
    '{"item":"q1","freeze":"true"}',
    "NDJSON",
    'decisions:1: freeze: expected true or false, got string "true"',
  ],
  ["no item", '{"freeze":true}', "NDJSON", "decisions:1: item: expected the key of an item, got nothing"],
  [
    "a round for a debate that runs on",
    '{"item":"q1","freeze":false,"to":1}',
    "NDJSON",
    "decisions:1: to: expected no round",
  ],
  ["half a replicate", '{"item":"q1","freeze":true,"replicate":0.5}', "NDJSON", "replicate: expected a whole number"],
  ["a round beyond any", '{"item":"q1","freeze":true,"to":64}', "NDJSON", "to: expected a round from 0 to 63"],
  [
    "the same debate twice",
    '{"item":"q","freeze":true}\n{"item":"q","freeze":false}',
    "NDJSON",
    'decisions:2: expected each run, item and replicate once, got [null,"q",0] as in line 1',
  ],
  ["no JSON", "q1,true", "NDJSON", "decisions:1: expected one JSON object per line"],
  ["no freeze column", "item,run\nq1,a", "CSV", "decisions:1: expected a column freeze"],
  ["a column twice", "item,freeze,item\nq1,1,q2", "CSV", "decisions:1: expected each column once"],
  ["too few fields", "item,freeze\nq1", "CSV", "decisions:2: expected 2 fields, got 1"],
  [
    "a word for a truth value",
    "item,freeze\nq1,yes",
    "CSV",
    'decisions:2: freeze: expected true or false, got string "yes"',
  ],
  ["nothing", "\n", "NDJSON", "decisions:1: expected at least one decision, got none"],
])("%s is refused with its line", async (_, text, format, message) => {
  await expect(read(text, format)).rejects.toMatchObject({
    code: "BAD_LINE",
    message: expect.stringContaining(message),
  });
});

it("faults are gathered, up to twenty", async () => {
  await expect(read('{"item":""}\n'.repeat(50))).rejects.toMatchObject({
    message: expect.stringMatching(/stopped after 20 faults$/),
  });
});

it.each([
  ["decisions-probe-gate-6525", 6525],
  ["decisions-round1-change-1255", 1255],
  ["decisions-learned-stump-1255", 1255],
])("the shipped %s holds %i decisions", async (name, count) => {
  const { decisions, ignored } = await readDecisions({ path: `examples/${name}.ndjson` }, "NDJSON");
  expect(decisions).toHaveLength(count);
  expect(ignored).toEqual([]);
});
