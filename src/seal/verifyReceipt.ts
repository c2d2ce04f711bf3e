import { base64Bytes } from "./base64.js";
import { canonical } from "./canonical.js";
import { check, type Check } from "./check.js";
import { brokenHistory, openCheckpoint, type Checkpoint } from "./checkpoint.js";
import { readConsistency } from "./consistency.js";
import { envelopeFault, readEnvelope } from "./envelope.js";
import { evidenceOf, type Evidence, type Placed } from "./evidence.js";
import { evidenceChecks } from "./evidenceChecks.js";
import { readPublicKey } from "./key.js";
import { leafHash } from "./merkle.js";
import { provesInclusion } from "./merkleProof.js";
import { readReceipt, type Receipt } from "./receipt.js";
import { readStatement } from "./statements.js";

export interface VerifyOptions {
  /** The public key that the caller believes, as one line. Without it the receipt's own key is taken. */
  readonly trustedKey?: string;
  /** The text of a checkpoint that the caller has kept from before. */
  readonly since?: string;
  /** The text of the proof that leads from there to the receipt's checkpoint; none is needed between equal sizes. */
  readonly consistency?: string;
}

export interface VerifiedReceipt {
  readonly checks: readonly Check[];
  /** What the receipt says; null when its statements could not be put together. Believe it only if no check has a fault. */
  readonly evidence: Evidence | null;
  /** The key that the receipt says signed it. */
  readonly key: string | null;
}

/**
 * Checks a receipt from its text alone, without server or store. What it cannot show: that the log held nothing else
 * earlier (an undisclosed first answer, say); for that the log is read whole (history.ts) or watched (`since`).
 */
export function verifyReceipt(file: string, options: VerifyOptions = {}): VerifiedReceipt {
  const checks: Check[] = [];
  const look = <T>(name: string, object: string, read: () => T): T | undefined => {
    let found: T | undefined;
    checks.push(check(name, object, () => void (found = read())));
    return found;
  };

  const envelope = look("envelope", "envelope", () => readEnvelope(file));
  const receipt = envelope && look("payload", "payload", () => readReceipt(envelope.payload));
  if (envelope === undefined || receipt === undefined) return { checks, evidence: null, key: null };
  const { predicate } = receipt;
  const key = look("key", "key", () => readPublicKey(predicate.key));
  if (key === undefined) return { checks, evidence: null, key: null };

  const { trustedKey, since } = options;
  if (trustedKey !== undefined)
    checks.push(
      check("trusted key", "key", () =>
        readPublicKey(trustedKey.trim()).text === key.text
          ? null
          : `the receipt's key is ${key.text}, not the trusted one`,
      ),
    );
  checks.push(check("envelope signature", "envelope", () => envelopeFault(envelope, key)));
  const checkpoint = look("checkpoint", "checkpoint", () => openCheckpoint(predicate.checkpoint, key));
  if (checkpoint !== undefined) {
    if (since !== undefined)
      checks.push(
        check("history", "older checkpoint", () =>
          historyFault(openCheckpoint(since, key), checkpoint, options.consistency),
        ),
      );
    checks.push(...predicate.entries.map((entry) => inclusionCheck(entry, checkpoint)));
  }
  checks.push(check("position order", "entries", () => positionFault(predicate.entries)));

  const placed = predicate.entries.flatMap((entry): Placed | [] => {
    const statement = look("statement", entryName(entry), () => readStatement(entry.statement));
    return statement === undefined ? [] : { position: entry.position, statement };
  });
  const gathered = evidenceOf(receipt.subject[0]?.digest.sha256 ?? "", placed);
  checks.push(...gathered.checks, ...(gathered.evidence === null ? [] : evidenceChecks(gathered.evidence)));
  return { checks, evidence: gathered.evidence, key: key.text };
}

type Entry = Receipt["predicate"]["entries"][number];

/** Hashes the statement as it stands, whatever it says, so that a changed one is named even where it makes no sense. */
const inclusionCheck = (entry: Entry, { size, root }: Checkpoint): Check =>
  check("inclusion proof", entryName(entry), () => {
    const leaf = leafHash(Buffer.from(canonical(entry.statement)));
    const proof = entry.proof.map((hash, index) => base64Bytes(hash, `proof[${index}]`, 32));
    return provesInclusion(leaf, entry.position, size, proof, root) ? null : `is not in the log of ${size} entries`;
  });

/** Only called on entries whose checkpoint opened, so the log itself contradicts what was kept. */
function historyFault(older: Checkpoint, current: Checkpoint, file: string | undefined): string | null {
  const consistency = file === undefined ? null : readConsistency(file);
  if (consistency !== null && (consistency.from !== older.size || consistency.to !== current.size))
    return `the proof leads from ${consistency.from} to ${consistency.to}, needed is ${older.size} to ${current.size}`;
  return brokenHistory(older, current, consistency?.proof ?? null);
}

function positionFault(entries: readonly Entry[]): string | null {
  for (const [index, { position }] of entries.entries()) {
    const previous = entries[index - 1];
    if (previous !== undefined && previous.position >= position)
      return `position ${position} follows ${previous.position}`;
  }
  return null;
}

/** The name by which faults call an entry, read from whatever is there. */
function entryName({ position, statement }: Entry): string {
  const type = typeof statement === "object" && statement !== null && "type" in statement ? statement.type : null;
  return `${typeof type === "string" ? type : "statement"} at position ${position}`;
}
