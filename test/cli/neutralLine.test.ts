import { expect, it } from "@jest/globals";
import { type DebateAnswer, debateLine, type RunAnswer, runLine } from "../../src/cli/neutralLine.js";

const seat = (name: string) => ({ seat: name, model: "m", family: null, provider: null, temperature: 0.5 });
const run: RunAnswer = {
  slug: "r",
  title: null,
  condition: "FULL_DEBATE",
  scaffold: null,
  benchmark: "b",
  seats: [seat("1"), seat("2")],
  carryForward: true,
  foldUpper: false,
  synthetic: false,
  createdAt: null,
  license: null,
  note: null,
};
const debate: DebateAnswer = {
  run,
  item: "q1",
  replicate: 0,
  benchmark: "b",
  category: null,
  cluster: "q1",
  gold: null,
  labels: [],
  seats: run.seats,
  rounds: [
    {
      ballots: [
        { status: "ANSWERED", answer: "A", text: null },
        { status: "UNPARSED", answer: null, text: null },
      ],
    },
    {
      ballots: [
        { status: "NOT_ASKED", answer: null, text: null },
        { status: "ANSWERED", answer: "B", text: null },
      ],
    },
  ],
  recordedRounds: 2,
  displayed: null,
  signals: [],
  reported: null,
  tokens: null,
  cost: null,
  meta: null,
};

it("a run line says what the run states, and nothing for what it does not", () => {
  const seats = [
    { seat: "1", model: "m", temperature: 0.5 },
    { seat: "2", model: "m", temperature: 0.5 },
  ];
  expect(JSON.parse(runLine(run))).toEqual({
    run: { slug: "r", condition: "FULL_DEBATE", benchmark: "b", seats, earlyStop: "CARRY_FORWARD" },
  });
});

it("a debate line leaves out what the run line and the defaults say, and tells unparsed from not asked", () => {
  expect(debateLine(debate)).toBe('{"item":"q1","gold":null,"rounds":[["A",null],[{"asked":false},"B"]]}');
});

it("whatever differs from the run is written, and meta goes out with its very digits", () => {
  const line = debateLine({
    ...debate,
    replicate: 2,
    benchmark: "c",
    category: "law",
    cluster: "k",
    gold: "A",
    labels: ["A", "B"],
    seats: [seat("x"), seat("y")],
    signals: [["__proto__", "B"]],
    reported: { finalMajority: "B", collapsed: null },
    meta: '{"n":0.10000000000000000001}',
  });
  expect(line).toContain('"meta":{"n":0.10000000000000000001}}');
  expect(line).toContain('"signals":{"__proto__":"B"}');
  expect(JSON.parse(line)).toMatchObject({
    replicate: 2,
    benchmark: "c",
    category: "law",
    cluster: "k",
    seats: [{ seat: "x", model: "m", temperature: 0.5 }, { seat: "y" }],
    reported: { finalMajority: "B" },
  });
});
