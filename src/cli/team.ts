import { type Command } from "commander";

/** For commands that write into the log. Beside a server the team is that of the token in COUNTERWEIGHT_TOKEN. */
export const asTeam = (command: Command): Command =>
  command.option("--team <name>", "the team that acts, where the store is opened here; local unless said");
