import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { importRun } from "../../src/import/importRun.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { type StatementListener } from "../../src/store/adapter.js";

const runs = [
  "gpqa-check",
  "primary-gemini-3-flash",
  "primary-gpt-5.4-mini",
  "primary-llama-3.1-8b",
  "primary-phi-4-mini",
  "primary-qwen3-4b",
  "primary-qwen3-8b",
];

/** Services over an embedded store in memory that holds example runs (all by default) and the cohort `primary` of the primary ones. */
export async function exampleServices(
  onStatement?: StatementListener,
  names: readonly string[] = runs,
): Promise<Services> {
  const store = await openMemoryStore(onStatement);
  for (const name of names) await importRun(store, { path: `examples/${name}.jsonl` });
  const services = createServices(store);
  const primary = names.filter((name) => name.startsWith("primary-"));
  if (primary.length > 0) await ask(services, createCohort, { input: { slug: "primary", runs: primary } });
  return services;
}

const createCohort = "mutation ($input: CreateCohortInput!) { createCohort(input: $input) { cohort { slug } } }";
