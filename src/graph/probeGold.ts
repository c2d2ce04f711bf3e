import { type ProbeColumns, type ProbeTable } from "../debate/probeColumns.js";
import { must } from "../errors.js";
import { refuseBlindItems } from "../store/blindItems.js";
import { logFirstAnswers } from "../store/firstAnswers.js";
import { type StoredProbes } from "../store/probeSets.js";
import { type Context } from "./context.js";

/*
 * The way to the gold of probes, as gold.ts is for debates. A screen holds the right answers of its items, which may be those of blind
 * debates: while a cohort is blind, nothing by gold is answered about any screen that shares an item with it.
 */

const whole = new WeakMap<ProbeColumns, ProbeTable>();

export function withoutProbeGold(table: ProbeTable): ProbeColumns {
  const { gold, ...columns } = table;
  must(gold.length === table.size, "columns have gold for each probe");
  whole.set(columns, table);
  return columns;
}

/** The columns with gold. Refuses what a blind cohort forbids, and says in the log that these probes are answered about. */
export async function goldOfProbes(context: Context, columns: ProbeColumns, question: string): Promise<ProbeTable> {
  const table = whole.get(columns);
  must(table, "columns come from the loader");
  const { loaders, store } = context;
  await refuseBlindItems(store.prisma, await loaders.blind(), "these probes", columns.items);
  await logFirstAnswers(store, [{ contentDigest: columns.digest, bits: null }], question);
  return table;
}

/** The same for what the import found by comparing with gold. */
export async function openProbes(context: Context, { slug }: StoredProbes, question: string): Promise<void> {
  await goldOfProbes(context, await context.loaders.probeColumns.load(slug), question);
}
