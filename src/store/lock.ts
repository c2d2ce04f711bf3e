import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../errors.js";
import { fate, thisProcess, type ProcessIdentity } from "./process.js";

/** Who holds an embedded store, as its lock file says. */
export interface Holder extends ProcessIdentity {
  readonly since: string;
  /** Where its server answers; null while it serves none. */
  readonly url: string | null;
  readonly released: boolean;
}

export interface Lock {
  /** Records where the server answers, so that commands can find it. */
  announce(url: string | null): void;
  release(): void;
}

/**
 * Takes the exclusive lock of an embedded store, or throws STORE_LOCKED, naming the holder.
 *
 * PGlite takes no lock of its own, and two processes on one directory destroy it. A lock is never stolen from a
 * process that may be alive, however long it is silent (docs/decisions/embedded-lock.md).
 *
 * Locks are files `lock.1`, `lock.2`, ...; the highest number counts. A free one is not removed but followed by the
 * next number, made by a hard link that fails when another process was first; so two processes that find the
 * same dead holder cannot both follow it, and none can remove the lock of the one that did.
 */
export function lock(home: string): Lock {
  mkdirSync(home, { recursive: true });
  for (;;) {
    const last = lastLock(home);
    if (last !== null && !isFree(last.holder)) throw new UserError("STORE_LOCKED", complaint(home, last), last.holder);
    const number = (last?.number ?? 0) + 1;
    let holder: Holder = { ...thisProcess(), since: new Date().toISOString(), url: null, released: false };
    if (!create(home, number, holder)) continue;
    if (lastLock(home)?.number !== number) {
      unlinkSync(file(home, number));
      continue;
    }
    for (const older of lockNumbers(home)) if (older < number) remove(file(home, older));
    const write = (change: Partial<Holder>) => {
      holder = { ...holder, ...change };
      renameSync(temporary(home, holder), file(home, number));
    };
    return { announce: (url) => write({ url }), release: () => write({ url: null, released: true }) };
  }
}

/** The process that holds the store, or may hold it; null when it is free. */
export function lockHolder(home: string): Holder | null {
  const last = lastLock(home);
  return last === null || isFree(last.holder) ? null : last.holder;
}

const isFree = (holder: Holder) => holder.released || fate(holder) === "DEAD";

function complaint(home: string, { number, holder }: { number: number; holder: Holder }): string {
  const who = `process ${holder.pid} on ${holder.host} since ${holder.since}`;
  if (fate(holder) === "UNKNOWN") {
    return `the store in ${home} is held by ${who}, and whether that still runs cannot be told from here. When it is surely gone, delete ${file(home, number)}. To use one database from several machines or containers, set DATABASE_URL`;
  }
  const server = holder.url === null ? "Wait until it ends or stop it" : `Use its server at ${holder.url} or stop it`;
  return `the store in ${home} is held by ${who}. ${server}; or set DATABASE_URL to a Postgres, which several processes can share`;
}

const file = (home: string, number: number) => join(home, `lock.${number}`);

const lockNumbers = (home: string): number[] =>
  readdirSync(home).flatMap((name) => {
    const number = /^lock\.(\d+)$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

function lastLock(home: string): { number: number; holder: Holder } | null {
  for (;;) {
    const number = Math.max(0, ...safely(() => lockNumbers(home), "ENOENT", []));
    if (number === 0) return null;
    const text = safely(() => readFileSync(file(home, number), "utf8"), "ENOENT", null);
    if (text !== null) return { number, holder: JSON.parse(text) as Holder };
  }
}

/** Whole or not at all: written aside, then linked under its name. False when the name is taken. */
function create(home: string, number: number, holder: Holder): boolean {
  const aside = temporary(home, holder);
  try {
    return safely(() => (linkSync(aside, file(home, number)), true), "EEXIST", false);
  } finally {
    unlinkSync(aside);
  }
}

function temporary(home: string, holder: Holder): string {
  const path = join(home, `lock-${holder.pid}-${Math.random().toString(36).slice(2)}`);
  writeFileSync(path, JSON.stringify(holder, null, 2));
  return path;
}

const remove = (path: string) => safely(() => unlinkSync(path), "ENOENT", undefined);

function safely<T, U>(act: () => T, code: string, otherwise: U): T | U {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return otherwise;
    throw error;
  }
}
