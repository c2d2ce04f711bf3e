import { CommanderError } from "commander";
import { UserError } from "../errors.js";

export const DONE: number = 0;
/** The caller's doing: a file with faults, an unknown name, a store in use. */
export const REFUSED = 1;
/** The command line itself makes no sense. */
export const USAGE = 2;
/** Our fault. */
export const OURS = 3;

/** Ends a command that has said itself what was refused, with the exit code of that. */
export class Said extends Error {
  constructor(readonly exitCode: number) {
    super(`ends with ${exitCode}`);
  }
}

/** The exit code for what was thrown, after saying it: on stderr in words, and under --json on stdout as one value. */
export function failure(error: unknown, json: boolean): number {
  // Commander has already printed its own complaint, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : USAGE;
  if (error instanceof Said) return error.exitCode;
  const code = error instanceof UserError ? error.code : "INTERNAL";
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    const details = error instanceof UserError ? error.details : undefined;
    process.stdout.write(`${JSON.stringify({ error: { code, message, details } })}\n`);
  }
  process.stderr.write(`${message}\n`);
  if (code !== "INTERNAL") return REFUSED;
  const trace = error instanceof Error ? error.stack?.split("\n").slice(1).join("\n") : undefined;
  process.stderr.write(`This is a fault of counterweight's own, not of what you asked.\n${trace ?? ""}\n`);
  return OURS;
}
