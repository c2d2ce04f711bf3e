import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Where a process runs and which one it is, as far as the system tells; null where it does not. */
export interface ProcessIdentity {
  readonly host: string;
  /** Survives a reboot; containers often have none. */
  readonly machine: string | null;
  /** New after each start of the machine, shared by its containers. */
  readonly boot: string | null;
  /** Process ids mean something inside one of these only: containers all run their server as process 1. */
  readonly namespace: string | null;
  readonly pid: number;
  /** Tells a process from a later one of the same id. */
  readonly start: string | null;
}

/** The namespace of processes that are in no container has this number on every Linux. */
const NO_CONTAINER = "pid:[4026531836]";

export const thisProcess = (): ProcessIdentity => ({
  host: hostname(),
  machine: orNull(() => readFileSync("/etc/machine-id", "utf8").trim()),
  boot: orNull(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
  namespace: orNull(() => readlinkSync("/proc/self/ns/pid")),
  pid: process.pid,
  start: processStart(process.pid),
});

/**
 * Whether another process still runs. UNKNOWN when that cannot be told from here: another host, another container,
 * or a machine that may be another one of the same name. Never DEAD by guess.
 */
export function fate(
  other: ProcessIdentity,
  self: ProcessIdentity = thisProcess(),
  start: (pid: number) => string | null = processStart,
  exists: (pid: number) => boolean = processExists,
): "LIVE" | "DEAD" | "UNKNOWN" {
  if (other.host !== self.host || other.machine !== self.machine || other.namespace !== self.namespace)
    return "UNKNOWN";
  if (other.boot !== self.boot) {
    const surelyThisMachine = self.machine !== null && self.namespace === NO_CONTAINER;
    return surelyThisMachine ? "DEAD" : "UNKNOWN";
  }
  if (!exists(other.pid)) return "DEAD";
  const now = start(other.pid);
  return now !== null && other.start !== null && now !== other.start ? "DEAD" : "LIVE";
}

/** A killed process that its parent has not noticed yet still has an id, but runs no more. */
function processExists(pid: number): boolean {
  if (orNull(() => linuxStat(pid))?.state === "Z") return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function processStart(pid: number): string | null {
  if (process.platform === "win32") return null;
  if (process.platform === "linux") return orNull(() => linuxStat(pid).start);
  return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() || null;
}

/** `proc(5)`: state is field 3, start time field 22; field 2 is a name in brackets that may hold anything. */
function linuxStat(pid: number): { state: string | undefined; start: string | null } {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0], start: fields[19] ?? null };
}

function orNull<T>(read: () => T): T | null {
  try {
    return read() || null;
  } catch {
    return null;
  }
}
