import { createHash } from "node:crypto";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const main = join(root, "dist/main.js");

/** Compiles the sources into dist when they are newer than what stands there; suites that start together build once. */
export async function build(): Promise<void> {
  const building = join(
    tmpdir(),
    `counterweight-build-${createHash("sha256").update(root).digest("hex").slice(0, 12)}`,
  );
  while (stale()) {
    try {
      mkdirSync(building);
    } catch {
      if (Date.now() - (statSync(building, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 120_000)
        rmSync(building, { recursive: true, force: true });
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      if (stale())
        await promisify(execFile)(
          process.execPath,
          [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
          { cwd: root },
        );
    } finally {
      rmSync(building, { recursive: true, force: true });
    }
  }
}

function stale(): boolean {
  if (!existsSync(main)) return true;
  const builtAt = statSync(main).mtimeMs;
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).some(
    (path) => path.endsWith(".ts") && statSync(join(root, "src", path)).mtimeMs > builtAt,
  );
}

export const temporaryHome = () => mkdtempSync(join(tmpdir(), "counterweight-"));

/** The environment a command line test runs in: its own home, no database of whoever runs the tests. */
const environment = (home: string, more: Record<string, string> = {}) => {
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, COUNTERWEIGHT_HOME: home, LOG_LEVEL: "warn", ...more };
};

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled command to its end. */
export const counterweight = (
  home: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<Ended> =>
  ended(
    spawn(process.execPath, [main, ...args], {
      env: environment(home, more),
      cwd: home,
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );

/** Starts `serve` or `demo` on a free port and waits for its address. */
export async function serving(home: string, args: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    env: environment(home, { PORT: "0", ...more }),
    cwd: home,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = ended(child);
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/[\d.]+:\d+/.exec(text);
      if (found) resolve(found[0]);
    });
    void end.then(({ stderr }) => reject(new Error(`ended before it served: ${stderr}`)));
  });
  return {
    url,
    end,
    stop: async () => {
      child.kill("SIGTERM");
      return end;
    },
  };
}

function ended(child: ChildProcess): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
