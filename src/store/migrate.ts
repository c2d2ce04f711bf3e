import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type SqlMigrationAwareDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { type MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { UserError } from "../errors.js";
import { withSchemaEngine } from "./schemaEngine.js";

/** The same two steps up from `src/store` and from `dist/store`. */
const prismaFolder = fileURLToPath(new URL("../../prisma/", import.meta.url));

export const NO_FILTER = { externalTables: [], externalEnums: [] };

export const schemaText = () => readFile(`${prismaFolder}schema.prisma`, "utf8");

/**
 * Applies the migrations of `prisma/migrations` that the database does not have yet, in order, and returns their
 * names; `until` names the last one wanted. They are ordinary Prisma migrations: `prisma migrate deploy` on the same
 * folder does the same. One process at a time: the caller sees to that.
 *
 * A script runs as one transaction, so one that failed or was killed has left nothing, and is tried again. CONFLICT
 * when a newer version has migrated the database.
 */
export async function migrate(adapter: SqlMigrationAwareDriverAdapterFactory, until?: string): Promise<string[]> {
  const migrationsList = await migrations(until);
  return withSchemaEngine(await schemaText(), adapter, async (engine) => {
    const diagnosed = { migrationsList, filters: NO_FILTER, optInToShadowDatabase: false };
    const { history, failedMigrationNames } = await engine.diagnoseMigrationHistory(diagnosed);
    if (history !== null && "unpersistedMigrationNames" in history) {
      const unknown = history.unpersistedMigrationNames.join(", ");
      throw new UserError(
        "CONFLICT",
        `the store has migrations that this version does not know (${unknown}): use a newer one`,
      );
    }
    for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
    return appliedMigrationNames;
  });
}

/** The migrations as the engine takes them. */
export async function migrations(until?: string): Promise<MigrationList> {
  const baseDir = `${prismaFolder}migrations`;
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const wanted = names.filter((name) => until === undefined || name <= until).sort();
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: await readFile(`${baseDir}/migration_lock.toml`, "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      wanted.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: await readFile(`${baseDir}/${name}/migration.sql`, "utf8") },
        },
      })),
    ),
  };
}
