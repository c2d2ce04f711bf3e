import { type Command } from "commander";
import { config } from "../config.js";
import { UserError } from "../errors.js";
import { type Here, openHere } from "./here.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

export function tokenCommands(program: Command): void {
  const token = program.command("token").description("Who may write over HTTP. These commands open the store itself.");
  token
    .command("create")
    .description(
      "Make a token of a team and print it, this once. From the first one on, writing over HTTP needs a token.",
    )
    .requiredOption("--team <name>", "the team, which is made when it is not there yet")
    .option("--json", "print one JSON object")
    .action(({ team, json }: { team: string; json?: boolean }) =>
      withStore(async (here) => {
        const made = await here.createToken(team);
        say(json, { team, token: made }, () => made);
      }),
    );
  token
    .command("list")
    .description(
      "List the tokens that were given out, by the first digits of their digests: the tokens are stored nowhere.",
    )
    .option("--json", "print one JSON array")
    .action(({ json }: { json?: boolean }) =>
      withStore(async (here) => {
        const found = await here.tokens();
        say(json, found, () =>
          textTable(
            ["token", "team", "created", "revoked"],
            found.map(({ digest, team, createdAt, revokedAt }) => [
              digest.slice(0, 12),
              team,
              createdAt,
              revokedAt ?? "-",
            ]),
            4,
          ),
        );
      }),
    );
  token
    .command("revoke <token>")
    .description(
      "Take a token back, named by itself or by its digits in the list. Revoking the last one does not let everybody in again.",
    )
    .option("--json", "print one JSON object")
    .action((named: string, { json }: { json?: boolean }) =>
      withStore(async (here) => {
        const revoked = await here.revokeToken(named);
        const { team, digest } = revoked;
        say(json, revoked, () => `token ${digest.slice(0, 12)} of team ${team} is nobody's from now on`);
      }),
    );
}

/** Never through a server: whoever may open the store may hand out tokens, and nobody else. */
async function withStore(act: (here: Here) => Promise<void>): Promise<void> {
  const here = await openHere(config()).catch((error: unknown) => {
    if (error instanceof UserError && error.code === "STORE_LOCKED")
      throw new UserError(
        error.code,
        "tokens are made and taken back where the store is opened, and a server holds it: stop it first",
        error.details,
      );
    throw error;
  });
  try {
    await act(here);
  } finally {
    await here.close();
  }
}
