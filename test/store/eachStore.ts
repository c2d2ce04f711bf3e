import { afterAll, beforeAll, describe } from "@jest/globals";
import { type StatementListener } from "../../src/store/adapter.js";
import { openStore, type Store } from "../../src/store/open.js";
import { openMemoryStore } from "./openMemoryStore.js";
import { noPostgres, scratchDatabase } from "./scratchDatabase.js";

/**
 * The same tests on an embedded store and on Postgres, each with one empty store for all of them. Without a Postgres
 * the second half is skipped, and the reason printed.
 */
export function eachStore(tests: (store: () => Store) => void, onStatement?: StatementListener): void {
  describe("embedded", () => {
    let store: Store;
    beforeAll(async () => {
      store = await openMemoryStore(onStatement);
    });
    afterAll(() => store?.close());
    tests(() => store);
  });

  if (noPostgres !== null) console.warn(`Skipped: ${noPostgres}`);
  (noPostgres === null ? describe : describe.skip)("Postgres", () => {
    let store: Store;
    let drop = () => Promise.resolve();
    beforeAll(async () => {
      const database = await scratchDatabase();
      drop = database.drop;
      store = await openStore({ databaseUrl: database.url, home: "", onStatement });
    });
    afterAll(async () => {
      await store?.close();
      await drop();
    });
    tests(() => store);
  });
}
