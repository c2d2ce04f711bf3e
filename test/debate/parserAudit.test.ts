import { expect, it } from "@jest/globals";
import { type Ballot, NOT_ASKED } from "../../src/debate/debate.js";
import { parserAudit } from "../../src/debate/parserAudit.js";
import { seat } from "./fixtures.js";

const seats = [seat("1", "m"), seat("2", "n")];
const debate = (rounds: Ballot[][], texts: (string | null)[][] | null) => ({
  benchmark: "b",
  labels: ["A", "B"],
  rounds,
  texts,
});
const everySeat = () => true;

it("texts are counted by the rule that read them, beside what was recorded", () => {
  // Seat 1: read as recorded, then read where nothing was recorded. Seat 2: another label, then nothing, then no text, then not asked.
  const audit = parserAudit("debateledger-v1");
  audit.add(
    debate(
      [
        ["A", "A"],
        [null, "B"],
        ["A", "B"],
        [null, NOT_ASKED],
      ],
      [
        ["Final Answer: A", "I pick B"],
        ["so, B", "none"],
        ["A", null],
        ["", null],
      ],
    ),
    seats,
    everySeat,
  );
  expect(audit.report()).toEqual({
    parser: "debateledger-v1",
    debates: 1,
    asked: 7,
    texts: 6,
    withoutText: 1,
    failed: { count: 2, of: 6, value: 2 / 6, reason: null },
    rules: [
      { rule: "FINAL_ANSWER", count: 1 },
      { rule: "ANSWER_IS", count: 0 },
      { rule: "CHOICE", count: 1 },
      { rule: "ANSWER_COLON", count: 0 },
      { rule: "OWN_LINE", count: 1 },
      { rule: "LAST_CAPITAL", count: 1 },
    ],
    agreement: { same: 2, otherLabel: 1, onlyRead: 1, onlyRecorded: 1, neither: 1 },
    byModel: [
      { key: "m", failed: expect.objectContaining({ count: 1, of: 4 }) as unknown },
      { key: "n", failed: expect.objectContaining({ count: 1, of: 2 }) as unknown },
    ],
    bySeat: [
      { key: "1", failed: expect.objectContaining({ count: 1, of: 4 }) as unknown },
      { key: "2", failed: expect.objectContaining({ count: 1, of: 2 }) as unknown },
    ],
    byRound: [
      { key: "0", failed: expect.objectContaining({ count: 0, of: 2 }) as unknown },
      { key: "1", failed: expect.objectContaining({ count: 1, of: 2 }) as unknown },
      { key: "2", failed: expect.objectContaining({ count: 0, of: 1 }) as unknown },
      { key: "3", failed: expect.objectContaining({ count: 1, of: 1 }) as unknown },
    ],
  });
});

it("a dropped seat is not asked, and without texts there is nothing to fail", () => {
  const audit = parserAudit("numeric-v1");
  audit.add(debate([["18.0", "2"]], [["#### 18", "2"]]), seats, (name) => name === "1");
  expect(audit.report()).toMatchObject({ asked: 1, texts: 1, agreement: { same: 1, otherLabel: 0 } });
  const empty = parserAudit("numeric-v1");
  empty.add(debate([["1", "2"]], null), seats, everySeat);
  expect(empty.report()).toMatchObject({
    asked: 2,
    withoutText: 2,
    failed: { count: 0, of: 0, value: null },
    byModel: [],
  });
});
