import { type ProbeHeader } from "../debate/probe.js";
import { probeAt } from "../debate/probeColumns.js";
import { probeDigest } from "../debate/probeDigest.js";
import { faultOf } from "./faultOf.js";
import { type Database } from "./open.js";
import { probeSetsBySlug, readProbes, type StoredProbes } from "./probeSets.js";
import { type RowLedger } from "./rowLedger.js";

/** Sets of probes against what the log says of them, and their columns against their content digests. */
export async function verifyProbes(database: Database, ledger: RowLedger): Promise<void> {
  for (const { slug, position } of await database.probeSet.findMany({ select: { slug: true, position: true } })) {
    const object = `probes ${slug}`;
    const set = (await probeSetsBySlug(database, [slug])).get(slug)!;
    ledger.row("probes", { position, object }, (said) => [
      ["slug", slug, said.slug],
      ["content digest", set.contentDigest, said.content],
      ["source digest", set.sourceDigest, said.source],
      ["importer", `${set.importer}/${set.importerVersion}`, said.importer],
      ["probes", set.probes, said.probes],
    ]);
    if (position >= ledger.size) continue;
    ledger.checks.push({ check: "probes", object, fault: await faultOf(() => contentFault(database, set)) });
  }
}

async function contentFault(database: Database, set: StoredProbes): Promise<string | null> {
  const table = await readProbes(database, set);
  if (table.size !== set.probes) return `says ${set.probes} probes, its block holds ${table.size}`;
  function* probes() {
    for (let row = 0; row < table.size; row++) yield probeAt(table, row);
  }
  return probeDigest(headerOf(set), probes()) === set.contentDigest
    ? null
    : "its probes are not those of its content digest";
}

const headerOf = ({ slug, title, synthetic, license, note, createdAt }: StoredProbes): ProbeHeader => ({
  slug,
  title,
  synthetic,
  license,
  note,
  createdAt,
});
