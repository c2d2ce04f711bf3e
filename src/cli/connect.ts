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
export async function connect(settings = config(), team?: string): Promise<Connection> {
  try {
    return await openHere(settings, team);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "STORE_LOCKED") throw error;
    const { url } = error.details as { readonly url: string | null };
    if (url === null || !(await answers(url))) throw error;
    if (team !== undefined)
      throw new UserError(
        "BAD_INPUT",
        `--team: beside the server at ${url} the team is that of the token in COUNTERWEIGHT_TOKEN, got ${team}`,
      );
    return remote(url, settings.token);
  }
}

/** Runs with a connection and closes it, whatever happens. */
export async function withConnection<T>(act: (connection: Connection) => Promise<T>, team?: string): Promise<T> {
  const connection = await connect(config(), team);
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
