import { LRUCache } from "lru-cache";
import { type Bitset } from "../debate/bitset.js";
import { parserNamed } from "../debate/answerParser.js";
import { type PanelBlock } from "../debate/panelBlock.js";
import { type Panels } from "../debate/panels.js";
import { panels } from "../debate/panelsOf.js";
import { selectionDigest } from "../debate/selectionDigest.js";
import { sha256 } from "../debate/sha256.js";
import { must } from "../errors.js";
import { blocksByRun } from "./blocks.js";
import { type Store } from "./open.js";
import { rereadBlocks } from "./rereadBlocks.js";
import { type StoredRun } from "./runs.js";

export interface ChosenDebates {
  readonly run: StoredRun;
  /** Null: every debate. */
  readonly bits: Bitset | null;
}

/**
 * The columns of these debates, runs in the given order; with a parser, their ballots are read anew from the stored replies. Kept by
 * what they are, never by name, as long as there is room.
 */
export function panelsOf(
  store: Store,
  chosen: readonly ChosenDebates[],
  dropSeats: readonly string[] = [],
  parser: string | null = null,
): Promise<Panels> {
  const selected = selectionDigest(chosen.map(({ run, bits }) => ({ ...run, bits, dropSeats })));
  const digest = parser === null ? selected : sha256(`${selected} ${parser}`);
  const { kept, coming } = caches.get(store) ?? newCache(store);
  const known = kept.get(digest);
  if (known !== undefined) return Promise.resolve(known);
  const awaited = coming.get(digest);
  if (awaited !== undefined) return awaited;
  const loading = load(store, chosen, dropSeats, parser)
    .then((columns) => {
      const loaded = { ...columns, digest };
      kept.set(digest, loaded, { size: bytesOf(loaded) });
      return loaded;
    })
    .finally(() => coming.delete(digest));
  coming.set(digest, loading);
  return loading;
}

/** The blocks of one run, in order. */
export async function blocksOf(store: Store, run: StoredRun): Promise<PanelBlock[]> {
  return (await blocksByRun(store.prisma, [run])).get(run.rowId)!;
}

interface Cache {
  readonly kept: LRUCache<string, Panels>;
  /** What several questions wait for at once is loaded once. */
  readonly coming: Map<string, Promise<Panels>>;
}

const CACHE_BYTES = 512 * 1024 * 1024;

const caches = new WeakMap<Store, Cache>();

function newCache(store: Store): Cache {
  const cache: Cache = { kept: new LRUCache({ maxSize: CACHE_BYTES }), coming: new Map() };
  caches.set(store, cache);
  return cache;
}

async function load(
  store: Store,
  chosen: readonly ChosenDebates[],
  dropSeats: readonly string[],
  parser: string | null,
): Promise<Panels> {
  const runs = chosen.map(({ run }) => run);
  const blocks =
    parser === null
      ? await blocksByRun(store.prisma, runs)
      : await rereadBlocks(store.prisma, runs, parserNamed(parser));
  return panels(
    chosen.map(({ run, bits }) => {
      const own = blocks.get(run.rowId);
      must(own, "blocks come for each run that was asked for");
      return { run, blocks: own, bits, dropSeats };
    }),
  );
}

/** Roughly what columns keep alive: their bytes, and strings at what short ones cost. */
const bytesOf = (columns: Panels): number =>
  [columns.ballots, columns.gold, columns.run, columns.ordinal, columns.replicate, columns.item, columns.cluster]
    .concat([columns.benchmark, columns.category, columns.composition, ...columns.signals.values()])
    .concat(columns.displayed ? [columns.displayed.bytes, columns.displayed.start] : [])
    .reduce((sum, { byteLength }) => sum + byteLength, 0) +
  11 * (columns.derived?.agreement.length ?? 0) +
  100 * (columns.items.length + columns.clusters.length) +
  10_000;
