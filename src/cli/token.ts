import { type Command } from "commander";
import { config } from "../config.js";
import { UserError } from "../errors.js";
import { openHere } from "./here.js";
import { say } from "./say.js";

export function tokenCommands(program: Command): void {
  program
    .command("token")
    .description("Who may write over HTTP.")
    .command("create")
    .description(
      "Make a token of a team and print it, this once. From the first one on, writing over HTTP needs a token. Opens the store itself.",
    )
    .requiredOption("--team <name>", "the team, which is made when it is not there yet")
    .option("--json", "print one JSON object")
    .action(async ({ team, json }: { team: string; json?: boolean }) => {
      // Never through a server: whoever may open the store may hand out tokens, and nobody else.
      const here = await openHere(config()).catch((error: unknown) => {
        if (error instanceof UserError && error.code === "STORE_LOCKED")
          throw new UserError(
            error.code,
            "tokens are made where the store is opened, and a server holds it: stop it first",
            error.details,
          );
        throw error;
      });
      try {
        const token = await here.createToken(team);
        say(json, { team, token }, () => token);
      } finally {
        await here.close();
      }
    });
}
