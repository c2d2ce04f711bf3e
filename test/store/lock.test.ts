import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../src/errors.js";
import { type Holder, lock, lockHolder } from "../../src/store/lock.js";
import { child, type Child } from "./child.js";

let home: string;
const children: Child[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "counterweight-lock-"));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((one) => one.kill()));
  rmSync(home, { recursive: true });
});

async function another(): Promise<Child> {
  const one = child("holdLock.ts", home);
  children.push(one);
  expect(await one.line()).toBe("ready");
  return one;
}

function take(one: Child): Promise<string> {
  one.process.stdin?.write("\n");
  return one.line();
}

function refusal(): UserError {
  try {
    lock(home);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("the lock was given");
}

/** Leaves a lock as another process would have, changed. */
function leave(change: Partial<Holder>): void {
  const held = lock(home);
  const holder = lockHolder(home)!;
  held.release();
  const [file] = readdirSync(home);
  writeFileSync(join(home, file), JSON.stringify({ ...holder, ...change }));
}

it("one process holds the store; another is told which one, and what to do", async () => {
  const holder = await another();
  expect(await take(holder)).toBe("held");
  const { code, message } = refusal();
  expect(code).toBe("STORE_LOCKED");
  expect(message).toContain(`process ${holder.process.pid} on`);
  expect(message).toContain("set DATABASE_URL");
  expect(await take(await another())).toBe("STORE_LOCKED");
});

it("the same process cannot open a store twice", () => {
  const held = lock(home);
  expect(refusal().message).toContain(`process ${process.pid} on`);
  held.release();
  lock(home).release();
});

it("says where the holder's server answers, until it no longer does", () => {
  const held = lock(home);
  expect(lockHolder(home)?.url).toBeNull();
  held.announce("http://127.0.0.1:4000");
  expect(lockHolder(home)?.url).toBe("http://127.0.0.1:4000");
  expect(refusal().message).toContain("Use its server at http://127.0.0.1:4000");
  held.release();
  expect(lockHolder(home)).toBeNull();
});

it("the lock of a killed process is free", async () => {
  const holder = await another();
  expect(await take(holder)).toBe("held");
  holder.process.kill("SIGKILL");
  await new Promise((resolve) => holder.process.once("exit", resolve));
  lock(home).release();
});

it("of many processes that find a dead holder at once, exactly one follows it", async () => {
  leave({ pid: 2 ** 22 - 1, start: "0" });
  const racing = await Promise.all(Array.from({ length: 6 }, another));
  const answers = await Promise.all(racing.map(take));
  expect(answers.sort()).toEqual([
    "STORE_LOCKED",
    "STORE_LOCKED",
    "STORE_LOCKED",
    "STORE_LOCKED",
    "STORE_LOCKED",
    "held",
  ]);
});

it("a process id that now belongs to a later process is not the holder", () => {
  leave({ pid: process.pid, start: "1" });
  lock(home).release();
});

it.each<[string, Partial<Holder>]>([
  ["another host", { host: "elsewhere" }],
  ["another container, where every server is process 1", { pid: 1, namespace: "pid:[4026532000]" }],
  ["another machine of the same name", { machine: "another" }],
])("refuses the store of %s, and names the file to delete when that is gone", (_, change) => {
  leave(change);
  const { code, message } = refusal();
  expect(code).toBe("STORE_LOCKED");
  expect(message).toContain("cannot be told from here");
  expect(message).toContain(join(home, "lock.1"));
});

it("leaves one small file behind, however often the store was opened", () => {
  for (let i = 0; i < 5; i++) lock(home).release();
  expect(readdirSync(home)).toEqual(["lock.5"]);
  expect((JSON.parse(readFileSync(join(home, "lock.5"), "utf8")) as Holder).released).toBe(true);
});
