// Aim: the whole answer of each question, as a client gets it. Method: every questions/NAME.graphql is asked over the example
// runs, and its entire answer compared with NAME.json. UPDATE_ANSWERS=1 rewrites the answers; read the difference in review.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { type Services } from "../../src/graph/context.js";
import { eachStore } from "../store/eachStore.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { addFixed, evaluate, sealOneToOne } from "./evaluations.js";
import { createCohort, exampleServices } from "./exampleServices.js";

const folder = "test/graph/questions";
const judges = `${folder}/judges`;
const questionsIn = (place: string) =>
  readdirSync(place)
    .filter((file) => file.endsWith(".graphql"))
    .map((file) => file.slice(0, -".graphql".length))
    .sort();
const names = questionsIn(folder);

async function answers(services: Services, place: string, name: string): Promise<void> {
  const answer = await ask(services, readFileSync(`${place}/${name}.graphql`, "utf8"));
  const path = `${place}/${name}.json`;
  if (process.env.UPDATE_ANSWERS === "1" && process.env.CI === undefined)
    writeFileSync(path, `${JSON.stringify(answer, null, 2)}\n`);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(JSON.parse(readFileSync(path, "utf8")));
}

eachStore((store) => {
  let services: Services;
  beforeAll(async () => {
    services = await exampleServices(store());
    await sealOneToOne(services);
    await addFixed(services, "always", "always");
    await addFixed(services, "freeze-on-change", "round1MajorityChanged");
    for (const policy of ["always", "freeze-on-change"])
      await evaluate(services, { policy, cohort: "primary", weights: "one-to-one" });
  }, 120_000);

  it.each(names)("%s has its answer", (name) => answers(services, folder, name));
});

describe("of the panel of judges and its controls,", () => {
  let services: Services;
  beforeAll(async () => {
    const store = await openMemoryStore();
    const controls = ["judges-no-peers", "judges-fake-peers", "judges-labels-only"];
    services = await exampleServices(
      store,
      ["unanimity-panel7", ...controls].map((name) => `judges/${name}`),
    );
    await createCohort(services, { slug: "fixed", runs: ["unanimity-panel7"], usableThrough: 3 });
  }, 60_000);
  afterAll(() => services.store.close());

  it.each(questionsIn(judges))("%s has its answer", (name) => answers(services, judges, name));
});

it("there are questions", () => {
  expect(names.length).toBeGreaterThan(5);
});
