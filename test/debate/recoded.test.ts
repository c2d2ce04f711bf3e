import { expect, it } from "@jest/globals";
import { type Ballot, NOT_ASKED } from "../../src/debate/debate.js";
import { recoded, reread } from "../../src/debate/recoded.js";

const debate = {
  benchmark: "mmlu_pro",
  gold: "B",
  labels: ["A", "B", "C", "D"],
  rounds: [
    ["A", null, "C"],
    ["A", NOT_ASKED, "C"],
  ] as Ballot[][],
  texts: [
    ["Final Answer: B", "I think it is D", null],
    ["the answer is E", null],
  ],
  signals: [["verifier", "B"]] as const,
  displayed: null,
};

it("ballots are read anew; a reply that was not kept is unparsed, a seat that was not asked stays so", () => {
  expect(recoded(debate, "debateledger-v1")).toEqual({
    ...debate,
    rounds: [
      ["B", "D", null],
      [null, NOT_ASKED, null],
    ],
  });
  expect(recoded(debate, "final-tag-v1").rounds[0]).toEqual(["B", null, null]);
});

it("a source without labels means A to J, and none for GSM8K, whose answers are numbers", () => {
  const given = { labels: [], texts: [["Final Answer: J"]] };
  const read = (benchmark: string, parser: "debateledger-v1" | "numeric-v1") =>
    reread({ ...given, benchmark }, parser)(0, 0)?.label;
  expect(read("arc", "debateledger-v1")).toBe("J");
  expect(read("gsm8k", "debateledger-v1")).toBeNull();
  expect(reread({ ...given, benchmark: "arc" }, "debateledger-v1")(1, 0)).toBeNull();
});

it("a parser of numbers writes gold, signals and displayed labels as it writes ballots", () => {
  const numbers = {
    ...debate,
    gold: "1,018.0",
    rounds: [["1018.00", "x"]],
    texts: [["#### 1018", "about 1,018.50"]],
    signals: [["verifier", "+3"]] as const,
    displayed: [[["2.0", "two"]]],
  };
  expect(recoded(numbers, "numeric-v1")).toMatchObject({
    gold: "1018",
    rounds: [["1018", "1018.5"]],
    signals: [["verifier", "3"]],
    displayed: [[["2", "two"]]],
  });
  expect(recoded({ ...numbers, gold: null }, "numeric-v1").gold).toBeNull();
  expect(recoded(numbers, "debateledger-v1").gold).toBe("1,018.0");
});
