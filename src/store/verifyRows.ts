import { check, type Check } from "../seal/check.js";
import { readPublicKey } from "../seal/key.js";
import { type Database } from "./open.js";
import { rowLedger, type RowLedger, unordered } from "./rowLedger.js";
import { verifyCohorts } from "./verifyCohorts.js";
import { type VerifiedLog } from "./verifyLog.js";
import { verifyProbes } from "./verifyProbes.js";
import { verifySealed } from "./verifySealed.js";

/** Every row against the statement that it stands for, and every statement against having its rows. */
export async function verifyRows(database: Database, log: VerifiedLog): Promise<Check[]> {
  const ledger = rowLedger(log);
  await runs(database, ledger);
  await verifyProbes(database, ledger);
  await verifyCohorts(database, ledger);
  await answers(database, ledger);
  await verifySealed(database, ledger);
  await keys(database, ledger);
  return [...ledger.checks, ...ledger.lone()];
}

async function runs({ run, tombstone, load }: Database, ledger: RowLedger): Promise<void> {
  const loads = new Map((await load.findMany()).map(({ id, slug }) => [id, slug]));
  for (const { id, position, slug, ...row } of await run.findMany({ omit: { seats: true, warnings: true } }))
    ledger.row("run", { position, object: `run ${slug}` }, (said) => [
      ["slug", slug, said.slug],
      ["slug of its load", loads.get(id), said.slug],
      ["content digest", row.contentDigest, said.content],
      ["source digest", row.sourceDigest, said.source],
      ["importer", `${row.importer}/${row.importerVersion}`, said.importer],
      ["debates", row.debates, said.debates],
      ["overlaps", row.overlaps, said.overlaps ?? []],
    ]);
  const withdrawn = { run: { select: { slug: true, contentDigest: true } }, by: { select: { contentDigest: true } } };
  for (const row of await tombstone.findMany({ include: withdrawn }))
    ledger.row("retraction", { position: row.position, object: `withdrawal of run ${row.run.slug}` }, (said) => [
      ["run", row.run.contentDigest, said.run],
      ["kind", row.kind, said.kind],
      ["reason", row.reason, said.reason],
      ["successor", row.by?.contentDigest, said.by],
    ]);
}

async function answers({ firstAnswer }: Database, ledger: RowLedger): Promise<void> {
  const rows = await firstAnswer.findMany();
  const together = new Map<bigint, string[]>();
  for (const { position, contentDigest } of rows)
    together.set(position, [...(together.get(position) ?? []), contentDigest]);
  for (const [position, contents] of together)
    ledger.row("firstAnswer", { position, object: `first answer at position ${position}` }, (said) => [
      ["runs", unordered(contents), unordered(said.runs)],
    ]);
}

async function keys({ logKey }: Database, ledger: RowLedger): Promise<void> {
  for (const { publicKey } of await logKey.findMany())
    ledger.checks.push(check("key", `public key ${publicKey}`, () => void readPublicKey(publicKey)));
}
