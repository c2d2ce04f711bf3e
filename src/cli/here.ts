import { type Config } from "../config.js";
import { UserError } from "../errors.js";
import { type Answers } from "../web/server.js";
import { importOptions } from "../web/importOptions.js";
import { type Connection } from "./connection.js";

/** The store, opened in this process. */
export interface Here extends Connection {
  /** Migrations that opening it applied. */
  readonly migrated: readonly string[];
  /** What a server needs to answer from it. */
  readonly answers: () => Omit<Answers, "logger">;
  /** Tells other commands where this process serves. */
  announce(url: string | null): void;
}

export const isHere = (connection: Connection): connection is Here => "answers" in connection;

/** Opens the store that the settings name. The database and the schema are loaded only now: they take most of a second. */
export async function openHere(settings: Config): Promise<Here> {
  const { openStore } = await import("../store/open.js");
  const store = await openStore(settings);
  try {
    const [{ GraphQLError }, { ask }, { createContext, createServices }, { schema }, { importRun }] = await Promise.all(
      [
        import("graphql"),
        import("../graph/ask.js"),
        import("../graph/context.js"),
        import("../graph/schema.js"),
        import("../import/importRun.js"),
      ],
    );
    const services = createServices(store);
    return {
      through:
        settings.databaseUrl === null ? `the embedded store in ${settings.home}` : "the Postgres of DATABASE_URL",
      migrated: store.migrated,
      announce: (url) => store.announce(url),
      async ask(document, variables = {}) {
        try {
          return await ask(services, document, { ...variables });
        } catch (error) {
          // GraphQL's own words for a variable that does not fit, such as a seed that is a number.
          throw error instanceof GraphQLError ? new UserError("BAD_INPUT", error.message) : error;
        }
      },
      importFile(path, parameters, onProgress) {
        return importRun(store, { path }, { ...importOptions(parameters), onProgress });
      },
      answers: () => ({
        schema: schema(),
        context: () => createContext(services),
        ready: () => store.prisma.$queryRaw`SELECT 1`,
        importStream: (upload, options) => importRun(store, upload, options),
      }),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
