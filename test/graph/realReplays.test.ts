// Aim: gates replayed on real public logs, through declarations and the API, find what an independent script counted. Method: the
// neutral files of ../shared that have two rounds or more, each coding and gate of real-data.json, freezing to the blind round.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { importRun } from "../../src/import/importRun.js";
import { sharedFiles, sharedFolder } from "../import/sharedData.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { addFixed, sealOneToOne } from "./evaluations.js";
import { createCohort } from "./exampleServices.js";
import { testKey } from "./testKey.js";

interface Replayed {
  readonly fired: number;
  readonly prevented: number;
  readonly lost: number;
  readonly net: number;
  readonly deltaAccuracy: { readonly count: number; readonly of: number; readonly value: number | null };
  readonly breakEven: {
    readonly state: string;
    readonly numerator: number | null;
    readonly denominator: number | null;
    readonly value: number | null;
  };
}
interface Expected {
  readonly slug: string;
  readonly codings: Readonly<Record<string, { readonly replay: Readonly<Record<string, Replayed>> | null }>>;
  readonly carryForward?: unknown;
}

const golden = sharedFolder("golden");
const files: [string, Expected][] =
  golden === null
    ? []
    : Object.entries(
        (JSON.parse(readFileSync(`${golden}/real-data.json`, "utf8")) as { files: Record<string, Expected> }).files,
      ).filter(([, { codings }]) => codings.default.replay !== null);

const codings = {
  default: {},
  "undefined-wrong": { undefined: "WRONG" },
  "ties-excluded": { tie: "UNDECIDED" },
  "ties-wrong": { tie: "UNDECIDED", undefined: "WRONG" },
} as const;
const gates = ["always", "round1MajorityChanged", "round1AnyFlip", "round0NotUnanimous", "round1NotUnanimous"];

const fields = `debates fired prevented lost net deltaAccuracy { count of value }
  breakEven { state numerator denominator value }`;

if (golden === null) it.skip("the shared reference data are not here, so no real log is replayed", () => {});
else {
  let services: Services;
  beforeAll(async () => {
    const store = await openMemoryStore();
    services = createServices(store, testKey);
    const paths = sharedFiles("data/neutral", ".jsonl.gz");
    for (const [name, { slug }] of files) {
      const path = paths.find((each) => each.endsWith(`/${name}.jsonl.gz`));
      if (path === undefined) throw new Error(`no ${name} in ../shared/data/neutral`);
      await importRun(store, { path });
      await createCohort(services, { slug: `all-${slug}`, runs: [slug] });
    }
    await sealOneToOne(services);
    for (const gate of gates) await addFixed(services, gate, gate);
  }, 120_000);
  afterAll(() => services.store.close());

  it.each(files)(
    "%s",
    async (_, expected) => {
      const cohort = `all-${expected.slug}`;
      for (const [name, coding] of Object.entries(codings)) {
        const replay = expected.codings[name].replay;
        if (replay === null) throw new Error("a file that has rounds has replays");
        const input = (policy: string) => ({
          policy,
          cohort,
          weights: "one-to-one",
          coding,
          interval: { resamples: 100 },
        });
        const document = gates.map((gate) => `${gate}: evaluatePolicy(input: $${gate}) { evaluation { ${fields} } }`);
        const answer = await ask<Record<string, { evaluation: Replayed & { debates: number } }>>(
          services,
          `mutation (${gates.map((gate) => `$${gate}: EvaluatePolicyInput!`).join(", ")}) { ${document.join(" ")} }`,
          Object.fromEntries(gates.map((gate) => [gate, input(gate)])),
        );
        for (const gate of gates) {
          const { debates, breakEven, ...found } = answer[gate].evaluation;
          const { breakEven: even, ...counts } = replay[gate];
          expect({ gate, name, debates, ...found }).toEqual({ gate, name, debates: replay.debates, ...counts });
          // Where nothing is lost the reference leaves the number out; here it is 0 then.
          expect(breakEven).toEqual(even.value === null ? { ...breakEven, state: even.state } : even);
        }
      }
    },
    60_000,
  );
}
