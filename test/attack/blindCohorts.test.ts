// Aim: a blind cohort tells nothing of its gold. Method: two stores that differ in nothing but the gold of the blind debates, and
// what depends on it. Every question must have one and the same answer in both, to the byte; only digests over the records, what is
// computed from those, and the time of day may differ, and are blotted out. Once opened, the same questions tell the stores apart.
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { nodeId } from "../../src/graph/node.js";
import { receiptFile } from "../../src/graph/receipt.js";
import { importRun } from "../../src/import/importRun.js";
import { readRun } from "../../src/import/readRun.js";
import { logFirstAnswers } from "../../src/store/firstAnswers.js";
import { addFixed, evaluate, sealOneToOne } from "../graph/evaluations.js";
import { createCohort, importLines, seats } from "../graph/exampleServices.js";
import { testKey } from "../graph/testKey.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { answerOf, eachField, everything } from "./answerOf.js";

const round = (letters: string) => [...letters];
const ballots = [
  ["AAB", "BBB", "BBB"],
  ["AAB", "ABB", "BBB"],
  ["BBA", "AAB", "AAA"],
  ["ABC", "ABC", "ABB"],
  ["AAA", "AAA", "AAA"],
];
/** Of two models: nobody reads the debates of one run under the name of the other. */
const header = (slug: string) => ({
  slug,
  benchmark: "b",
  condition: "FULL_DEBATE",
  seats: seats(3, slug === "other" ? "n" : "m"),
});
/** q0 to q3 are blind, and their gold is what is told apart; q4 is not. */
const debates = (gold: string) =>
  ballots.map((rounds, index) => {
    const right = index === 4 ? "A" : gold[index];
    const finalCorrect = index === 4 || right === "B";
    return {
      item: `q${index}`,
      gold: right,
      rounds: rounds.map(round),
      signals: { tests: index % 2 === 0 ? "A" : "B" },
      reported: { finalCorrect: !finalCorrect },
      key: right,
    };
  });
const GOLD = ["AABA", "BBAB"] as const;

async function hiding(gold: string): Promise<Services> {
  const services = createServices(await openMemoryStore(), testKey);
  await importLines(services.store, header("hidden"), debates(gold));
  await importLines(services.store, header("other"), debates("ABAB"));
  await createCohort(services, {
    slug: "blind",
    runs: ["hidden"],
    items: ["q0", "q1", "q2", "q3"],
    blind: { until: "2020-01-01T00:00:00Z" },
  });
  await createCohort(services, { slug: "one-shared", runs: ["other", "hidden"], items: ["q0", "q4"] });
  await createCohort(services, { slug: "one-seat-less", runs: ["hidden"], dropSeats: ["3"] });
  await createCohort(services, { slug: "paired", runs: ["hidden", "other"], pairedAcrossRuns: true, usableThrough: 2 });
  await sealOneToOne(services);
  await addFixed(services, "freeze", "round1MajorityChanged");
  await addFixed(services, "never", "never");
  for (const cohort of ["blind", "one-shared"])
    for (const policy of ["freeze", "never"]) await evaluate(services, { policy, cohort, weights: "one-to-one" });
  return services;
}

let twins: readonly [Services, Services];
beforeAll(async () => {
  twins = [await hiding(GOLD[0]), await hiding(GOLD[1])];
});
afterAll(() => Promise.all(twins.map(({ store }) => store.close())));

const OPAQUE = new Set(["id", "cursor", "startCursor", "endCursor"]);
/** Follows from the digests of runs, which cover their gold. */
const DERIVED = new Set(["checkpoint", "root", "hashes", "file", "seed"]);

const blotted = (answer: unknown): string =>
  JSON.stringify(answer, (key, value: unknown) => {
    if (DERIVED.has(key)) return "derived";
    if (typeof value !== "string") return value;
    const text = OPAQUE.has(key) ? Buffer.from(value, "base64url").toString() : value;
    return text.replace(/[0-9a-f]{64}/g, "digest").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");
  });

async function digests(services: Services): Promise<string[]> {
  const { evaluations } = await ask<{ evaluations: { edges: { node: { digest: string } }[] } }>(
    services,
    "{ evaluations { edges { node { digest } } } }",
  );
  return evaluations.edges.map(({ node }) => node.digest);
}

const subjects = [
  'run(slug: "hidden")',
  'cohort(slug: "blind")',
  'cohort(slug: "one-shared")',
  'cohort(slug: "one-seat-less")',
  'cohort(slug: "paired")',
];

const goldAsked = [
  "ledger { total { collapse net exclusions { reason count } } caveats { code } }",
  "ledger(by: RUN) { groups { key ledger { collapse } } }",
  "ledger(by: CATEGORY, coding: { undefined: WRONG, tie: UNDECIDED, endpoint: 1 }) { total { identity { residue } } }",
  "ledger(interval: { method: CLOPPER_PEARSON, level: 0.5 }) { total { initialAccuracy { value interval { low } } } }",
  "onset { collapses rounds { round count } repairedExcursions }",
  "expectedAccuracy { total { initial { count of } } }",
  "ties { total { decided { count of } } }",
  "debates(where: { cells: [collapse] }) { totalCount }",
  "debates(where: { cells: [] }) { totalCount }",
  "debates(where: { onset: 1 }) { totalCount edges { node { item } } }",
  "debates(where: { excluded: [NO_GOLD] }) { totalCount }",
  "debates(where: { excluded: [NOT_ASKED, UNPARSED] }) { totalCount }",
  "debates(where: { contradicted: true }) { totalCount }",
  'debates(where: { contradicted: false, items: ["q0"] }) { pageInfo { hasNextPage } }',
  "attritionAccuracy { total { rounds { difference } caveats { code } } }",
  "errorVisibility { total { noGold rounds { wrong auc { value reason } } parseFlags { precision { count } } } }",
  "subPanels { accuracy { debates } }",
];
/** Each subject by each of its fields, and each list, with everything that is reached from there. */
const whole: (readonly [name: string, asked: readonly string[]])[] = [
  ...subjects.map(
    (subject) =>
      [
        subject,
        eachField(subject.startsWith("run") ? "Run" : "Cohort").map((field) => `${subject} { ${field} }`),
      ] as const,
  ),
  ...["hidden", "other"].map(
    (run) => [`the ladder of ${run}`, [`ladder(runs: ["${run}"]) ${everything("Ladder")}`]] as const,
  ),
  ...Object.entries({
    runs: "RunConnection",
    cohorts: "CohortConnection",
    policies: "PolicyConnection",
    weightsList: "WeightsConnection",
    evaluations: "EvaluationConnection",
    log: "Log",
  }).map(([list, type]) => [list, [`${list} ${everything(type)}`]] as const),
];
const debateFields = ["gold", "cell", "exclusion", "onset", "finalSwitch", "reported", "disagreements", "meta"];

const openBlind = (services: Services) =>
  answerOf(
    services,
    'mutation { openCohort(input: { cohort: "blind", reason: "its day" }) { evaluations { state net cohort { slug } } } }',
  );

it("a date that has not come, and a board that has not closed, open nothing; no answer is given in between", async () => {
  const services = createServices(await openMemoryStore(), testKey);
  await importLines(services.store, header("hidden"), debates(GOLD[0]));
  for (const [slug, blind] of [
    ["dated", { until: "2999-01-01" }],
    ["boarded", { board: "spring" }],
  ] as const) {
    await createCohort(services, { slug, runs: ["hidden"], blind });
    const open = `mutation { openCohort(input: { cohort: "${slug}", reason: "now" }) { cohort { ledger { total { net } } } } }`;
    expect(await answerOf(services, open)).toMatchObject({ data: null, errors: [{ code: "BLIND" }] });
  }
  expect((await answerOf(services, '{ run(slug: "hidden") { ledger { total { net } } } }')).errors).toMatchObject([
    { code: "BLIND" },
  ]);
  await services.store.close();
});

it("what was answered about before cannot become blind, nor can what shares debates with it; its results stay in the log", async () => {
  const services = createServices(await openMemoryStore(), testKey);
  await importLines(services.store, header("hidden"), debates(GOLD[0]));
  await importLines(services.store, header("copy"), debates(GOLD[1]).slice(0, 1));
  await importLines(services.store, header("other"), debates(GOLD[0]));
  await createCohort(services, { slug: "all", runs: ["hidden"] });
  await sealOneToOne(services);
  await addFixed(services, "freeze", "round1MajorityChanged");
  const { digest } = await evaluate(services, { policy: "freeze", cohort: "all", weights: "one-to-one" });
  const asked = [
    '{ run(slug: "hidden") { ledger { total { net initialAccuracy { interval { low } } } } } }',
    `{ evaluation(digest: "${digest}") { net grade receipt { json } effectsByDebate { totalCount } } }`,
    '{ log { entries(kind: "result") { edges { node { statement } } } } }',
  ];
  const before = await Promise.all(asked.map((document) => answerOf(services, document)));
  const entries = await services.store.prisma.logEntry.count();
  for (const [runs, named] of [
    [["hidden"], "its run hidden"],
    [["copy"], "run hidden, which holds some of its debates,"],
    [["other", "hidden"], "its run hidden"],
  ] as const)
    await expect(
      createCohort(services, { slug: "late", runs, items: ["q0"], blind: { until: "2999-01-01" } }),
    ).rejects.toMatchObject({
      code: "ANSWERED",
      message: expect.stringContaining(`${named} was answered about before (evaluation, log position `) as unknown,
    });
  expect(await services.store.prisma.logEntry.count()).toBe(entries);
  expect(before[2].data).toMatchObject({ log: { entries: { edges: [{ node: { statement: { type: "result" } } }] } } });
  for (const [index, document] of asked.slice(1).entries()) {
    expect(before[index + 1].errors).toEqual([]);
    expect((await answerOf(services, document)).data).toEqual(before[index + 1].data);
  }
  await createCohort(services, { slug: "late", runs: ["other"], items: ["q0"], blind: { until: "2999-01-01" } });
  await services.store.close();
});

it("debates that can be asked about under another name cannot become blind, unless they are blind there too", async () => {
  const services = createServices(await openMemoryStore(), testKey);
  await importLines(services.store, header("hidden"), debates(GOLD[0]));
  await importLines(services.store, header("copy"), debates(GOLD[1]));
  const blind = { until: "2999-01-01" };
  const alone = { slug: "closed", runs: ["hidden"], items: ["q0", "q1"], blind };
  await expect(createCohort(services, alone)).rejects.toMatchObject({
    code: "ANSWERED",
    message: "blind: run copy, which holds some of its debates, can be asked about them; select them of both",
  });
  await createCohort(services, { ...alone, runs: ["hidden", "copy"] });
  for (const slug of ["hidden", "copy"])
    expect((await answerOf(services, `{ run(slug: "${slug}") { ledger { total { net } } } }`)).errors).toMatchObject([
      { code: "BLIND" },
    ]);
  await createCohort(services, { ...alone, slug: "closed-too" });
  await services.store.close();
});

it("within one request, what a mutation makes blind is blind to the next, and what one opens is open", async () => {
  const services = createServices(await openMemoryStore(), testKey);
  for (const slug of ["hidden", "other"]) await importLines(services.store, header(slug), debates(GOLD[0]));
  for (const slug of ["hidden", "other"]) await createCohort(services, { slug, runs: [slug] });
  await sealOneToOne(services);
  await addFixed(services, "freeze", "round1MajorityChanged");
  const on = (cohort: string) =>
    `evaluatePolicy(input: { policy: "freeze", cohort: "${cohort}", weights: "one-to-one" }) { evaluation { state net } }`;
  const until = (at: string) => `blind: { until: "${at}" }`;
  const { data, errors } = await answerOf(
    services,
    `mutation {
      first: ${on("other")}
      closed: createCohort(input: { slug: "closed", runs: ["hidden"], ${until("2020-01-01")} }) { cohort { slug } }
      second: ${on("hidden")}
      open: openCohort(input: { cohort: "closed", reason: "its day" }) { cohort { slug } }
      third: ${on("hidden")}
    }`,
  );
  expect(errors).toEqual([]);
  expect(data).toMatchObject({
    first: { evaluation: { state: "COMPLETE" } },
    second: { evaluation: { state: "DECLARED", net: null } },
    third: { evaluation: { state: "COMPLETE" } },
  });
  const kinds = (await services.store.prisma.logEntry.findMany({ orderBy: { position: "asc" } })).map(
    ({ kind }) => kind,
  );
  expect(kinds.slice(kinds.lastIndexOf("cohort"))).toEqual([
    "cohort",
    "declaration",
    "cohortOpened",
    "firstAnswer",
    "result",
  ]);
  await services.store.close();
});

it("an answer that began before its debates became blind is not given after", async () => {
  const services = createServices(await openMemoryStore(), testKey);
  await importLines(services.store, header("hidden"), debates(GOLD[0]));
  const { contentDigest } = await services.store.prisma.run.findUniqueOrThrow({ where: { slug: "hidden" } });
  // Whoever asked has looked already, and found no blind cohort.
  await createCohort(services, { slug: "closed", runs: ["hidden"], items: ["q0"], blind: { board: "spring" } });
  const answering = logFirstAnswers(services.store, [{ contentDigest, bits: null }], "ledger");
  await expect(answering).rejects.toMatchObject({ code: "BLIND" });
  expect(await services.store.prisma.firstAnswer.count()).toBe(0);
  await services.store.close();
});

describe("digests in the log, which cover gold,", () => {
  const one = { item: "q0", gold: "A", rounds: [round("AAB"), round("BBB")] };
  const salt = "4f1c2a9d77e05b38c6d1";
  const read = (run: object, gold: string) =>
    readRun({ name: "here", bytes: Readable.from([fileOf(run, [{ ...one, gold }])]) }, {}, () => Promise.resolve());
  const fileOf = (run: object, lines: readonly object[]) =>
    Buffer.from([{ run }, ...lines].map((line) => JSON.stringify(line)).join("\n"));
  const create = (services: Services, slug: string, runs: readonly string[], blind: object | null) =>
    answerOf(
      services,
      "mutation ($input: CreateCohortInput!) { createCohort(input: $input) { warnings { code run bits message } } }",
      { input: { slug, runs, blind } },
    );

  it("give the gold of few debates away to whoever tries, which is warned of, and not when the run has a salt", async () => {
    const services = createServices(await openMemoryStore(), testKey);
    await importLines(services.store, header("bare"), [one]);
    await importLines(services.store, { ...header("other"), slug: "salted", salt }, [one]);
    const found = async (slug: string, run: object) => {
      const { contentDigest, sourceDigest } = await services.store.prisma.run.findUniqueOrThrow({ where: { slug } });
      const guesses = await Promise.all(["A", "B"].map((gold) => read(run, gold)));
      return guesses.map((guess) => [guess.contentDigest === contentDigest, guess.sourceDigest === sourceDigest]);
    };
    expect(await found("bare", header("bare"))).toEqual([
      [true, true],
      [false, false],
    ]);
    const unsalted = { ...header("other"), slug: "salted" };
    for (const run of [unsalted, { ...unsalted, salt: "4f1c2a9d77e05b38c6d2" }])
      expect((await found("salted", run)).flat()).not.toContain(true);
    const { data } = await create(services, "closed", ["bare", "salted"], { until: "2020-01-01" });
    expect(data).toMatchObject({ createCohort: { warnings: [{ code: "UNSALTED", run: "bare", bits: 1 }] } });

    // While it is blind, nothing tells the salt; when it is open, it is asked for like gold.
    const everywhere = [
      ...eachField("Run").map((field) => `run(slug: "salted") { ${field} }`),
      `cohorts ${everything("CohortConnection")}`,
      `log ${everything("Log")}`,
    ];
    for (const asked of everywhere)
      expect(JSON.stringify(await answerOf(services, `{ ${asked} }`))).not.toContain(salt);
    const salted = '{ run(slug: "salted") { salt } }';
    expect(await answerOf(services, salted)).toMatchObject({
      data: { run: { salt: null } },
      errors: [{ code: "BLIND" }],
    });
    await answerOf(services, 'mutation { openCohort(input: { cohort: "closed", reason: "r" }) { cohort { slug } } }');
    expect((await answerOf(services, salted)).data).toEqual({ run: { salt } });
    const questions = await services.store.prisma.logEntry.findMany({ where: { kind: "firstAnswer" } });
    expect(questions.map(({ statement }) => (JSON.parse(statement) as { question: string }).question)).toEqual(["run"]);
    expect(JSON.stringify(await answerOf(services, `{ log ${everything("Log")} }`))).not.toContain(salt);
    await services.store.close();
  });

  it("give nothing away of eighty debates, and nothing has to be hidden of an open cohort: neither is warned of", async () => {
    const services = createServices(await openMemoryStore(), testKey);
    const many = Array.from({ length: 80 }, (_, index) => ({ ...one, item: `q${index}` }));
    await importLines(services.store, header("many"), many);
    await importLines(services.store, header("other"), many.slice(1));
    expect((await create(services, "open", ["many"], null)).data).toEqual({ createCohort: { warnings: [] } });
    const { data } = await create(services, "closed", ["many", "other"], { board: "spring" });
    expect(data).toMatchObject({ createCohort: { warnings: [{ run: "other", bits: 79 }] } });
    expect((await create(services, "closed", ["many", "other"], { board: "spring" })).data).toEqual(data);
    await services.store.close();
  });
});

describe("while it is blind", () => {
  it.each(subjects)(
    "%s refuses every measure and every filter that looks at gold, and names the cohort",
    async (subject) => {
      for (const asked of goldAsked) {
        const [one, other] = await Promise.all(twins.map((twin) => answerOf(twin, `{ ${subject} { ${asked} } }`)));
        expect(blotted(one)).toBe(blotted(other));
        expect(one.errors).toEqual([expect.objectContaining({ code: "BLIND" })]);
        expect(one.errors[0].message).toContain("cohort blind is blind until 2020-01-01");
      }
    },
  );

  it.each(whole)("two stores of other gold answer alike about all of %s", async (_, asked) => {
    for (const each of asked) {
      const [one, other] = await Promise.all(twins.map((twin) => answerOf(twin, `{ ${each} }`)));
      expect(blotted(one)).toBe(blotted(other));
      // Of a cohort of two runs it is not asked which of them is compared.
      const others = one.errors.filter(({ code }) => code !== "BLIND");
      expect(others.filter(({ message }) => !message.startsWith("susceptibility: two conditions of one run"))).toEqual(
        [],
      );
    }
  });

  it.each(debateFields)(
    "the field %s of each blind debate is null with BLIND, from the browser and by node id",
    async (field) => {
      const page = `{ run(slug: "hidden") { debates { totalCount edges { node { item ${field} } } } } }`;
      const [one, other] = await Promise.all(twins.map((twin) => answerOf(twin, page)));
      expect(blotted(one)).toBe(blotted(other));
      expect(one.errors.map(({ code, path }) => [code, (path as unknown[])[3]])).toEqual(
        [0, 1, 2, 3].map((at) => ["BLIND", at]),
      );
      const byId = `query ($id: ID!) { node(id: $id) { id ... on Debate { item ${field} } } }`;
      for (const at of [0, 3])
        expect(await answerOf(twins[0], byId, { id: nodeId("Debate", `hidden/${at}`) })).toMatchObject({
          data: { node: { item: `q${at}`, [field]: null } },
          errors: [{ code: "BLIND" }],
        });
      expect((await answerOf(twins[0], byId, { id: nodeId("Debate", "hidden/4") })).errors).toEqual([]);
    },
  );

  it("what was declared on it stays declared: no result, grade, receipt, effect or comparison, by digest, id or list", async () => {
    const answers = await Promise.all(
      twins.map(async (twin) => {
        const [first, second] = await digests(twin);
        const asked = `{ evaluation(digest: "${first}") ${everything("Evaluation")} }`;
        const compared = `{ evaluation(digest: "${first}") { state compare(with: "${second}") { debates } effectsByDebate(where: { effects: [rescue] }) { totalCount } } }`;
        const byId = `{ node(id: "${nodeId("Evaluation", first)}") { ... on Evaluation { state net grade receipt { url } } } }`;
        await expect(receiptFile(createContext(twin), first)).rejects.toMatchObject({ code: "NOT_FOUND" });
        return [await answerOf(twin, asked), await answerOf(twin, compared), await answerOf(twin, byId)];
      }),
    );
    expect(blotted(answers[0])).toBe(blotted(answers[1]));
    const withheld = {
      state: "DECLARED",
      net: null,
      grade: null,
      receipt: null,
      effectsByDebate: null,
      caveats: null,
      breakEven: null,
    };
    expect(answers[0][0]).toMatchObject({ data: { evaluation: withheld } });
    expect(answers[0][1].data).toEqual({ evaluation: { state: "DECLARED", compare: null, effectsByDebate: null } });
  });

  it("the log holds no first answer about its run but that of the debate that is not blind", async () => {
    const { run, log } = await ask<{
      run: { contentDigest: string };
      log: { entries: { edges: { node: { statement: { question: string; runs: string[] } } }[] } };
    }>(
      twins[0],
      '{ run(slug: "hidden") { contentDigest } log { entries(kind: "firstAnswer") { edges { node { statement } } } } }',
    );
    const said = log.entries.edges.map(({ node }) => node.statement);
    expect(said.filter(({ runs }) => runs.includes(run.contentDigest)).map(({ question }) => question)).toEqual([
      "debate",
    ]);
  });

  it.each(GOLD)(
    "importing its file again under its own name answers BLIND, be the gold %s right or guessed",
    async (gold) => {
      const codes = await Promise.all(
        twins.map(({ store }) => importLines(store, header("hidden"), debates(gold)).catch((error: unknown) => error)),
      );
      expect(codes).toEqual([expect.objectContaining({ code: "BLIND" }), expect.objectContaining({ code: "BLIND" })]);
      expect(blotted((codes[0] as Error).message)).toBe(blotted((codes[1] as Error).message));
    },
  );

  it.each(GOLD)(
    "importing its ballots under another name answers BLIND, be the gold %s right or guessed",
    async (gold) => {
      for (const { store } of twins) {
        await expect(importLines(store, header("copy"), debates(gold))).rejects.toMatchObject({ code: "BLIND" });
        expect(await store.prisma.run.count()).toBe(2);
        expect(await store.prisma.load.count()).toBe(2);
      }
    },
  );

  it("a dry run of its file says nothing under its own name, and the same of right and guessed gold under another", async () => {
    const dryRun = (services: Services, slug: string, gold: string) => {
      const text = [{ run: header(slug) }, ...debates(gold)].map((line) => JSON.stringify(line)).join("\n");
      return importRun(services.store, { name: "here", bytes: Readable.from([Buffer.from(text)]) }, { dryRun: true });
    };
    for (const twin of twins)
      for (const gold of GOLD) {
        await expect(dryRun(twin, "hidden", gold)).rejects.toMatchObject({ code: "BLIND" });
        expect(await dryRun(twin, "copy", gold)).toMatchObject({ status: "DRY_RUN" });
      }
  });
});

it("once it is open, everything answers, the stores are told apart, what was declared has results, and no clock closes it", async () => {
  for (const twin of twins) {
    const { data, errors } = await openBlind(twin);
    expect(errors).toEqual([]);
    const { evaluations } = (data as { openCohort: { evaluations: { state: string }[] } }).openCohort;
    expect(evaluations.map(({ state }) => state)).toEqual(["COMPLETE", "COMPLETE"]);
  }
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.parse("2001-01-01"));
  try {
    for (const subject of subjects) {
      const differing = [];
      for (const asked of goldAsked) {
        const [one, other] = await Promise.all(twins.map((twin) => answerOf(twin, `{ ${subject} { ${asked} } }`)));
        expect([...one.errors, ...other.errors]).toEqual([]);
        if (blotted(one) !== blotted(other)) differing.push(asked);
      }
      expect(differing).toContain(goldAsked[0]);
    }
    expect(
      (await answerOf(twins[0], `{ run(slug: "hidden") { debates { edges { node { ${debateFields.join(" ")} } } } } }`))
        .errors,
    ).toEqual([]);
    expect((await openBlind(twins[0])).errors).toEqual([]);
  } finally {
    clock.mockRestore();
  }
});
