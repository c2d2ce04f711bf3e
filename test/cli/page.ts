import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The sh blocks of a page in order, each with the lines of the text block that follows it. */
export function pageSteps(path: string): (readonly [command: string, lines: readonly string[]])[] {
  const page = readFileSync(join(root, path), "utf8");
  const blocks = [...page.matchAll(/^```(sh|text)\n(.*?)^```$/gms)].map(([, kind, text]) => ({ kind, text }));
  return blocks.flatMap(({ kind, text }, at) => {
    if (kind !== "sh") return [];
    const next = blocks[at + 1];
    return [[text, next?.kind === "text" ? next.text.trimEnd().split("\n") : []] as const];
  });
}

/** Runs a block in a home. `npx counterweight` is the command of this repository. */
export function shell(home: string, text: string): Promise<{ code: number | string | null; output: string }> {
  const script = `set -eu\nnpx() { shift; "${process.execPath}" "${join(root, "dist/main.js")}" "$@"; }\n${text}`;
  const { PATH } = process.env;
  const env = { PATH, COUNTERWEIGHT_HOME: home };
  return new Promise((resolve) => {
    execFile("bash", ["--norc", "-c", script], { cwd: home, env }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? null) : 0, output: stdout + stderr }),
    );
  });
}

/** A line of a page as a pattern: dots stand for anything, a blank for one or more. */
export const pattern = (line: string) =>
  new RegExp(
    line
      .split("...")
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/ +/g, " +"))
      .join(".*"),
  );
