import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import { UserError } from "../errors.js";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";

/** What is used of the global that the compiler's library for Node leaves out. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let started: Promise<void> | null = null;

/**
 * Prisma's own schema engine, as WebAssembly, on a database that is already open. Needs no network and no binary.
 * What the database said when something failed stands in the error's cause.
 */
export async function withSchemaEngine<T>(
  schema: string,
  adapter: SqlMigrationAwareDriverAdapterFactory,
  work: (schemaEngine: engine.SchemaEngine) => Promise<T>,
): Promise<T> {
  await (started ??= start());
  const bound = bindMigrationAwareSqlAdapterFactory(adapter);
  const schemaEngine = await engine.SchemaEngine.new({ datamodels: [["schema.prisma", schema]] }, () => {}, bound);
  try {
    return await work(schemaEngine);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const sentence = error instanceof Error ? error.message : String(error);
    const cause: unknown = bound.errorRegistry.consumeError(
      Number(/External error id#(\d+)/.exec(sentence)?.[1]),
    )?.error;
    throw new Error(
      cause instanceof Error ? `${cause.message} (${sentence.split("\n").slice(2).join(" ")})` : sentence,
      { cause: cause ?? error },
    );
  } finally {
    schemaEngine.free();
  }
}

/** Node does not import `.wasm` by itself on every version we support; so the module is put together by hand. */
async function start(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(glue.replace(/\.js$/, ".wasm"));
  const imports = Object.fromEntries(
    Object.entries(engine).map(([name, value]) => [name, name.startsWith("__wbg_setTimeout_") ? mayEnd : value]),
  );
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": imports });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
}

/** The engine never clears its timer for a lock that it did not get; it must not keep the process alive that long. */
const mayEnd = (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds).unref();
