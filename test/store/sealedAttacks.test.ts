import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { digest } from "../../src/seal/digest.js";
import { leafBytes, statementDigest, type Statement, type StatementOf } from "../../src/seal/statements.js";
import { canonical } from "../../src/seal/canonical.js";
import { abandonDeclaration, declare } from "../../src/store/declare.js";
import { logFirstAnswers } from "../../src/store/firstAnswers.js";
import { type Database, type Store } from "../../src/store/open.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { writeResult } from "../../src/store/writeResult.js";
import { abandonWeights, draftWeights, sealWeights } from "../../src/store/writeWeights.js";
import { openAsApplication } from "./applicationRole.js";
import { openMemoryStore } from "./openMemoryStore.js";
import { storeSampleRun } from "./sampleRun.js";
import { noPostgres } from "./scratchDatabase.js";
import { sampleDeclaration, samplePolicy, sampleResult, sampleWeights, storeSampleCohort } from "./sealedSample.js";

// Aim: the promises about order hold against whoever writes SQL with the server's own rights. Method: a store with one of
// everything; then each forgery as direct SQL, on an embedded store and on Postgres as the application's role; afterwards
// the log must be as long as it was, and nothing of the forgery be left.

const tables = [
  "LogKey",
  "Team",
  "Token",
  "TokenRevocation",
  "CohortOpening",
  "FirstAnswer",
  "Weights",
  "WeightsSeal",
  "WeightsAbandonment",
  "Policy",
  "PolicyDecisions",
  "Declaration",
  "DeclarationAbandonment",
  "Evaluation",
];

const placed: [string, () => Promise<{ store: Store; close: () => Promise<void> }>][] = [
  [
    "embedded",
    async () => {
      const store = await openMemoryStore();
      return { store, close: () => store.close() };
    },
  ],
];
if (noPostgres === null) placed.push(["Postgres, as the application", openAsApplication]);
else console.warn(`Skipped: ${noPostgres}`);

describe.each(placed)("%s", (_, open) => {
  let store: Store;
  let close = () => Promise.resolve();
  let genuine: Genuine;
  beforeAll(async () => {
    ({ store, close } = await open());
    genuine = await oneOfEverything(store);
  });
  afterAll(() => close());

  it.each(tables)("refuses to update, delete and truncate %s, and to switch its triggers off", async (table) => {
    const refusal = store.kind === "EMBEDDED" ? "IMMUTABLE" : "permission denied";
    const [{ column }] = await store.prisma.$queryRawUnsafe<[{ column: string }]>(
      `SELECT attname::text AS column FROM pg_attribute WHERE attrelid = '"${table}"'::regclass AND attnum = 1`,
    );
    for (const attack of [
      `UPDATE "${table}" SET "${column}" = "${column}"`,
      `DELETE FROM "${table}"`,
      `TRUNCATE "${table}" CASCADE`,
    ])
      await expect(store.prisma.$executeRawUnsafe(attack)).rejects.toThrow(refusal);
    // Embedded, the server owns its tables: what it does to them is a matter of custody, and of checkpoints.
    if (store.kind === "POSTGRES")
      await expect(store.prisma.$executeRawUnsafe(`ALTER TABLE "${table}" DISABLE TRIGGER ALL`)).rejects.toThrow(
        "must be owner",
      );
  });

  it.each<[string, (forge: Forge, genuine: Genuine) => Promise<unknown>, RegExp]>([
    [
      "a declaration under weights that stand nowhere",
      async (forge, { declaration, ids }) => {
        const position = await forge.entry({ ...declaration, weights: "0".repeat(64) });
        await forge.declaration(position, { ...declaration, weights: "0".repeat(64) }, ids);
      },
      /weights that it cites are not sealed before it/,
    ],
    [
      "a declaration under a draft",
      async (forge, { declaration, ids }) => {
        const said = { ...declaration, weights: ids.draftDigest };
        await forge.declaration(await forge.entry(said), said, { ...ids, weights: ids.draft });
      },
      /weights that it cites are not sealed before it|foreign key/i,
    ],
    [
      "a declaration whose weights are sealed after it",
      async (forge, { declaration, ids }) => {
        const sealed: StatementOf<"weights"> = {
          ...sampleWeights("late"),
          type: "weights",
          v: 1,
          draft: null,
          at: null,
        };
        const said = { ...declaration, weights: statementDigest(sealed) };
        const position = await forge.entry(said);
        const weights = await forge.sealed(await forge.entry(sealed), sealed);
        await forge.declaration(position, said, { ...ids, weights });
      },
      /weights that it cites are not sealed before it/,
    ],
    [
      "a declaration that its entry does not state",
      async (forge, { declaration, ids }) => {
        const position = await forge.entry({ ...declaration, method: "2" });
        await forge.declaration(position, declaration, ids);
      },
      /its entry is another declaration|unique/i,
    ],
    [
      "a declaration with another cohort beside it than its entry says",
      async (forge, { declaration, ids }) => {
        const said = { ...declaration, method: "2" };
        await forge.declaration(await forge.entry(said), said, { ...ids, cohort: ids.otherCohort });
      },
      /cohort that it cites is not fixed before it/,
    ],
    [
      "a declaration under an old entry",
      async (forge, { declaration, ids }) => forge.declaration(0, { ...declaration, method: "2" }, ids),
      /did not write what it says/,
    ],
    [
      "a result before its declaration",
      async (forge, { declaration, ids }) => {
        const said = { ...declaration, method: "2" };
        const result = sampleResult({ declaration: said }, []);
        const position = await forge.entry(result.statement);
        const declared = await forge.declaration(await forge.entry(said), said, ids);
        await forge.result(position, declared, canonical(result.detail));
      },
      /declaration that it cites is not before it/,
    ],
    [
      "a result of another declaration",
      async (forge, { declaration, declared }) => {
        const result = sampleResult({ declaration: { ...declaration, method: "3" } }, []);
        await forge.result(await forge.entry(result.statement), declared.open, canonical(result.detail));
      },
      /declaration that it cites is not before it/,
    ],
    [
      "a result whose runs nobody says were answered about",
      async (forge, { declared, unanswered }) => {
        const result = sampleResult({ declaration: unanswered }, []);
        await forge.result(await forge.entry(result.statement), declared.unanswered, canonical(result.detail));
      },
      /first answer about some run/,
    ],
    [
      "a result of an abandoned declaration",
      async (forge, { declared, abandoned }) => {
        const result = sampleResult({ declaration: abandoned }, []);
        await forge.result(await forge.entry(result.statement), declared.abandoned, canonical(result.detail));
      },
      /was abandoned/,
    ],
    [
      "a result about a blind cohort",
      async (forge, { declared, blind }) => {
        const result = sampleResult({ declaration: blind }, []);
        await forge.result(await forge.entry(result.statement), declared.blind, canonical(result.detail));
      },
      /its cohort is blind/,
    ],
    [
      "a result with other details than its entry seals",
      async (forge, { declaration, declared }) => {
        const result = sampleResult({ declaration: { ...declaration, method: "open" } }, []);
        await forge.result(await forge.entry(result.statement), declared.open, `${canonical(result.detail)} `);
      },
      /its detail is not what its entry says/,
    ],
    [
      "a second result",
      async (forge, { declaration, declared }) => {
        const result = sampleResult({ declaration }, []);
        await forge.result(await forge.entry(result.statement), declared.complete, canonical(result.detail));
      },
      /unique/i,
    ],
    [
      "a seal on other prices than the draft's",
      async (forge, { ids }) => {
        const sealed: StatementOf<"weights"> = {
          ...sampleWeights("draft", {
            prices: { prevented: "9", lost: "1", rescue: null, breakage: null, abstention: null },
          }),
          type: "weights",
          v: 1,
          draft: ids.draftDigest,
          at: null,
        };
        await forge.seal(await forge.entry(sealed), sealed, ids.draft);
      },
      /its entry seals other weights/,
    ],
    [
      "a seal on an abandoned draft",
      async (forge, { ids }) => {
        const sealed: StatementOf<"weights"> = {
          ...sampleWeights("abandoned"),
          type: "weights",
          v: 1,
          draft: ids.abandonedDraftDigest,
          at: null,
        };
        await forge.seal(await forge.entry(sealed), sealed, ids.abandonedDraft);
      },
      /the draft was abandoned/,
    ],
    [
      "weights sealed without their draft, of which no entry would tell",
      async (forge, { ids }) => {
        const sealed: StatementOf<"weights"> = {
          ...sampleWeights("draft"),
          type: "weights",
          v: 1,
          draft: null,
          at: null,
        };
        await forge.seal(await forge.entry(sealed), sealed, ids.draft);
      },
      /its entry seals other weights/,
    ],
    [
      "an abandonment of sealed weights",
      async (forge, { ids }) => {
        const statement = await forge.digestAt(`SELECT digest FROM "Weights" WHERE id = ${ids.weights}`);
        const position = await forge.entry({ type: "abandonment", v: 1, statement, reason: "", at: null });
        await forge.sql(`INSERT INTO "WeightsAbandonment" VALUES (${ids.weights}, ${position})`);
      },
      /the weights are sealed/,
    ],
    [
      "an abandonment of a declaration that has its result",
      async (forge, { declared, declaration }) => {
        const statement = statementDigest(declaration);
        const position = await forge.entry({ type: "abandonment", v: 1, statement, reason: "", at: null });
        await forge.sql(`INSERT INTO "DeclarationAbandonment" VALUES (${declared.complete}, ${position})`);
      },
      /has a result/,
    ],
    [
      "a first answer about a run that its entry does not name",
      async (forge) => {
        const statement: Statement = { type: "firstAnswer", v: 1, runs: [digest("x")], question: "", at: null };
        await forge.sql(`INSERT INTO "FirstAnswer" VALUES ('${digest("y")}', ${await forge.entry(statement)})`);
      },
      /does not name this run/,
    ],
    [
      "an opening of a cohort that is not blind",
      async (forge, { ids }) => {
        const cohort = await forge.digestAt(
          `SELECT hex_sha256(statement) AS digest FROM "Cohort" JOIN "LogEntry" USING (position) WHERE id = ${ids.cohort}`,
        );
        const position = await forge.entry({ type: "cohortOpened", v: 1, slug: "first", cohort, reason: "", at: null });
        await forge.sql(`INSERT INTO "CohortOpening" VALUES (${ids.cohort}, ${position})`);
      },
      /one that is not blind/,
    ],
    [
      "decisions for a policy that is stored",
      (forge, { ids }) => forge.sql(`INSERT INTO "PolicyDecisions" VALUES (${ids.policy}, '\\x00')`),
      /decisions are written with their policy/,
    ],
    [
      "an entry that nothing stands for",
      (forge) => forge.entry({ type: "firstAnswer", v: 1, runs: [digest("x")], question: "", at: null }),
      /of which no row is written/,
    ],
    [
      "an entry under another kind than its statement's",
      (forge) => forge.sql(`INSERT INTO "LogEntry" (kind, statement) VALUES ('run', '{"type":"cohort"}')`),
      /of which no row is written/,
    ],
    [
      "an entry at a position of its own choice",
      async (forge) => {
        const [{ position }] = await forge.database.$queryRawUnsafe<[{ position: bigint }]>(
          `INSERT INTO "LogEntry" (position, kind, statement) VALUES (7000, 'rumour', '{}') RETURNING position`,
        );
        expect(Number(position)).toBe((await forge.database.logEntry.count()) - 1);
      },
      /of which no row is written/,
    ],
  ])("refuses %s", async (_, attack, refusal) => {
    const before = await store.prisma.logEntry.count();
    const forged = store.prisma.$transaction((database) => attack(forgery(database), genuine));
    await expect(forged).rejects.toThrow(refusal);
    expect(await store.prisma.logEntry.count()).toBe(before);
  });
});

type Genuine = Awaited<ReturnType<typeof oneOfEverything>>;
type Forge = ReturnType<typeof forgery>;
interface Ids {
  readonly policy: number;
  readonly cohort: number;
  readonly weights: number;
}

async function oneOfEverything(store: Store) {
  await storeSampleRun(store, "a", 8);
  await storeSampleRun(store, "b", 8);
  await storeSampleRun(store, "c", 8);
  const first = await storeSampleCohort(store, "first", { a: [0, 1] });
  const other = await storeSampleCohort(store, "other", { b: [0, 1] });
  const closed = await storeSampleCohort(store, "closed", { c: [0, 1] }, { until: "2999-01-01", board: null });
  const { digest: weights } = await sealWeights(store, sampleWeights("weights"));
  const draft = await draftWeights(store, sampleWeights("draft"));
  const abandonedDraft = await draftWeights(store, sampleWeights("abandoned"));
  await abandonWeights(store, "abandoned", "local", "no");
  const policy = await addPolicy(store, samplePolicy("policy"));
  const decisions = [{ run: null, item: "item 0", replicate: 0, to: null }];
  await addPolicy(store, { slug: "uploaded", team: "local", does: { decisions, fittedOn: "nothing" } });
  const on = (cohort: string, method: string) => ({
    ...sampleDeclaration({ weights, policy: policy.digest, cohort }),
    method,
  });

  const declaration = on(first.digest, "1");
  const complete = await declare(store, declaration);
  await writeResult(store, sampleResult(complete, []));
  const open = await declare(store, on(first.digest, "open"));
  const unanswered = on(other.digest, "1");
  const abandoned = on(first.digest, "abandoned");
  await declare(store, abandoned);
  const blind = on(closed.digest, "1");
  // About another debate of the run; the database alone keeps a result from the blind ones.
  await logFirstAnswers(store, [{ contentDigest: closed.runs[0].content, bits: Uint8Array.of(1 << 7) }], "debate");
  const declared = {
    complete: complete.rowId,
    open: open.rowId,
    unanswered: (await declare(store, unanswered)).rowId,
    abandoned: (await abandonDeclaration(store, statementDigest(abandoned), "local", "no")).rowId,
    blind: (await declare(store, blind)).rowId,
  };
  const cohortId = async (slug: string) => (await store.prisma.cohort.findUniqueOrThrow({ where: { slug } })).id;
  const ids = {
    policy: policy.rowId,
    cohort: await cohortId("first"),
    otherCohort: await cohortId("other"),
    weights: (await store.prisma.weights.findUniqueOrThrow({ where: { slug: "weights" } })).id,
    draft: draft.rowId,
    draftDigest: draft.digest,
    abandonedDraft: abandonedDraft.rowId,
    abandonedDraftDigest: abandonedDraft.digest,
  };
  return { declaration, unanswered, abandoned, blind, declared, ids };
}

/** What an attacker with the server's rights would type. */
function forgery(database: Database) {
  const entry = async (statement: Statement): Promise<number> => {
    const [{ position }] = await database.$queryRawUnsafe<[{ position: bigint }]>(
      `INSERT INTO "LogEntry" (kind, statement) VALUES ($1, $2) RETURNING position`,
      statement.type,
      leafBytes(statement).toString(),
    );
    return Number(position);
  };
  const idOf = async (sql: string, ...values: unknown[]): Promise<number> =>
    (await database.$queryRawUnsafe<[{ id: number }]>(`${sql} RETURNING id`, ...values))[0].id;
  const sql = (text: string) => database.$executeRawUnsafe(text);
  const seal = (position: number, statement: StatementOf<"weights">, id: number) =>
    sql(`INSERT INTO "WeightsSeal" VALUES (${id}, ${position}, '${statementDigest(statement)}')`);
  return {
    database,
    sql,
    entry,
    seal,
    digestAt: async (text: string) => (await database.$queryRawUnsafe<[{ digest: string }]>(text))[0].digest,
    sealed: async (position: number, statement: StatementOf<"weights">): Promise<number> => {
      const columns = `INSERT INTO "Weights" (position, slug, digest, "teamSlug") VALUES ($1, $2, $3, 'local')`;
      const id = await idOf(columns, position, statement.slug, statementDigest(statement));
      await seal(position, statement, id);
      return id;
    },
    declaration: (position: number, statement: StatementOf<"declaration">, { policy, cohort, weights }: Ids) =>
      idOf(
        `INSERT INTO "Declaration" (position, digest, "teamSlug", "policyId", "cohortId", "weightsId")
         VALUES ($1, $2, 'local', $3, $4, $5)`,
        position,
        statementDigest(statement),
        policy,
        cohort,
        weights,
      ),
    result: (position: number, declared: number, detail: string) =>
      database.$executeRawUnsafe(`INSERT INTO "Evaluation" VALUES ($1, $2, $3, '\\x00')`, declared, position, detail),
  };
}
