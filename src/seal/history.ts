import { canonical } from "./canonical.js";
import { check, type Check } from "./check.js";
import { nameOf, type Placed } from "./evidence.js";
import { evidenceChecks } from "./evidenceChecks.js";
import { appendedNodes, leafHash, merkleRoot, type Hash } from "./merkle.js";
import { parsedJson } from "./parsedJson.js";
import { emptyPast, pastEvidence, pastFault, remember, type Past } from "./past.js";
import { readStatement } from "./statements.js";

/** An entry as a store keeps it. */
export interface StoredEntry {
  readonly position: number;
  readonly statement: string;
  readonly leafHash: Hash;
}

export interface History {
  /** Only what is wrong. */
  readonly faults: readonly Check[];
  readonly size: number;
  /** From the statements as they stand, to be held against every checkpoint that was signed. */
  readonly rootAt: (size: number) => Hash;
}

/**
 * Reads a whole log in order. Beyond what a receipt shows, this sees what is *not* there: that nothing answered earlier,
 * that an evaluation has one result, that a policy's weights of record were not replaced under another name.
 */
export function history(entries: Iterable<StoredEntry>): History {
  const levels: Hash[][] = [];
  const read = (level: number, index: number): Hash => levels[level][index];
  const past = emptyPast();
  const checks: Check[] = [];
  let size = 0;
  for (const { position, statement: text, leafHash: stored } of entries) {
    const leaf = leafHash(Buffer.from(text));
    for (const { level, index, hash } of appendedNodes(size, leaf, read)) (levels[level] ??= [])[index] = hash;
    const name = `entry at position ${position}`;
    const expected = size++;
    const said = { statement: null as Placed | null };
    checks.push(
      check("position", name, () => (position === expected ? null : `expected position ${expected}`)),
      check("leaf hash", name, () => (Buffer.compare(leaf, stored) === 0 ? null : "is not the hash of its statement")),
      check("statement", name, () => {
        const statement = readStatement(parsedJson(text, "the statement"));
        said.statement = { position, statement };
        return canonical(statement) === text ? null : "is not canonical JSON";
      }),
    );
    if (said.statement !== null) checks.push(...pastChecks(past, said.statement));
  }
  return { faults: checks.filter(({ fault }) => fault !== null), size, rootAt: (at) => merkleRoot(at, read) };
}

function pastChecks(past: Past, placed: Placed): Check[] {
  const { position, statement } = placed;
  const checks = [check("history", nameOf(placed), () => pastFault(past, placed))];
  if (statement.type === "result") {
    const gathered = pastEvidence(past, { position, statement });
    checks.push(...gathered.checks, ...(gathered.evidence === null ? [] : evidenceChecks(gathered.evidence)));
  }
  remember(past, placed);
  return checks;
}
