import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { embeddedAdapter, type StatementListener } from "../../src/store/adapter.js";
import { migrate, migrations } from "../../src/store/migrate.js";
import { embeddedStore, type Store } from "../../src/store/open.js";

/** An empty embedded store in memory. */
export async function openMemoryStore(onStatement?: StatementListener): Promise<Store> {
  return embeddedStore(await PGlite.create({ loadDataDir: await migratedDump() }), onStatement);
}

/**
 * Making a database and migrating it takes seconds, loading one half a second. So the first test that needs one leaves
 * its dump in the system's folder for temporary files, named by what it was made from.
 */
export async function migratedDump(): Promise<Blob> {
  const version = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const made = createHash("sha256").update(JSON.stringify([await migrations(), readFileSync(version)]));
  const path = join(tmpdir(), `counterweight-test-${made.digest("hex").slice(0, 16)}.tar`);
  if (existsSync(path)) return new Blob([readFileSync(path)]);
  const pglite = new PGlite();
  await migrate(embeddedAdapter(pglite, null));
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  // Written aside and renamed: another worker may be making the same.
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, Buffer.from(await dump.arrayBuffer()));
  renameSync(aside, path);
  return dump;
}
