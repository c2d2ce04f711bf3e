import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { graphql } from "graphql";
import { bearerTeam } from "../../src/graph/bearer.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { schema } from "../../src/graph/schema.js";
import { createToken, revokeToken } from "../../src/store/teams.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

let services: Services;
const built = schema();
beforeAll(async () => {
  services = createServices(await openMemoryStore(), testKey);
  const round = ["A", "A", "B"];
  await importLines(services.store, { slug: "run", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) }, [
    { item: "q", gold: "A", rounds: [round, round] },
  ]);
});
afterAll(() => services.store.close());

/** As the server asks: the team is looked for when something is written. */
async function asked(source: string, authorization?: string) {
  const contextValue = createContext(services, () => bearerTeam(services.store, authorization));
  const { data, errors = [] } = await graphql({ schema: built, source, contextValue });
  const codes = errors.map(({ originalError }) => (originalError as { code?: string } | undefined)?.code);
  return codes.length > 0 ? codes : (JSON.parse(JSON.stringify(data)) as unknown);
}

const mutations = [
  'createCohort(input: { slug: "c", runs: ["run"] }) { cohort { slug } }',
  'retractRun(input: { run: "run", reason: "r" }) { run { slug } }',
  'draftWeights(input: { slug: "d", prevented: 1, lost: 1, rationale: "r", principal: "p" }) { weights { team } }',
  'sealWeights(input: { slug: "w", prevented: 1, lost: 1, rationale: "r", principal: "p" }) { weights { team } }',
  'sealWeights(input: { slug: "d" }) { weights { team } }',
  'abandonWeights(input: { slug: "d", reason: "r" }) { weights { team } }',
  'addPolicy(input: { slug: "p", rule: { gate: always } }) { policy { team } }',
  `addPolicy(input: { slug: "q", decisions: { format: CSV, text: "item,freeze\\nq,1", fittedOn: "x" } }) { policy { team } }`,
  'abandonEvaluation(input: { digest: "x", reason: "r" }) { evaluation { team } }',
  'openCohort(input: { cohort: "c", reason: "r" }) { cohort { slug } }',
];

it("as long as there never was a token everybody writes as one team", async () => {
  expect(await asked(`mutation { ${mutations[3]} }`)).toEqual({ sealWeights: { weights: { team: "local" } } });
  expect(await asked(`mutation { ${mutations[6]} }`)).toEqual({ addPolicy: { policy: { team: "local" } } });
  expect(await asked(`mutation { ${mutations[0]} }`)).toEqual({ createCohort: { cohort: { slug: "c" } } });
});

it("once there is one, whoever has none may read and not write, and a wrong one is refused", async () => {
  const token = await createToken(services.store.prisma, "clinic");
  const evaluate = 'evaluatePolicy(input: { policy: "p", cohort: "c", weights: "w" }) { evaluation { team } }';
  for (const mutation of [...mutations, evaluate])
    for (const authorization of [undefined, "", "Bearer cw_wrong", `Basic ${token}`])
      expect([mutation, await asked(`mutation { ${mutation} }`, authorization)]).toEqual([mutation, ["FORBIDDEN"]]);
  expect(await asked('{ run(slug: "run") { ledger { total { net } } } }')).toEqual({
    run: { ledger: { total: { net: 0 } } },
  });
  expect(await asked(`mutation { ${evaluate} }`, `Bearer ${token}`)).toEqual({
    evaluatePolicy: { evaluation: { team: "clinic" } },
  });
  await revokeToken(services.store.prisma, token);
  expect(await asked(`mutation { ${mutations[4]} }`, `Bearer ${token}`)).toEqual(["FORBIDDEN"]);
});
