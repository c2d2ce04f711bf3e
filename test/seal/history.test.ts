import { expect, it } from "@jest/globals";
import { canonical } from "../../src/seal/canonical.js";
import { openCheckpoint } from "../../src/seal/checkpoint.js";
import { cohortDigest } from "../../src/seal/citedDigests.js";
import { history, type StoredEntry } from "../../src/seal/history.js";
import { leafOf, statementDigest, type Statement, type StatementOf } from "../../src/seal/statements.js";
import { cohort, declaration, key, log, probes, result, statements } from "./example.js";

const stored = (entries: readonly Statement[]): StoredEntry[] =>
  entries.map((statement, position) => ({ position, statement: canonical(statement), leafHash: leafOf(statement) }));
const faultsOf = (entries: readonly StoredEntry[]) =>
  history(entries).faults.map(({ check, object, fault }) => `${check}: ${object}: ${fault}`);

// The example's last board closes with a citation that leads nowhere; everything before it is whole.
const whole = statements.slice(0, 17);

it("a log whose statements follow from each other has no faults, and the roots that were signed", () => {
  const read = history(stored(whole));
  expect(read.faults).toEqual([]);
  expect(read.size).toBe(17);
  for (const size of [0, 1, 10, 17])
    expect(Buffer.from(read.rootAt(size))).toEqual(Buffer.from(openCheckpoint(log.checkpoint(size), key).root));
});

it("one changed byte in any entry is found, and the entry is named", () => {
  const entries = stored(whole);
  for (const [at, entry] of entries.entries())
    for (let place = 0; place < entry.statement.length; place += 37) {
      const character = entry.statement[place] === "7" ? "8" : "7";
      const statement = entry.statement.slice(0, place) + character + entry.statement.slice(place + 1);
      const faults = faultsOf(entries.map((each, index) => (index === at ? { ...entry, statement } : each)));
      expect(faults).toContain(`leaf hash: entry at position ${at}: is not the hash of its statement`);
    }
});

it("a changed leaf hash, a missing entry, swapped entries and odd text are found", () => {
  const entries = stored(whole);
  const [first, second, ...rest] = entries;
  if (first === undefined || second === undefined) throw new Error("the example has entries");
  expect(faultsOf([{ ...first, leafHash: new Uint8Array(32) }, second, ...rest])).toEqual([
    "leaf hash: entry at position 0: is not the hash of its statement",
  ]);
  expect(faultsOf([first, ...rest])).toContain("position: entry at position 2: expected position 1");
  expect(faultsOf([second, first, ...rest])).toContain("position: entry at position 1: expected position 0");
  const spaced = { ...first, statement: ` ${first.statement}` };
  expect(faultsOf([spaced, second, ...rest])).toContain("statement: entry at position 0: is not canonical JSON");
});

it("a first answer may be about probes that were stored before it", () => {
  const answer = { ...statements[6], runs: [probes.content] };
  expect(faultsOf(stored([...whole, probes, answer] as Statement[]))).toEqual([]);
  expect(faultsOf(stored([...whole, answer, probes] as Statement[]))).toHaveLength(1);
});

const with_ = (...more: object[]) => faultsOf(stored([...whole, ...(more as Statement[])])).at(0);
const nowhere = "0".repeat(64);

it.each<[string, object, string]>([
  [
    "a second first answer",
    { ...statements[6] },
    "history: firstAnswer at position 17: is not the first about the run",
  ],
  ["a first answer about nothing", { ...statements[6], runs: [nowhere] }, "cites the run 0000"],
  ["a cohort of nothing", { ...cohort, runs: [{ ...cohort.runs[0], content: nowhere }] }, "cites the run 0000"],
  ["the same declaration", declaration, "history: declaration at position 17: was declared before"],
  ["a declaration under draft weights", { ...declaration, weights: nowhere }, "cites the weights 0000"],
  ["a second result", result, "history: result at position 17: is the second of its evaluation"],
  ["a result of nothing", { ...result, declaration: nowhere }, "cites the declaration 0000"],
  ["weights from no draft", { ...statements[2], draft: nowhere }, "cites the weightsDraft 0000"],
  ["a retraction of nothing", { ...statements[19], run: nowhere }, "cites the run 0000"],
  ["an abandonment of nothing", { ...statements[20], statement: nowhere }, "which is not before it"],
  ["an abandonment of what was taken further", statements[20], "which was taken further before"],
  ["a second seal on one draft", { ...statements[2], slug: "again" }, "is the second that is sealed from the draft"],
  ["an opening of a cohort that is not blind", statements[21], "which is not blind before it"],
  ["a board under no weights", { ...statements[16], weights: nowhere }, "cites the weights 0000"],
  ["a board closed that was not opened", { ...statements[17] }, "cites the leaderboardOpened"],
  ["a board that ranks what has no result", { ...statements[17], evaluations: [nowhere] }, "ranks the evaluation 0000"],
])("%s is found", (_, statement, sentence) => {
  expect(with_(statement)).toContain(sentence);
});

it("a receipt that hides the earlier first answer is honest to itself, and found in the log", () => {
  // Asked before the weights were sealed: the result's BEFORE_OUTCOMES cannot stand.
  const asked = [statements[0], statements[6], ...statements.slice(1, 6), ...statements.slice(7, 10)] as Statement[];
  expect(faultsOf(stored(asked))).toEqual([
    "grade: result at position 9: says BEFORE_OUTCOMES, found BEFORE_EVALUATION",
  ]);
});

it("records imported twice count from the first time, whatever they were called", () => {
  const twin = { ...statements[0], slug: "twin" } as Statement;
  const kinder = { ...result, grade: "BEFORE_DATA" } as Statement;
  const sly = [twin, statements[1], statements[2], statements[0], ...statements.slice(3, 9), kinder] as Statement[];
  expect(faultsOf(stored(sly))).toEqual(["grade: result at position 10: says BEFORE_DATA, found BEFORE_OUTCOMES"]);
  expect(faultsOf(stored(sly.slice(1)))).toEqual([]);
});

it("weights of record are not replaced by leaving the first declaration out", () => {
  const kinder = { ...statements[12], record: null, grade: "BEFORE_EVALUATION" } as Statement;
  expect(faultsOf(stored(whole.map((each, index) => (index === 12 ? kinder : each))))).toEqual([
    "history: result at position 12: says that its own weights are of record; the declaration at position 7 fixed them",
  ]);
});

it("nothing is said about a blind cohort before it is opened, under whatever name its debates are asked about", () => {
  const closed = { ...cohort, slug: "closed", blind: { until: "2027-01-01", board: null } } as Statement;
  const opened = { ...statements[21], slug: "closed", cohort: statementDigest(closed) } as Statement;
  const until = (...between: Statement[]) =>
    faultsOf(stored([...whole.slice(0, 6), closed, ...whole.slice(6, 9), ...between, result]));
  expect(until()).toEqual(["history: result at position 10: answers about the cohort at position 6, which is blind"]);
  expect(until(opened)).toEqual([]);
  expect(until(opened, opened)).toEqual([
    expect.stringContaining("history: cohortOpened at position 11: opens the cohort"),
  ]);
});

it("a cohort is blind only over runs that nobody was answered about, under whatever name", () => {
  const closed = { ...cohort, slug: "closed", blind: { until: "2027-01-01", board: null } } as Statement;
  const copy = { ...statements[18], slug: "copy", overlaps: [(statements[0] as StatementOf<"run">).content] };
  const answered = { ...statements[6], runs: [(copy as StatementOf<"run">).content] } as Statement;
  const [runA, runB] = [statements[0], statements[3]] as Statement[];
  expect(faultsOf(stored([runA, runB, copy as Statement, answered, closed]))).toEqual([
    "history: cohort at position 4: is blind, and the firstAnswer at position 3 is about debates of its run a",
  ]);
  expect(faultsOf(stored([runA, runB, copy as Statement, closed, answered]))).toEqual([]);
});

it("debates that were imported again count from the first import and the first answer of either", () => {
  const { content } = statements[0] as StatementOf<"run">;
  const early = { ...statements[18], slug: "early" } as StatementOf<"run">;
  const again = { ...statements[0], overlaps: [early.content] } as Statement;
  const rest = [...statements.slice(3, 9)] as Statement[];
  const kinder = { ...result, grade: "BEFORE_DATA" } as Statement;
  const [draft, weights] = [statements[1], statements[2]] as Statement[];
  // The weights stand between the two imports.
  expect(faultsOf(stored([early, draft, weights, again, ...rest, kinder]))).toEqual([
    "grade: result at position 10: says BEFORE_DATA, found BEFORE_OUTCOMES",
  ]);
  expect(faultsOf(stored([early, draft, weights, again, ...rest, result]))).toEqual([]);
  // The same debates were answered about before the weights, under a name that came later.
  const later = { ...early, slug: "later", overlaps: [content] } as Statement;
  const answered = { ...statements[6], runs: [early.content] } as Statement;
  expect(faultsOf(stored([statements[0], later, answered, draft, weights, ...rest, result]))).toEqual([
    "grade: result at position 11: says BEFORE_OUTCOMES, found BEFORE_EVALUATION",
  ]);
  const nobody = { ...early, overlaps: ["0".repeat(64)] } as Statement;
  expect(with_(nobody)).toContain("cites the run 0000");
  expect(() => with_({ ...early, overlaps: [] })).toThrow("expected digests, sorted, each once");
});

it("weights of record hold on debates that were imported again", () => {
  const copy = { ...statements[18], overlaps: [(statements[0] as StatementOf<"run">).content] } as StatementOf<"run">;
  const runs = [{ run: "c", content: copy.content, members: "0".repeat(64), size: 5 }];
  const other = { ...cohort, slug: "c", runs, size: 5, digest: cohortDigest(runs, []), excluded: [] } as Statement;
  const renewed = {
    ...declaration,
    cohort: cohortDigest(runs, []),
    weights: statementDigest(statements[10]),
  };
  const answered = { ...statements[6], runs: [copy.content] } as Statement;
  const kinder = {
    ...statements[12],
    declaration: statementDigest(renewed),
    record: null,
    grade: "BEFORE_EVALUATION",
  } as Statement;
  const [sealed] = [statements[10]] as Statement[];
  const found = faultsOf(stored([...whole.slice(0, 10), copy, other, sealed, answered, renewed, kinder]));
  expect(found).toContain(
    "history: result at position 15: says that its own weights are of record; the declaration at position 7 fixed them",
  );
});

it("what was abandoned is taken no further", () => {
  const abandon = (cited: Statement): Statement =>
    ({ ...statements[20], statement: statementDigest(cited) }) as Statement;
  const [run, draft, weights] = statements as [Statement, Statement, Statement];
  expect(faultsOf(stored([run, draft, abandon(draft), weights]))).toEqual([
    expect.stringMatching(/^history: weights at position 3: is sealed from the draft [0-9a-f]+, which was abandoned$/),
  ]);
  expect(faultsOf(stored([...whole.slice(0, 9), abandon(declaration), result]))).toEqual([
    expect.stringMatching(/^history: result at position 10: is of the declaration [0-9a-f]+, which was abandoned$/),
  ]);
});

it("a policy or cohort stored again under another name takes nothing from the first", () => {
  const renamed = [
    { ...cohort, slug: "renamed" },
    { ...statements[5], slug: "renamed" },
  ] as Statement[];
  expect(faultsOf(stored([...whole.slice(0, 9), ...renamed, result]))).toEqual([]);
});
