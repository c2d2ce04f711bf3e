import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { NOT_ASKED } from "../../src/debate/debate.js";
import { debateOf, runOf, seenIn } from "./read.js";

const warned = (lines: readonly (object | string)[]) =>
  seenIn(lines).warnings.map(({ kind, count, examples }) => [kind, count, examples[0]]);

it("a debate is what the line says, with the defaults of its run", () => {
  const { debates, run, faults, warnings } = seenIn([
    runOf({ category: "law", title: "Toy", note: "synthetic, by hand" }),
    debateOf({
      labels: ["A", "B"],
      rounds: [
        [" A ", null, ""],
        [{ asked: false }, { text: "I say B", answer: "B" }, { text: "?" }],
      ],
    }),
  ]);
  expect(faults).toEqual([]);
  expect(warnings).toEqual([]);
  expect(run).toMatchObject({ slug: "toy", title: "Toy", synthetic: true, carryForward: false, foldUpper: false });
  expect(debates).toEqual([
    {
      item: "q1",
      benchmark: "toy",
      category: "law",
      cluster: "q1",
      gold: "A",
      labels: ["A", "B"],
      replicate: 0,
      rounds: [
        ["A", null, null],
        [NOT_ASKED, "B", null],
      ],
      texts: [
        [null, null, null],
        [null, "I say B", "?"],
      ],
      displayed: null,
      signals: [],
      reported: null,
      seats: null,
      tokens: null,
      cost: null,
      meta: null,
    },
  ]);
});

it("signals, displayed labels, reports, meta and seats of its own come through", () => {
  const seats = ["x", "y"].map((seat) => ({ seat, model: "n", family: null, provider: null, temperature: null }));
  const { debates, faults } = seenIn([
    runOf(),
    debateOf({
      benchmark: "other",
      category: "c",
      cluster: "k",
      replicate: 3,
      seats,
      rounds: [
        ["A", "B"],
        ["B", "B"],
      ],
      displayed: [[["B", " "], []]],
      signals: { tests: " B ", __proto__x: "A", none: null },
      reported: { initialMajority: "", finalMajority: "B", collapsed: true, corrected: null },
      meta: { b: 1.5, a: [{ z: null, y: "\u00e9" }] },
    }),
  ]);
  expect(faults).toEqual([]);
  expect(debates[0]).toMatchObject({
    benchmark: "other",
    category: "c",
    cluster: "k",
    replicate: 3,
    seats,
    displayed: [[["B"], []]],
    signals: [
      ["__proto__x", "A"],
      ["tests", "B"],
    ],
    reported: { initialMajority: null, finalMajority: "B", collapsed: true },
    meta: '{"a":[{"y":"\u00e9","z":null}],"b":1.5}',
  });
});

it("with fold UPPER answers, gold, labels and signals are compared in upper case; without, case stands", () => {
  const line = debateOf({ gold: "a", labels: ["a", "b"], rounds: [["A", "b", "B"]], signals: { t: "b" } });
  expect(seenIn([runOf({ fold: "UPPER" }), line])).toMatchObject({
    debates: [{ gold: "A", labels: ["A", "B"], rounds: [["A", "B", "B"]], signals: [["t", "B"]] }],
    warnings: [],
  });
  expect(seenIn([runOf(), line]).warnings.map(({ kind }) => kind)).toEqual(["OUTSIDE_LABELS", "LOOK_ALIKE_LABELS"]);
});

describe("a debate line is refused for", () => {
  it.each([
    ["no item", { item: undefined }, "item: expected string, got nothing"],
    ["a number as item", { item: 2 }, "item: expected string, got number 2"],
    ["a blank item", { item: " " }, "item: expected a name, got a blank string"],
    ["a long item", { item: "x".repeat(513) }, "item: expected at most 512 characters, got 513"],
    ["a number as gold", { gold: 3 }, "gold: expected string or null, got number 3"],
    ["blank gold", { gold: "" }, "gold: expected a label or null, got a blank string"],
    ["gold outside the labels", { labels: ["B", "C"] }, 'gold: expected one of the labels "B, C", got string "A"'],
    ["labels that are text", { labels: "AB" }, 'labels: expected an array of strings, got string "AB"'],
    ["a label that is a number", { labels: ["A", 1] }, "labels[1]: expected a label, got number 1"],
    ["a label twice", { labels: ["A", " A"] }, 'labels[1]: expected each label once, got "A" again'],
    ["no rounds", { rounds: [] }, "rounds: expected an array of rounds, got an empty array"],
    ["rounds missing", { rounds: undefined }, "rounds: expected an array of rounds, got nothing"],
    ["a round that is no array", { rounds: ["AAA"] }, 'rounds[0]: expected an array of ballots, got string "AAA"'],
    ["a ballot too few", { rounds: [["A", "A"]] }, "rounds[0]: expected 3 ballots, one for each seat, got 2"],
    [
      "a ballot too many",
      {
        rounds: [
          ["A", "A", "B"],
          ["A", "A", "A", "A"],
        ],
      },
      "rounds[1]: expected 3 ballots, one for each seat, got 4",
    ],
    ["a number as ballot", { rounds: [[3, "A", "A"]] }, "rounds[0][0]: expected a ballot, got number 3"],
    ["a boolean as ballot", { rounds: [["A", true, "A"]] }, "rounds[0][1]: expected a ballot, got boolean true"],
    ["an array as ballot", { rounds: [["A", ["A"], "A"]] }, "rounds[0][1]: expected a ballot, got array"],
    [
      "an empty object as ballot",
      { rounds: [["A", {}, "A"]] },
      "rounds[0][1]: expected a ballot, got object without text and answer",
    ],
    [
      "a number as answer",
      { rounds: [["A", { answer: 5 }, "A"]] },
      "rounds[0][1].answer: expected string or null, got number 5",
    ],
    [
      "a number as text",
      { rounds: [["A", { text: 5 }, "A"]] },
      "rounds[0][1].text: expected string or null, got number 5",
    ],
    [
      "a word for asked",
      { rounds: [["A", { asked: "no", answer: "A" }, "A"]] },
      'rounds[0][1].asked: expected boolean, got string "no"',
    ],
    [
      "a reply of a seat not asked",
      { rounds: [["A", { asked: false, answer: "A" }, "A"]] },
      "rounds[0][1]: expected no reply of a seat that was not asked, got one",
    ],
    ["too many rounds", { rounds: new Array(65).fill(["A", "A", "A"]) }, "rounds: expected at most 64 rounds, got 65"],
    [
      "a replicate that is no integer",
      { replicate: "1" },
      'replicate: expected an integer from 0 to 2147483647, got string "1"',
    ],
    ["a negative replicate", { replicate: -1 }, "replicate: expected an integer from 0 to 2147483647, got number -1"],
    ["a number as cluster", { cluster: 1 }, "cluster: expected string or null, got number 1"],
    ["a number as category", { category: 1 }, "category: expected string or null, got number 1"],
    ["a number as benchmark", { benchmark: 1 }, "benchmark: expected string or null, got number 1"],
    ["signals in an array", { signals: ["A"] }, "signals: expected an object of labels by name, got array"],
    ["a signal that is a number", { signals: { t: 1 } }, "signals.t: expected string or null, got number 1"],
    [
      "too many displayed rounds",
      { displayed: [[], []] },
      "displayed: expected an array with an entry for each round after the blind one, at most 1, got 2 entries",
    ],
    [
      "displayed labels of a seat missing",
      { displayed: [[["A"], ["A"]]] },
      "displayed[0]: expected 3 arrays of labels, one for each seat, got 2",
    ],
    [
      "a displayed label that is a number",
      { displayed: [[["A"], [1], []]] },
      "displayed[0][1]: expected an array of at most 250 labels, got array",
    ],
    ["a report that is a word", { reported: "collapsed" }, 'reported: expected an object, got string "collapsed"'],
    [
      "a reported flag that is a word",
      { reported: { collapsed: "yes" } },
      'reported.collapsed: expected boolean or null, got string "yes"',
    ],
    [
      "a reported majority that is a number",
      { reported: { finalMajority: 1 } },
      "reported.finalMajority: expected string or null, got number 1",
    ],
    ["meta that is an array", { meta: [] }, "meta: expected an object, got array"],
    [
      "a key both on the line and in meta",
      { note: 1, meta: { note: 2 } },
      "note: expected a key that meta does not have as well, got both",
    ],
    ["a seat without model", { seats: [{ seat: "1" }] }, "seats[0].model: expected string, got nothing"],
    [
      "two seats of one name",
      {
        seats: [
          { seat: "1", model: "m" },
          { seat: "1", model: "m" },
        ],
      },
      'seats[1].seat: expected a seat of its own, got string "1" again',
    ],
  ])("%s", (_, keys, fault) => {
    const { faults, debates } = seenIn([runOf(), debateOf(keys)]);
    expect(faults).toContain(`2: ${fault}`);
    expect(debates).toEqual([]);
  });

  it("more than 250 distinct labels", () => {
    const seats = Array.from({ length: 5 }, (_, seat) => ({ seat: `${seat}`, model: "m" }));
    const rounds = Array.from({ length: 51 }, (_, r) => seats.map((_, seat) => `answer ${r * 5 + seat}`));
    expect(seenIn([runOf(), debateOf({ seats, rounds })]).faults).toEqual([
      "2: expected at most 250 distinct labels in one debate, got 256",
    ]);
  });
});

describe("a run line is refused for", () => {
  it.each([
    [
      "a slug with a blank",
      { slug: "a b" },
      'run.slug: expected at most 256 letters, digits, dots, hyphens, underscores or plus signs, got string "a b"',
    ],
    [
      "an unknown condition",
      { condition: "DEBATE" },
      'run.condition: expected one of FULL_DEBATE, LABELS_ONLY, FAKE_PEERS, NO_PEERS, PRIVATE_REVISION, BLIND, OTHER, got string "DEBATE"',
    ],
    [
      "an unknown early stop",
      { earlyStop: "YES" },
      'run.earlyStop: expected "CARRY_FORWARD" or nothing, got string "YES"',
    ],
    ["an unknown fold", { fold: true }, 'run.fold: expected "UPPER" or nothing, got boolean true'],
    [
      "a date that is none",
      { createdAt: "yesterday" },
      'run.createdAt: expected an ISO 8601 date, got string "yesterday"',
    ],
    ["no seats", { seats: [] }, "run.seats: expected an array of seats, got an empty array"],
    [
      "a temperature that is text",
      { seats: [{ seat: "1", model: "m", temperature: "0" }] },
      'run.seats[0].temperature: expected number or null, got string "0"',
    ],
    ["a title that is a number", { title: 1 }, "run.title: expected string or null, got number 1"],
    ["synthetic in words", { synthetic: "yes" }, 'run.synthetic: expected boolean, got string "yes"'],
  ])("%s", (_, keys, fault) => {
    // The debates after it are still checked, for what does not depend on it.
    const { faults, debates } = seenIn([runOf(keys), debateOf(), debateOf({ item: 5 })]);
    expect(faults).toEqual([`1: ${fault}`, "3: item: expected string, got number 5"]);
    expect(debates).toEqual([]);
  });
});

it("the run line comes first and once, alone on its line", () => {
  expect(seenIn([runOf(), debateOf(), runOf({ slug: "other" })]).faults).toEqual([
    "3: run: expected a debate (the run line comes first and once), got a run line",
  ]);
  expect(seenIn([{ ...runOf(), debates: 5 }, debateOf()]).faults).toEqual([
    "1: debates: expected nothing beside run in a run line, got number 5",
  ]);
  expect(seenIn([{ run: "toy" }]).faults).toEqual(['1: run: expected object, got string "toy"']);
});

it("without a run line everything may come from outside, and what is missing is said once", () => {
  const { run: keys } = runOf({ slug: undefined });
  expect(seenIn([debateOf(), debateOf({ item: "q2" })], keys)).toMatchObject({ run: { slug: "toy" }, faults: [] });
  expect(seenIn([debateOf(), debateOf({ item: "q2" })]).faults).toEqual([
    "1: seats: expected seats in the run line, in each debate or from outside, got nothing",
    "1: benchmark: expected a benchmark in the run line, in each debate or from outside, got nothing",
  ]);
});

it("what is given from outside wins over the run line", () => {
  const { run } = seenIn([runOf(), debateOf()], {
    slug: "other",
    condition: "BLIND",
    family: "G",
    earlyStop: "CARRY_FORWARD",
  });
  expect(run).toMatchObject({ slug: "other", condition: "BLIND", carryForward: true, benchmark: "toy" });
  expect(run?.seats?.map(({ family, model }) => [family, model])).toEqual([
    ["G", "m"],
    ["G", "m"],
    ["G", "m"],
  ]);
});

it("a run without seats has those of its first debate", () => {
  const seats = [{ seat: "a", model: "m" }];
  const { run, debates, faults } = seenIn([
    runOf({ seats: undefined }),
    debateOf({ seats, rounds: [["A"]] }),
    debateOf({ item: "q2", seats: [{ seat: "b", model: "m" }], rounds: [["A"]] }),
  ]);
  expect(faults).toEqual([]);
  expect(run?.seats?.map(({ seat }) => seat)).toEqual(["a"]);
  expect(debates.map((debate) => debate.seats?.map(({ seat }) => seat) ?? null)).toEqual([null, ["b"]]);
});

it("a repeated item is refused unless its replicate differs", () => {
  expect(
    seenIn([runOf(), debateOf(), debateOf({ replicate: 1 }), debateOf({ gold: "B" }), debateOf({ replicate: 1 })])
      .faults,
  ).toEqual([
    '4: item: expected each item and replicate once, got "q1", replicate 0, as on line 2',
    '5: item: expected each item and replicate once, got "q1", replicate 1, as on line 3',
  ]);
});

it("unknown keys are kept in meta with their path and warned about", () => {
  const line = debateOf({
    judge: "me",
    __proto__: undefined,
    rounds: [["A", { answer: "A", confidence: 0.9 }, "B"]],
    reported: { finalMajority: "A", by: "vote" },
    meta: { a: 1 },
  });
  const text = JSON.stringify(line).replace("{", '{"__proto__":{"x":1},');
  expect(seenIn([runOf({ host: "h" }), text])).toMatchObject({
    faults: [],
    debates: [{ meta: '{"__proto__":{"x":1},"a":1,"judge":"me","reported.by":"vote","rounds[0][1].confidence":0.9}' }],
  });
  expect(warned([runOf({ host: "h" }), text])).toEqual([
    ["UNKNOWN_RUN_KEYS", 1, { line: 1, path: "run.host", says: 'string "h"' }],
    ["UNKNOWN_KEYS", 4, { line: 2, path: "__proto__", says: "object" }],
  ]);
});

it("ballots outside the labels are counted, each kind of warning once", () => {
  const line = (item: string) => debateOf({ item, labels: ["A", "C"] });
  expect(warned([runOf(), line("q1"), line("q2")])).toEqual([
    ["OUTSIDE_LABELS", 6, { line: 2, path: "rounds[0][2]", says: 'string "B"' }],
  ]);
});

it("whatever a line holds, it is a debate or a list of faults, never both and never an exception", () => {
  const whole = debateOf({
    labels: ["A", "B"],
    signals: { t: "A" },
    displayed: [[["A"], [], ["B"]]],
    reported: { collapsed: true },
    meta: {},
    replicate: 1,
    cluster: "c",
    seats: [1, 2, 3].map((seat) => ({ seat: `${seat}`, model: "m" })),
  });
  const key = fc.constantFrom(...Object.keys(whole));
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom([], [[]], [["A", "B", {}]], { a: null }));
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 3 }), (keys) => {
      const { debates, faults } = seenIn([runOf(), { ...whole, ...keys }]);
      expect(debates.length === 1).toBe(faults.length === 0);
    }),
    { numRuns: 500 },
  );
});
