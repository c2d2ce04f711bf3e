import { type Config } from "../config.js";
import { UserError } from "../errors.js";
import { type Answers } from "../web/server.js";
import { importOptions } from "../web/importOptions.js";
import { type Columns } from "../debate/panels.js";
import { type StoredToken } from "../store/teams.js";
import { type StoreVerification } from "../store/verifyStore.js";
import { type Connection } from "./connection.js";

/** The store, opened in this process. */
export interface Here extends Connection {
  /** Migrations that opening it applied. */
  readonly migrated: readonly string[];
  /** What a server needs to answer from it. */
  readonly answers: () => Omit<Answers, "logger">;
  /** Tells other commands where this process serves. */
  announce(url: string | null): void;
  /** A new token of a team, shown this once. */
  createToken(team: string): Promise<string>;
  /** What is known of every token. */
  tokens(): Promise<readonly StoredToken[]>;
  /** Takes a token back, named by itself or by its digest. */
  revokeToken(named: string): Promise<StoredToken>;
  /** Reads everything that is stored and holds it against the log. */
  verify(progress: (object: string) => void): Promise<StoreVerification>;
}

export const isHere = (connection: Connection): connection is Here => "answers" in connection;

/** Opens the store that the settings name. The database and the schema are loaded only now: they take most of a second. */
export async function openHere(settings: Config, team?: string): Promise<Here> {
  const { openStore } = await import("../store/open.js");
  const store = await openStore(settings).catch((error: unknown) => {
    throw unreachable(settings, error) ?? error;
  });
  try {
    const [
      { GraphQLError },
      { ask },
      { createContext, createServices },
      { schema },
      { importFile },
      { signingKey },
      { addDecisions },
      { bearerTeam },
      { checkpointText },
      { receiptFile },
      { exported },
      { readOutcomes },
      { contentDigest },
      { addTeam, createToken, revokeToken, tokens },
      { verifyStore },
    ] = await Promise.all([
      import("graphql"),
      import("../graph/ask.js"),
      import("../graph/context.js"),
      import("../graph/schema.js"),
      import("../import/importFile.js"),
      import("../store/signingKey.js"),
      import("../graph/addPolicy.js"),
      import("../graph/bearer.js"),
      import("../graph/log.js"),
      import("../graph/receipt.js"),
      import("../graph/evaluate.js"),
      import("../debate/effect.js"),
      import("../import/contentDigest.js"),
      import("../store/teams.js"),
      import("../store/verifyStore.js"),
    ]);
    if (team !== undefined) await addTeam(store.prisma, team);
    const services = createServices(
      store,
      await signingKey(store, { home: settings.home, configured: settings.signingKey }),
    );
    return {
      through:
        settings.databaseUrl === null ? `the embedded store in ${settings.home}` : "the Postgres of DATABASE_URL",
      migrated: store.migrated,
      announce: (url) => store.announce(url),
      async ask(document, variables = {}) {
        try {
          return await ask(services, document, { ...variables }, team);
        } catch (error) {
          // GraphQL's own words for a variable that does not fit, such as a seed that is a number.
          throw error instanceof GraphQLError ? new UserError("BAD_INPUT", error.message) : error;
        }
      },
      importFile(paths, parameters, onProgress) {
        const sources = paths.map((path) => ({ path }));
        return importFile(store, sources, { ...importOptions(parameters), onProgress });
      },
      async addDecisions(path, given) {
        const context = createContext(services, team === undefined ? undefined : () => Promise.resolve(team));
        return (await addDecisions(context, given, { path })).ignored;
      },
      verify(progress) {
        const exportedEffects = (cohort: Columns, effects: Uint8Array) => {
          const found = readOutcomes(effects, cohort.size);
          return found && exported(cohort, found);
        };
        return verifyStore(store.prisma, { contentDigest, exportedEffects }, progress);
      },
      createToken: (of) => createToken(store.prisma, of),
      tokens: () => tokens(store.prisma),
      revokeToken: (named) => revokeToken(store.prisma, named),
      answers: () => ({
        schema: schema(),
        context: (authorization) => createContext(services, () => bearerTeam(store, authorization)),
        team: (authorization) => bearerTeam(store, authorization),
        ready: () => store.prisma.$queryRaw`SELECT 1`,
        importStream: (upload, options) => importFile(store, upload, options),
        decisions: (bytes, { slug, fittedOn, format }, authorization) =>
          addDecisions(
            createContext(services, () => bearerTeam(store, authorization)),
            { slug, fittedOn, format },
            { name: "decisions", bytes },
          ),
        sealed: {
          receipt: (digest) => receiptFile(createContext(services), digest),
          checkpoint: () => checkpointText(services),
        },
      }),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What the settings name cannot be opened: their fault, said without the password that a URL may hold. Null: not that. */
function unreachable({ databaseUrl, home }: Config, error: unknown): UserError | null {
  if (error instanceof UserError || !(error instanceof Error) || !("code" in error)) return null;
  const code = String(error.code);
  // Postgres: no such database or role, no password, too many connections, starting up or shutting down.
  if (databaseUrl !== null && /^(E[A-Z_]+|3D000|28.{3}|53300|57P0.)$/.test(code))
    return new UserError("BAD_INPUT", `DATABASE_URL: expected a database that answers, got ${error.message || code}`);
  if (databaseUrl === null && /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOSPC)$/.test(code))
    return new UserError("BAD_INPUT", `COUNTERWEIGHT_HOME: expected a directory to write to, got ${home} (${code})`);
  return null;
}
