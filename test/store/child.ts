import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Child {
  readonly process: ChildProcess;
  /** The next line that it prints, or what it complained about when it ends without one. */
  line(): Promise<string>;
  kill(): Promise<void>;
}

const typescript = fileURLToPath(new URL("../typescript.js", import.meta.url));

/** A process of its own that runs a file of `children`. */
export function child(file: string, ...args: string[]): Child {
  const script = fileURLToPath(new URL(`children/${file}`, import.meta.url));
  const running = spawn(process.execPath, ["--no-warnings", "--import", typescript, script, ...args]);
  const ended = once(running, "close");
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let rest = "";
  let complaint = "";
  running.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) (waiting.shift() ?? ((line) => lines.push(line)))(part);
  });
  running.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  return {
    process: running,
    line: () =>
      Promise.race([
        new Promise<string>((resolve) => {
          const ready = lines.shift();
          if (ready === undefined) waiting.push(resolve);
          else resolve(ready);
        }),
        ended.then(() => lines.shift() ?? `ended: ${complaint}`),
      ]),
    kill: async () => {
      running.kill("SIGKILL");
      await ended;
    },
  };
}
