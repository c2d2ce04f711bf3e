import { check, type Check } from "../seal/check.js";
import { history, type StoredEntry } from "../seal/history.js";
import { type Hash, leafHash, nodeHash } from "../seal/merkle.js";
import { type Database } from "./open.js";

export interface VerifiedLog {
  readonly checks: readonly Check[];
  readonly size: number;
  readonly rootAt: (size: number) => Hash;
  /** By position. */
  readonly entries: readonly { readonly kind: string; readonly statement: string }[];
}

const READ_AT_ONCE = 5_000;

/** The log's entries against each other, and the tree's nodes against the entries. */
export async function verifyLog(database: Database): Promise<VerifiedLog> {
  const entries = await storedEntries(database);
  const { faults, size, rootAt } = history(entries);
  const nodes = await storedNodes(database);
  return { checks: [...faults, ...treeChecks(entries, nodes)], size, rootAt, entries };
}

async function storedEntries(database: Database): Promise<(StoredEntry & { kind: string })[]> {
  const entries: (StoredEntry & { kind: string })[] = [];
  for (let after = -1; ; after = entries.at(-1)!.position) {
    const rows = await database.$queryRaw<{ position: bigint; kind: string; statement: string; hash: string | null }[]>`
      SELECT position, kind, statement, encode(hash, 'base64') AS hash
      FROM "LogEntry" LEFT JOIN "LogNode" ON level = 0 AND index = position
      WHERE position > ${after} ORDER BY position LIMIT ${READ_AT_ONCE}`;
    for (const { position, kind, statement, hash } of rows)
      entries.push({ position: Number(position), kind, statement, leafHash: Buffer.from(hash ?? "", "base64") });
    if (rows.length < READ_AT_ONCE) return entries;
  }
}

/** By level, then index. */
async function storedNodes(database: Database): Promise<Map<number, Map<number, Hash>>> {
  const nodes = new Map<number, Map<number, Hash>>();
  for (let last = { level: 0, index: -1 }; ;) {
    const rows = await database.$queryRaw<{ level: number; index: bigint; hash: string }[]>`
      SELECT level, index, encode(hash, 'base64') AS hash FROM "LogNode"
      WHERE (level, index) > (${last.level}::int, ${last.index}::bigint) ORDER BY level, index LIMIT ${READ_AT_ONCE}`;
    for (const { level, index, hash } of rows) {
      if (!nodes.has(level)) nodes.set(level, new Map());
      nodes.get(level)!.set(Number(index), Buffer.from(hash, "base64"));
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < READ_AT_ONCE) return nodes;
    last = { level: end.level, index: Number(end.index) };
  }
}

/**
 * Each inner node against its two children. A child that is itself in doubt stands for either of its hashes, the stored
 * one and the one it should have, so that only what was changed is named and not everything above it.
 */
function treeChecks(entries: readonly StoredEntry[], nodes: ReadonlyMap<number, ReadonlyMap<number, Hash>>): Check[] {
  const checks: Check[] = [];
  let below: Hash[][] = entries.map(({ statement, leafHash: stored }) => {
    const computed = leafHash(Buffer.from(statement));
    return Buffer.compare(computed, stored) === 0 ? [stored] : [stored, computed];
  });
  for (let level = 1; below.length > 1; level++) {
    below = Array.from({ length: Math.floor(below.length / 2) }, (_, index): Hash[] => {
      const possible = below[2 * index].flatMap((left) => below[2 * index + 1].map((right) => nodeHash(left, right)));
      const stored = nodes.get(level)?.get(index);
      const fits = possible.some((hash) => stored !== undefined && Buffer.compare(hash, stored) === 0);
      checks.push(
        check("log node", `node ${index} at level ${level} of the log's tree`, () =>
          fits ? null : stored === undefined ? "is missing" : "is not the hash of its two children",
        ),
      );
      return fits && stored ? [stored] : [...(stored ? [stored] : []), ...possible.slice(0, 4)];
    });
  }
  return checks;
}
