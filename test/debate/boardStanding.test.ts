import { expect, it } from "@jest/globals";
import { type BoardRowFacts, boardStanding } from "../../src/debate/boardStanding.js";

const plain: BoardRowFacts = {
  state: "COMPLETE",
  isSensitivity: false,
  isUploaded: false,
  declared: 5,
  isStale: false,
  blind: null,
};

it("a complete evaluation of record by the server's own gate counts", () => {
  expect(boardStanding(plain)).toBe("COUNTS");
});

it("uploaded decisions count only when they were declared while the cohort was blind", () => {
  expect(boardStanding({ ...plain, isUploaded: true })).toBe("UNVERIFIED");
  expect(boardStanding({ ...plain, isUploaded: true, blind: { openedPosition: 6 } })).toBe("COUNTS");
  expect(boardStanding({ ...plain, isUploaded: true, blind: { openedPosition: 4 } })).toBe("LATE");
});

it("over every combination, only a complete row counts that is of record, not stale, not late, and not uploaded onto an open cohort", () => {
  const booleans = [false, true];
  const states = ["DECLARED", "COMPLETE", "ABANDONED"] as const;
  const blinds = [null, { openedPosition: null }, { openedPosition: 4 }, { openedPosition: 6 }];
  let counting = 0;
  for (const state of states)
    for (const isSensitivity of booleans)
      for (const isUploaded of booleans)
        for (const isStale of booleans)
          for (const blind of blinds) {
            const isOpen = blind === null;
            const isLate = !isOpen && blind.openedPosition === 4;
            const may = state === "COMPLETE" && !isSensitivity && !isStale && !isLate && !(isUploaded && isOpen);
            const standing = boardStanding({ state, isSensitivity, isUploaded, declared: 5, isStale, blind });
            expect(standing === "COUNTS").toBe(may);
            counting += Number(may);
          }
  expect(counting).toBe(5);
});
