// Aim: no byte of what a policy did can be changed unseen, not even of debates that are in no replay. Method: an evaluation of a policy
// that fires on some debates, one of them without gold; then every byte of its stored effects is bent in turn, past the triggers.
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { readOutcomes } from "../../src/debate/effect.js";
import { type Columns } from "../../src/debate/panels.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { exported } from "../../src/graph/evaluate.js";
import { contentDigest } from "../../src/import/contentDigest.js";
import { verifyStore } from "../../src/store/verifyStore.js";
import { addFixed, evaluate, sealOneToOne } from "../graph/evaluations.js";
import { createCohort, importLines, seats } from "../graph/exampleServices.js";
import { testKey } from "../graph/testKey.js";
import { openMemoryStore } from "../store/openMemoryStore.js";

let services: Services;

beforeAll(async () => {
  services = createServices(await openMemoryStore(), testKey);
  const debate = (item: string, text: string, gold: string | null = "A") => ({
    item,
    gold,
    rounds: text.split(" ").map((round) => [...round]),
  });
  const debates = [
    debate("q1", "AAB ABB"),
    debate("q2", "AAA AAA"),
    debate("q3", "BBA AAA"),
    debate("q4", "AB AA", null),
  ];
  debates[3].rounds.forEach((round) => round.push("A"));
  await importLines(
    services.store,
    { slug: "run", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) },
    debates,
  );
  await createCohort(services, { slug: "all", runs: ["run"] });
  await sealOneToOne(services);
  await addFixed(services, "changed", "round1MajorityChanged");
  await evaluate(services, { policy: "changed", cohort: "all", weights: "one-to-one" });
}, 60_000);
afterAll(() => services.store.close());

const exportedEffects = (cohort: Columns, effects: Uint8Array) => {
  const outcomes = readOutcomes(effects, cohort.size);
  return outcomes && [...exported(cohort, outcomes)];
};
const faults = async () =>
  (await verifyStore(services.store.prisma, { contentDigest, exportedEffects })).faults.map(({ object }) => object);

it("every bent byte of the effects is found, and the result it belongs to is named", async () => {
  expect(await faults()).toEqual([]);
  const { prisma } = services.store;
  const [{ length }] = await prisma.$queryRaw<{ length: number }[]>`SELECT length(effects) FROM "Evaluation"`;
  expect(length).toBe(1 + 3 * 4);
  const bend = (at: number) =>
    prisma.$transaction(async (database) => {
      await database.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
      await database.$executeRaw`UPDATE "Evaluation" SET effects = set_byte(effects, ${at}::int, get_byte(effects, ${at}::int) # 1)`;
    });
  for (let at = 0; at < length; at++) {
    await bend(at);
    expect([at, await faults()]).toEqual([at, [expect.stringContaining("result of ")]]);
    await bend(at);
  }
  expect(await faults()).toEqual([]);
});
