import { must, UserError } from "../errors.js";
import { consistencyProof, type Hash, inclusionProof, merkleRoot, nodesRead, type ReadNode } from "../seal/merkle.js";
import { parsedJson } from "../seal/parsedJson.js";
import { type ProvenEntry } from "../seal/receipt.js";
import { readStatement } from "../seal/statements.js";
import { type Database, type Store } from "./open.js";

export interface LogProofs {
  /** Of the tree that everything here is proven in. */
  readonly size: number;
  readonly root: Hash;
  /** In the order of the positions that were asked for. */
  readonly entries: readonly ProvenEntry[];
  /** That the tree of `from` leaves is the beginning of this one. */
  readonly consistency: readonly Hash[];
}

export interface ProofRequest {
  readonly positions?: readonly number[];
  /** Default: 0, of which nothing needs proof. */
  readonly from?: number;
  /** Default: all that is committed. */
  readonly size?: number | null;
}

/** Root, entries and proofs of one tree, however many entries are written meanwhile: one snapshot answers all. */
export const logProofs = (store: Store, request: ProofRequest = {}): Promise<LogProofs> =>
  store.prisma.$transaction((database) => proofs(database, request), { isolationLevel: "RepeatableRead" });

async function proofs(
  database: Database,
  { positions = [], from = 0, size: wanted }: ProofRequest,
): Promise<LogProofs> {
  const last = await database.logEntry.findFirst({ orderBy: { position: "desc" }, select: { position: true } });
  const whole = last === null ? 0 : Number(last.position) + 1;
  const size = wanted ?? whole;
  if (size < 0 || size > whole)
    throw new UserError("NOT_FOUND", `the log has ${whole} entries, ${size} were asked for`);
  const outside = positions.find((position) => position < 0 || position >= size);
  if (outside !== undefined) throw new UserError("NOT_FOUND", `position ${outside} is not in a log of ${size} entries`);
  if (from < 0 || from > size) throw new UserError("NOT_FOUND", `a log of ${size} entries has no beginning of ${from}`);
  const compute = (read: ReadNode) => ({
    root: merkleRoot(size, read),
    paths: positions.map((position) => inclusionProof(position, size, read)),
    consistency: consistencyProof(from, size, read),
  });
  const { root, paths, consistency } = compute(await nodes(database, nodesRead(compute)));
  const statements = await statementsAt(database, positions);
  const entries = positions.map((position, index) => {
    const statement = statements.get(position);
    must(statement !== undefined, `the log has no gap at position ${position}`);
    return {
      position,
      statement: readStatement(parsedJson(statement, `the log entry at position ${position}`)),
      proof: paths[index],
    };
  });
  return { size, root, entries, consistency };
}

async function nodes(database: Database, wanted: readonly { level: number; index: number }[]): Promise<ReadNode> {
  const rows = await database.$queryRawUnsafe<{ level: number; index: bigint; hash: string }[]>(
    `SELECT level, index, encode(hash, 'base64') AS hash
     FROM "LogNode" JOIN unnest($1::int[], $2::bigint[]) AS wanted(level, index) USING (level, index)`,
    wanted.map(({ level }) => level),
    wanted.map(({ index }) => index),
  );
  const found = new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, Buffer.from(hash, "base64")]));
  return (level, index) => {
    const hash = found.get(`${level}/${index}`);
    if (hash === undefined)
      throw new UserError("STORE_DAMAGED", `the log's tree has no node ${index} at level ${level}`);
    return hash;
  };
}

async function statementsAt(database: Database, positions: readonly number[]): Promise<Map<number, string>> {
  const rows = await database.logEntry.findMany({
    where: { position: { in: [...positions] } },
    select: { position: true, statement: true },
  });
  return new Map(rows.map(({ position, statement }) => [Number(position), statement]));
}
