import { randomUUID } from "node:crypto";
import { openStore, type Store } from "../../src/store/open.js";
import { administer, scratchDatabase } from "./scratchDatabase.js";

/** A store on Postgres as an operator sets it up: another role owns the tables, the server's may read and insert. */
export async function openAsApplication(): Promise<{ store: Store; close: () => Promise<void> }> {
  const role = `cw_application_${randomUUID().replaceAll("-", "")}`;
  await administer(`CREATE ROLE ${role} LOGIN PASSWORD 'a'`);
  const database = await scratchDatabase();
  const url = new URL(database.url);
  url.username = role;
  url.password = "a";
  const store = await openStore({ databaseUrl: url.href, ownerUrl: database.url, home: "" });
  const close = async () => {
    await store.close();
    await database.drop();
    await administer(`DROP ROLE ${role}`);
  };
  return { store, close };
}
