import { createServer } from "node:net";
import { type Command } from "commander";
import { config, type Config } from "../config.js";
import { lockHolder } from "../store/lock.js";
import { listen } from "../web/listen.js";
import { type Here, openHere } from "./here.js";

export function serveCommand(program: Command): void {
  program
    .command("serve")
    .description("Serve the GraphQL API, its query page and imports over HTTP, until stopped.")
    .option("--json", "print one JSON object with the address once it is served")
    .action(async ({ json }: { json?: boolean }) => {
      const settings = config();
      await refuseTakenPort(settings);
      const here = await openHere(settings);
      await serve(here, settings, (url) =>
        process.stdout.write(`${json ? JSON.stringify({ url }) : addresses(url)}\n`),
      );
    });
}

export const addresses = (url: string): string =>
  [
    `GraphQL and its query page  ${url}/graphql`,
    `health and metrics          ${url}/healthz  /readyz  /metrics`,
    "Ctrl-C stops",
  ].join("\n");

/**
 * Says that a port is taken before the store is opened, which can take many seconds. A store that another process holds
 * is the better complaint, and comes at once; so it goes first.
 */
export async function refuseTakenPort({ databaseUrl, home, host, port }: Config): Promise<void> {
  if (databaseUrl === null && lockHolder(home) !== null) return;
  const probe = createServer();
  await listen(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Serves what is open here until the process is told to stop; then lets running requests finish, and closes the store.
 * A second signal ends it at once.
 */
export async function serve(here: Here, settings: Config, onListening: (url: string) => void): Promise<void> {
  try {
    const [{ startServer }, { pino }] = await Promise.all([import("../web/server.js"), import("pino")]);
    const logger = pino({ level: settings.logLevel }, pino.destination({ fd: 2, sync: true }));
    const server = await startServer({ ...here.answers(), logger }, settings.host, settings.port);
    here.announce(server.url);
    onListening(server.url);
    const signal = await stopSignal();
    logger.info({ signal }, "stopping");
    here.announce(null);
    await server.stop();
  } finally {
    await here.close();
  }
}

const stopSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(signal === "SIGINT" ? 130 : 143));
        resolve(signal);
      });
  });
