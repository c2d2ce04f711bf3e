import { type Command } from "commander";
import { config } from "../config.js";
import { openHere } from "./here.js";
import { say } from "./say.js";

export function migrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("Bring the store's tables up to date. Every command does so on opening; this one does nothing else.")
    .option("--json", "print one JSON object")
    .action(async ({ json }: { json?: boolean }) => {
      const here = await openHere(config());
      try {
        const { migrated } = here;
        say(json, { migrated }, () =>
          migrated.length === 0 ? "nothing to do: the tables are up to date" : `applied ${migrated.join(", ")}`,
        );
      } finally {
        await here.close();
      }
    });
}
