import { config } from "../config.js";
import { UserError } from "../errors.js";
import { type Connection } from "./connection.js";
import { openHere } from "./here.js";
import { remote } from "./remote.js";

/**
 * What a command talks to. Postgres is shared, so every process opens it for itself. An embedded store belongs to one
 * process: when a server holds it, the command is put to that server; when another command does, the complaint says
 * who, since when, and what to do.
 */
export async function connect(settings = config()): Promise<Connection> {
  try {
    return await openHere(settings);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "STORE_LOCKED") throw error;
    const { url } = error.details as { readonly url: string | null };
    if (url === null || !(await answers(url))) throw error;
    return remote(url);
  }
}

/** Runs with a connection and closes it, whatever happens. */
export async function withConnection<T>(act: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect();
  try {
    return await act(connection);
  } finally {
    await connection.close();
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
