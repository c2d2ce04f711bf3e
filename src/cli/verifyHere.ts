import { openCheckpoint } from "../seal/checkpoint.js";
import { check, type Check } from "../seal/check.js";
import { readPublicKey } from "../seal/key.js";
import { config } from "../config.js";
import { type Connection } from "./connection.js";
import { REFUSED, Said } from "./failure.js";
import { openHere } from "./here.js";
import { readText } from "./readText.js";
import { say } from "./say.js";

interface Flags {
  readonly key?: string;
  readonly since?: string;
  readonly json?: boolean;
}

/** Verifies the store that the settings name. It is opened here: whoever doubts it does not ask its server. */
export async function verifyHere({ key, since, json }: Flags): Promise<void> {
  const here = await openHere(config());
  try {
    const { faults, checked, size, rootAt } = await here.verify((object) => {
      if (process.stderr.isTTY) process.stderr.write(`reading ${object}\u001b[K\r`);
    });
    const kept =
      since === undefined ? [] : [keptCheck(await readText(since), key ?? (await ownKey(here)), size, rootAt)];
    const all = [...faults, ...kept.filter(({ fault }) => fault !== null)];
    const holds = all.length === 0;
    say(json, { holds, checked, size, faults: all }, () =>
      [
        ...all.map(({ check, object, fault }) => `FAILED  ${check}: ${object}: ${fault}`),
        holds
          ? `the store holds: ${checked} checks, a log of ${size} entries${kept.length === 0 ? "" : " that begins with the kept checkpoint"}`
          : `the store does not hold: ${all.length} faults`,
      ].join("\n"),
    );
    if (!holds) throw new Said(REFUSED);
  } finally {
    await here.close();
  }
}

/** Here the whole log is at hand, so a kept checkpoint needs no proof. */
const keptCheck = (text: string, key: string, size: number, rootAt: (size: number) => Uint8Array): Check =>
  check("history", "older checkpoint", () => {
    const older = openCheckpoint(text, readPublicKey(key.trim()));
    if (older.size > size) return `rolled back: the older checkpoint has ${older.size} entries, the log ${size}`;
    return Buffer.compare(older.root, rootAt(older.size)) === 0
      ? null
      : `forked: the log does not begin with the ${older.size} entries of the older checkpoint`;
  });

async function ownKey(connection: Connection): Promise<string> {
  const { log } = await connection.ask<{ log: { key: string } }>("{ log { key } }");
  return log.key;
}
