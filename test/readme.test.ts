// Aim: what README.md tells a newcomer to type works, taken from the page itself.
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { program } from "../src/cli/program.js";
import { ask } from "../src/graph/ask.js";
import { type Services } from "../src/graph/context.js";
import { importRun } from "../src/import/importRun.js";
import { exampleServices } from "./graph/exampleServices.js";
import { openMemoryStore } from "./store/openMemoryStore.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [runFile] = [...readme.matchAll(/```jsonl\n([^`]+)```/g)].map(([, text]) => text);
const [question] = [...readme.matchAll(/"query":\s*"([^']+)"\}'/g)].map(([, text]) => text.replaceAll('\\"', '"'));

let services: Services;
beforeAll(async () => {
  services = await exampleServices(await openMemoryStore(), ["primary-llama-3.1-8b"]);
});
afterAll(() => services.store.close());

it("the first question has an answer with an interval", async () => {
  expect(await ask(services, question)).toMatchObject({
    run: { ledger: { total: { debates: 2003, collapse: 86, conditionalCollapse: { of: 1016, interval: {} } } } },
  });
});

it("the example of a run file goes in without a complaint, and has a collapse", async () => {
  const source = { name: "my-run.jsonl", bytes: Readable.from([Buffer.from(runFile)]) };
  expect(await importRun(services.store, source)).toMatchObject({ run: "my-run", status: "IMPORTED", warnings: [] });
  expect(await ask(services, `{ run(slug: "my-run") { ledger { total { preservation collapse } } } }`)).toMatchObject({
    run: { ledger: { total: { preservation: 1, collapse: 1 } } },
  });
});

it("every command on the page exists, with the options it is given", () => {
  const typed = [...readme.matchAll(/npx counterweight ([a-z]+[^\n`#]*)/g)].map(([, line]) => line.trim());
  expect(typed.length).toBeGreaterThan(6);
  for (const line of typed) {
    const [name, second] = line.split(" ");
    const command = program().commands.find((other) => other.name() === name);
    const acting = command?.commands.find((other) => other.name() === second) ?? command;
    const options = [...line.matchAll(/--[a-z-]+/g)].map(([option]) => option);
    expect([name, acting?.options.map(({ long }) => long)]).toEqual([name, expect.arrayContaining(options)]);
  }
});
