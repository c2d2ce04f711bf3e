import { resolve } from "node:path";
import { UserError } from "./errors.js";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export interface Config {
  /** Postgres; null: the embedded database in `home`. */
  readonly databaseUrl: string | null;
  /** The role that owns the tables, when the server's own may not change them. */
  readonly ownerUrl: string | null;
  readonly home: string;
  readonly host: string;
  readonly port: number;
  /** Ed25519 private key; null: the one that the store made on its first start. */
  readonly signingKey: string | null;
  /** By which a command that talks to a server says whose it is; null: it says nothing. */
  readonly token: string | null;
  readonly logLevel: (typeof logLevels)[number];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The one reader of the environment. An empty variable is an absent one, as in compose files. */
export function config(environment: Environment = process.env): Config {
  const given = (name: string) => environment[name]?.trim() || null;
  const databaseUrl = postgresUrl("DATABASE_URL", given("DATABASE_URL"));
  const ownerUrl = postgresUrl("DATABASE_OWNER_URL", given("DATABASE_OWNER_URL"));
  if (ownerUrl !== null && databaseUrl === null) {
    throw new UserError("BAD_INPUT", "DATABASE_OWNER_URL: expected DATABASE_URL beside it, got none");
  }
  return {
    databaseUrl,
    ownerUrl,
    home: resolve(given("COUNTERWEIGHT_HOME") ?? ".counterweight"),
    host: given("HOST") ?? "127.0.0.1",
    port: port(given("PORT") ?? "4000"),
    signingKey: given("COUNTERWEIGHT_SIGNING_KEY"),
    token: given("COUNTERWEIGHT_TOKEN"),
    logLevel: logLevel(given("LOG_LEVEL") ?? "info"),
  };
}

/** The complaint leaves the URL out, because it may hold a password. */
function postgresUrl(name: string, url: string | null): string | null {
  if (url === null || /^postgres(ql)?:\/\//.test(url)) return url;
  throw new UserError("BAD_INPUT", `${name}: expected postgres://user@host/database, got something else`);
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65535) return number;
  throw new UserError("BAD_INPUT", `PORT: expected a whole number from 0 to 65535, got ${JSON.stringify(text)}`);
}

function logLevel(text: string): Config["logLevel"] {
  const level = logLevels.find((name) => name === text);
  if (level !== undefined) return level;
  throw new UserError("BAD_INPUT", `LOG_LEVEL: expected one of ${logLevels.join(", ")}, got ${JSON.stringify(text)}`);
}
