// Aim: a board holds the evaluations of its very key and nothing else, and a blind one says nothing by gold before it closes.
// Method: one run of six debates, an open cohort and a blind one; boards on both, then each way round them.
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { appendLog } from "../../src/store/appendLog.js";
import { leaderboardsBySlug } from "../../src/store/leaderboards.js";
import { logTransaction } from "../../src/store/logTransaction.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { readOutcomes } from "../../src/debate/effect.js";
import { exported } from "../../src/graph/evaluate.js";
import { contentDigest } from "../../src/import/contentDigest.js";
import { type Recomputations, verifyStore } from "../../src/store/verifyStore.js";
import { addDecisions, addFixed, evaluate, seal, sealOneToOne } from "./evaluations.js";
import { createCohort, importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

let services: Services;

interface Row {
  readonly standing: string;
  readonly evaluation: { readonly digest: string; readonly policy: { readonly slug: string } };
}
interface Board {
  readonly closedPosition: number | null;
  readonly rows: readonly Row[];
  readonly attempts: readonly { readonly team: string; readonly declared: number; readonly counting: number }[];
}
const fields =
  "closedPosition rows { standing evaluation { digest policy { slug } } } attempts { team declared counting }";
const open = (input: Readonly<Record<string, unknown>>, team?: string) =>
  ask<{ openLeaderboard: { leaderboard: { openedPosition: number } } }>(
    services,
    "mutation ($input: OpenLeaderboardInput!) { openLeaderboard(input: $input) { leaderboard { openedPosition } } }",
    { input },
    team,
  );
const close = (slug: string, team?: string) =>
  ask<{ closeLeaderboard: { leaderboard: Board } }>(
    services,
    `mutation ($slug: String!) { closeLeaderboard(slug: $slug) { leaderboard { ${fields} } } }`,
    { slug },
    team,
  );
const board = async (slug: string, more = fields) => {
  const asked = `query ($slug: String!) { leaderboard(slug: $slug) { ${more} } }`;
  return (await ask<{ leaderboard: Board }>(services, asked, { slug })).leaderboard;
};
const standings = ({ rows }: Board) => rows.map(({ standing, evaluation }) => `${evaluation.policy.slug} ${standing}`);

const onAll = { cohort: "all", weights: "one-to-one" };
const onHidden = { cohort: "hidden", weights: "one-to-one" };
const decided = (items: readonly string[]) => items.map((item) => JSON.stringify({ item, freeze: true })).join("\n");

beforeAll(async () => {
  const store = await openMemoryStore();
  services = createServices(store, testKey);
  const debates = (items: readonly string[]) =>
    items.map((item) => ({ item, gold: "A", rounds: ["AAB", "ABB", "BBB"].map((round) => [...round]) }));
  const header = (slug: string) => ({ slug, benchmark: slug, condition: "FULL_DEBATE", seats: seats(3) });
  await importLines(store, header("run"), debates(["q1", "q2", "q3"]));
  await importLines(store, header("secret"), debates(["s1", "s2", "s3"]));
  await createCohort(services, { slug: "all", runs: ["run"] });
  await createCohort(services, { slug: "hidden", runs: ["secret"], blind: { board: "blind-board" } });
  await sealOneToOne(services);
  await seal(services, { slug: "two", prevented: "2", lost: "1", rationale: "other", principal: "tests" });
  for (const gate of ["always", "never"]) await addFixed(services, gate, gate);
  await open({ slug: "board", ...onAll });
}, 60_000);
afterAll(() => services.store.close());

it("a board holds every evaluation of its key, however often the same is declared, and none of another", async () => {
  const { digest } = await evaluate(services, { policy: "always", ...onAll });
  await evaluate(services, { policy: "always", ...onAll });
  await evaluate(services, { policy: "never", ...onAll });
  await evaluate(services, { policy: "never", ...onAll, coding: { tie: "UNDECIDED" } });
  await evaluate(services, { policy: "never", ...onAll, interval: { level: 0.9 } });
  const found = await board("board");
  expect(standings(found)).toEqual(["always COUNTS", "never COUNTS"]);
  expect(found.rows[0].evaluation.digest).toBe(digest);
  expect(found.attempts).toEqual([{ team: "local", declared: 2, counting: 2 }]);
});

it("an evaluation of another key is refused by an error that names the parts that differ", async () => {
  const key = {
    policy: "never",
    cohort: "all",
    weights: "two",
    coding: { tie: "FIRST_SEEN" },
    interval: { level: 0.8 },
  };
  const { digest } = await evaluate(services, key);
  await expect(board("board", `row(evaluation: "${digest}") { standing }`)).rejects.toThrow(
    "this one differs in coding and weights and interval",
  );
});

it("weights that are not of record never enter, and uploaded decisions count on no open board", async () => {
  await open({ slug: "second", cohort: "all", weights: "two" });
  await evaluate(services, { policy: "always", cohort: "all", weights: "two" });
  expect(standings(await board("second"))).toEqual(["always SENSITIVITY"]);
  await addDecisions(services, "uploaded", decided(["q1", "q2", "q3"]), "nothing");
  await evaluate(services, { policy: "uploaded", ...onAll });
  expect(standings(await board("board")).at(-1)).toBe("uploaded UNVERIFIED");
});

it("the same board again changes nothing, and another under its name is refused", async () => {
  const [first, second] = [await open({ slug: "board", ...onAll }), await open({ slug: "board", ...onAll })];
  expect(second).toEqual(first);
  await expect(open({ slug: "board", ...onAll, weights: "two" })).rejects.toThrow("they differ in weights");
  await expect(open({ slug: "board", ...onAll }, "others")).rejects.toThrow("it is of team local");
  await expect(open({ slug: "blind-board", ...onAll })).rejects.toThrow("cohort hidden waits for the board");
});

it("the database refuses a closing that names an evaluation of another key, or one twice, and any change to a board", async () => {
  const { prisma } = services.store;
  const stored = (await leaderboardsBySlug(prisma, ["board"])).get("board")!;
  const other = (await board("second")).rows[0].evaluation.digest;
  const own = (await board("board")).rows[0].evaluation.digest;
  for (const evaluations of [[other], [own, own]])
    await expect(
      logTransaction(services.store, async (database) => {
        const closed = { type: "leaderboardClosed", v: 1, opened: stored.digest, evaluations, at: null } as const;
        const position = await appendLog(database, closed);
        await database.leaderboardClosing.create({ data: { leaderboardId: stored.rowId, position } });
      }),
    ).rejects.toThrow("it names an evaluation twice, one of another key, or one without a result");
  await expect(prisma.$executeRaw`UPDATE "Leaderboard" SET slug = 'mine'`).rejects.toThrow("IMMUTABLE");
  await expect(prisma.$executeRaw`DELETE FROM "Leaderboard"`).rejects.toThrow("IMMUTABLE");
  await expect(prisma.$executeRaw`TRUNCATE "LeaderboardClosing"`).rejects.toThrow("IMMUTABLE");
});

it("a blind board says nothing by gold until it closes, which only its team may do; then decisions made unseen count", async () => {
  await open({ slug: "blind-board", ...onHidden });
  await addDecisions(services, "unseen", decided(["s1", "s2", "s3"]), "nothing");
  await evaluate(services, { policy: "unseen", ...onHidden }, "others");
  await evaluate(services, { policy: "always", ...onHidden });
  expect(standings(await board("blind-board"))).toEqual(["unseen PENDING", "always PENDING"]);
  const numbers = "rows { evaluation { net utility grade utilityPerDebate { value } caveats { code } } }";
  const nothing = { net: null, utility: null, grade: null, utilityPerDebate: null, caveats: null };
  expect((await board("blind-board", numbers)).rows.map(({ evaluation }) => evaluation)).toEqual([nothing, nothing]);
  await expect(close("blind-board", "others")).rejects.toThrow("it is of team local");
  await open({ slug: "thief", ...onHidden });
  await expect(close("thief")).rejects.toThrow("cohort hidden is blind until board blind-board closes");
  const { leaderboard } = (await close("blind-board")).closeLeaderboard;
  expect(standings(leaderboard)).toEqual(["unseen COUNTS", "always COUNTS"]);
  expect(leaderboard.attempts).toEqual([
    { team: "others", declared: 1, counting: 1 },
    { team: "local", declared: 1, counting: 1 },
  ]);
});

it("what is declared after a blind cohort was opened is late, and a closed board stays what it closed with", async () => {
  const before = await board("blind-board");
  const { digest } = await evaluate(services, { policy: "never", ...onHidden });
  expect((await board("blind-board")).rows).toEqual(before.rows);
  expect(standings(await board("thief")).at(-1)).toBe("never LATE");
  expect((await close("blind-board")).closeLeaderboard.leaderboard.closedPosition).toBe(before.closedPosition);
  await expect(board("blind-board", `row(evaluation: "${digest}") { standing }`)).rejects.toThrow("closed without it");
});

it("whoever verifies the store finds every board standing as the log says", async () => {
  const exportedEffects: Recomputations["exportedEffects"] = (cohort, bytes) => {
    const read = readOutcomes(bytes, cohort.size);
    return read && exported(cohort, read);
  };
  const recomputations = { contentDigest, exportedEffects };
  expect((await verifyStore(services.store.prisma, recomputations)).faults).toEqual([]);
});
