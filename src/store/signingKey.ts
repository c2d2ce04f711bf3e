import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../errors.js";
import { generateSigningKey, readSigningKey, type SigningKey } from "../seal/key.js";
import { logTransaction } from "./logTransaction.js";
import { type Store } from "./open.js";

/**
 * The key that signs the log: the configured one, else the one in `home`, which the first start makes. A log has one
 * signer: a process that would sign it with a key of its own making, because several share a database, is refused; only a
 * configured key may take the place of an earlier one.
 */
export const signingKey = (
  store: Store,
  { home, configured }: { readonly home: string; readonly configured: string | null },
): Promise<SigningKey> =>
  logTransaction(store, async (database) => {
    const known = (await database.logKey.findMany({ orderBy: { since: "asc" } })).map(({ publicKey }) => publicKey);
    const path = join(home, "signing.key");
    const line = configured ?? (existsSync(path) ? readFileSync(path, "utf8") : null);
    if (line === null && known.length > 0) throw otherSigner(known, `there is no ${path}`);
    const key = readSigningKey(line ?? makeKey(home, path));
    if (known.includes(key.text)) return key;
    if (configured === null && known.length > 0) throw otherSigner(known, `${path} holds another key`);
    await database.logKey.create({ data: { publicKey: key.text } });
    return key;
  });

/** Only its owner can read the file, from the moment it exists. */
function makeKey(home: string, path: string): string {
  const line = generateSigningKey(`counterweight/${randomBytes(4).toString("hex")}`);
  mkdirSync(home, { recursive: true });
  writeFileSync(path, `${line}\n`, { mode: 0o600, flag: "wx", flush: true });
  return line;
}

const otherSigner = (known: readonly string[], found: string): UserError =>
  new UserError(
    "BAD_INPUT",
    `COUNTERWEIGHT_SIGNING_KEY: expected the private key of ${known.at(-1)}, which signs this log, and ${found}`,
  );
