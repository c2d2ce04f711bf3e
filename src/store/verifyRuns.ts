import { codeDebate } from "../debate/codeDebate.js";
import { type RunHeader } from "../debate/debate.js";
import { type AllDerived } from "../debate/derivedColumns.js";
import { blockDigest, decodePanelBlock, encodePanelBlock, type PanelBlock, panelBlock } from "../debate/panelBlock.js";
import { identities } from "../debate/identity.js";
import { sha256 } from "../debate/sha256.js";
import { type Check } from "../seal/check.js";
import { debateRows } from "./debates.js";
import { debateOf, type FoundDebate, rowOf, type StoredDebate } from "./debateRow.js";
import { type Database } from "./open.js";
import { runsBySlug, type StoredRun } from "./runs.js";
import { sharedDebates } from "./sharedDebates.js";
import { type Recomputations } from "./verifyStore.js";
import { faultOf } from "./faultOf.js";

/** Every debate against the digest of its batch, every block against its debates, every run against its content digest. */
export async function verifyRuns(
  database: Database,
  logSize: number,
  contentDigest: Recomputations["contentDigest"],
  progress: (object: string) => void,
): Promise<Check[]> {
  const checks: Check[] = [];
  const rows = await database.run.findMany({ select: { slug: true, position: true }, orderBy: { position: "asc" } });
  const models = new Set<string>();
  for (const { slug } of rows.filter(({ position }) => position < logSize)) {
    progress(`run ${slug}`);
    const run = (await runsBySlug(database, [slug])).get(slug)!;
    run.seats.forEach(({ model, family, provider }) => models.add(JSON.stringify([model, family, provider])));
    checks.push(...(await verifyRun(database, run, contentDigest())));
  }
  for (const { slug, familySlug, family, provider } of await database.model.findMany({ include: { family: true } })) {
    const known = models.has(JSON.stringify([slug, familySlug, provider])) && familySlug === (family?.slug ?? null);
    checks.push({ check: "model", object: `model ${slug}`, fault: known ? null : "no run says this of it" });
  }
  return checks;
}

interface BlockRow {
  readonly index: number;
  readonly first: number;
  readonly count: number;
  readonly rounds: number;
  readonly seats: number;
  readonly bytes: string;
  readonly digest: string;
  readonly rowsDigest: string;
  readonly identities: string | null;
  readonly panelKeys: readonly string[];
}

async function verifyRun(
  database: Database,
  run: StoredRun,
  content: ReturnType<Recomputations["contentDigest"]>,
): Promise<Check[]> {
  const checks: Check[] = [];
  const { slug, rowId } = run;
  const say = (check: string, object: string, fault: string | null) => checks.push({ check, object, fault });
  const blocks = await database.$queryRaw<BlockRow[]>`
    SELECT index, first, count, rounds, seats, encode(bytes, 'base64') AS bytes, digest, "rowsDigest",
      encode(identities, 'base64') AS identities, "panelKeys"
    FROM "PanelBlock" WHERE "runId" = ${rowId} ORDER BY index`;
  let next = 0;
  let disagreements = 0;
  for (const [index, block] of blocks.entries()) {
    const object = `panel block ${index} of run ${slug}`;
    const batch = `debates ${next} to ${next + block.count - 1} of run ${slug}`;
    say(
      "block",
      object,
      block.index === index && block.first === next ? null : `expected to begin with debate ${next}`,
    );
    const rows = await debateRows(database, rowId, next, block.count);
    say("debates", batch, wholeFault(rows, next, block));
    // Not the Buffer itself: its slices share memory with others.
    const bytes = new Uint8Array(Buffer.from(block.bytes, "base64"));
    say("block", object, blockDigest(bytes) === block.digest ? null : "its bytes do not match their digest");
    const read: { debates: StoredDebate[] } = { debates: [] };
    const unreadable = await faultOf(() => {
      read.debates = rows.map(debateOf);
      return null;
    });
    const changed = unreadable ?? (await faultOf(() => rowsFault(run, block, bytes, read.debates)));
    if (changed !== null) say("debates", batch, changed);
    say("identities", object, unreadable ?? identitiesFault(run, block, read.debates));
    content.add(read.debates);
    disagreements += read.debates.filter((debate) => debate.disagreements.length > 0).length;
    next += block.count;
  }
  const found = `run ${slug}`;
  say("debates", found, next === run.debates ? null : `says ${run.debates} debates, its blocks hold ${next}`);
  const reported = `says ${run.disagreements} debates disagree with their source, found ${disagreements}`;
  say("disagreements", found, disagreements === run.disagreements ? null : reported);
  say("overlaps", found, await overlapsFault(database, run));
  const other = "its records are not those of its content digest";
  say("content digest", found, await faultOf(() => (content.hex(headerOf(run)) === run.contentDigest ? null : other)));
  return checks;
}

function wholeFault(rows: readonly FoundDebate[], first: number, { count, rowsDigest }: BlockRow): string | null {
  if (rows.length !== count) return `expected ${count}, found ${rows.length}`;
  const gap = rows.findIndex(({ ordinal }, at) => ordinal !== first + at);
  if (gap >= 0) return `debate ${first + gap} is missing`;
  return sha256(JSON.stringify(rows.map(rowOf))) === rowsDigest ? null : "do not match their digest";
}

/** A block that is older than identities has none, and they are made from its rows. */
function identitiesFault(
  run: StoredRun,
  { identities: stored, panelKeys }: BlockRow,
  debates: readonly StoredDebate[],
) {
  if (stored === null) return null;
  const found = identities(run, debates);
  const same = Buffer.from(found.identities).toString("base64") === stored.replaceAll("\n", "");
  return same && found.panelKeys.join() === panelKeys.join() ? null : "its identities are not those of its debates";
}

/** Debates that came before under another name must be named; identities were compared with the rows above. */
async function overlapsFault(database: Database, run: StoredRun): Promise<string | null> {
  const shared = await sharedDebates(database, run, { before: run.position });
  const found = [...new Set(shared.map(({ contentDigest }) => contentDigest))].sort();
  const hidden = shared.find(({ contentDigest }) => !run.overlaps.includes(contentDigest));
  if (hidden !== undefined) return `hides that it shares debates with run ${hidden.slug}`;
  return found.length === run.overlaps.length ? null : "says that it shares debates with a run that has none of them";
}

/** Which debates are not what their block says; the block itself when only its digest could tell. */
function rowsFault(run: StoredRun, row: BlockRow, bytes: Uint8Array, debates: readonly StoredDebate[]): string | null {
  const shape = { rounds: row.rounds, seats: row.seats };
  const coded = debates.map((debate) => ({ debate, coded: codeDebate(debate, shape) }));
  const rebuilt = panelBlock(run, shape, row.first, coded);
  if (blockDigest(encodePanelBlock(rebuilt)) === row.digest) return null;
  // The digest alone tells that rows and block differ. Where the block can be read, it tells which.
  if (blockDigest(bytes) !== row.digest) return null;
  const stored = decodePanelBlock(bytes);
  const different = debates.flatMap(({ ordinal }, at) => (lineOf(stored, at) === lineOf(rebuilt, at) ? [] : [ordinal]));
  return `debate ${different.slice(0, 5).join(", ")} is not what its panel block says`;
}

/** Everything that a block says of one debate. */
function lineOf(block: PanelBlock, at: number): string {
  const cells = block.rounds * block.seats;
  return JSON.stringify([
    [...block.ballots.subarray(at * cells, (at + 1) * cells)],
    block.gold[at],
    block.derived && derivedAt(block.derived, at, block.rounds),
    [...block.signals].map(([name, codes]) => [name, codes[at]]),
    block.replicate[at],
    block.items[at],
    block.clusters?.[at] ?? block.items[at],
    block.benchmarks[block.benchmark[at]],
    block.categories[block.category[at]],
    block.compositions[block.composition[at]],
  ]);
}

function derivedAt({ columns, byGold }: AllDerived, at: number, rounds: number): unknown {
  const byRound = [columns.changed, columns.agreement, columns.flipped, byGold.right, byGold.disagreeing];
  return [
    columns.is[at],
    columns.initialUnanimous[at],
    ...byRound.map((column) => [...column.subarray(at * rounds, (at + 1) * rounds)]),
  ];
}

const headerOf = (run: StoredRun): RunHeader => ({
  slug: run.slug,
  title: run.title,
  condition: run.condition,
  scaffold: run.scaffold,
  benchmark: run.benchmark,
  seats: run.seats,
  rounds: run.rounds,
  carryForward: run.carryForward,
  foldUpper: run.foldUpper,
  synthetic: run.synthetic,
  license: run.license,
  note: run.note,
  createdAt: run.createdAt,
  salt: run.salt,
});
