import { Readable } from "node:stream";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { testKey } from "./testKey.js";
import { importRun } from "../../src/import/importRun.js";
import { type Store } from "../../src/store/open.js";

export const exampleRuns = [
  "gpqa-check",
  "primary-gemini-3-flash",
  "primary-gpt-5.4-mini",
  "primary-llama-3.1-8b",
  "primary-phi-4-mini",
  "primary-qwen3-4b",
  "primary-qwen3-8b",
];

/** Services over a store that now holds example runs (all by default), and the cohort `primary` of the primary ones. */
export async function exampleServices(store: Store, names: readonly string[] = exampleRuns): Promise<Services> {
  for (const name of names) await importRun(store, { path: `examples/${name}.jsonl` });
  const services = createServices(store, testKey);
  const primary = names.filter((name) => name.startsWith("primary-"));
  if (primary.length > 0) await createCohort(services, { slug: "primary", runs: primary });
  return services;
}

export const createCohort = (services: Services, input: Readonly<Record<string, unknown>>) =>
  ask<{ createCohort: { cohort: { slug: string; size: number; digest: string } } }>(
    services,
    "mutation ($input: CreateCohortInput!) { createCohort(input: $input) { cohort { slug size digest } } }",
    { input },
  );

/** Imports a run that is written out here: its run line, then its debates. */
export async function importLines(store: Store, run: object, debates: readonly object[]) {
  const lines = [{ run }, ...debates].map((line) => JSON.stringify(line)).join("\n");
  return importRun(store, { name: "here.jsonl", bytes: Readable.from([Buffer.from(lines)]) });
}

/** Seats of one model, named 1, 2, ... */
export const seats = (count: number, model = "m") =>
  Array.from({ length: count }, (_, index) => ({ seat: String(index + 1), model, family: "F" }));
