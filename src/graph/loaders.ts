import DataLoader from "dataloader";
import { type Panels } from "../debate/panels.js";
import { UserError } from "../errors.js";
import { cohortsByDigest, cohortsBySlug } from "../store/cohorts.js";
import { contradictedDebates, type DebateKey, debateKey, debatesByKey } from "../store/debates.js";
import { type Store } from "../store/open.js";
import { panelsOf } from "../store/panels.js";
import { runsBySlug } from "../store/runs.js";
import { type Subject } from "./measured.js";

/** New for each request. The reads that one question makes for many keys become one statement. */
export function createLoaders(store: Store) {
  const { prisma } = store;
  /** By slug; null where nothing is stored under it. */
  const run = perhaps((slugs: readonly string[]) => runsBySlug(prisma, slugs));
  const cohort = perhaps((slugs: readonly string[]) => cohortsBySlug(prisma, slugs));

  /** The columns of a run or cohort. */
  const panels = new DataLoader<Subject, Panels, string>(
    (subjects) =>
      Promise.all(
        subjects.map(async ({ __typename, slug }) => {
          const stored = __typename === "Cohort" ? await cohort.load(slug) : null;
          const parts = stored?.parts ?? [{ run: slug, bits: null }];
          const runs = await Promise.all(parts.map((part) => run.load(part.run)));
          const chosen = parts.map(({ bits }, index) => ({ run: found(runs[index], parts[index].run), bits }));
          return panelsOf(store, chosen, stored?.recipe.dropSeats ?? []);
        }),
      ),
    { cacheKeyFn: ({ __typename, slug }) => `${__typename}:${slug}` },
  );

  return {
    run,
    cohort,
    cohortByDigest: perhaps((digests: readonly string[]) => cohortsByDigest(prisma, digests)),
    debate: byKey((keys: readonly DebateKey[]) => debatesByKey(prisma, keys), debateKey),
    contradicted: byKey((runIds: readonly number[]) => contradictedDebates(prisma, runIds), String),
    panels,
  };
}

export type Loaders = ReturnType<typeof createLoaders>;

/** Answers come back in the order of the keys, whatever order the rows had. */
function byKey<K, V>(read: (keys: readonly K[]) => Promise<Map<unknown, V>>, keyOf: (key: K) => string) {
  return new DataLoader<K, V, string>(
    async (keys) => {
      const rows = new Map([...(await read(keys))].map(([key, value]) => [String(key), value]));
      return keys.map((key) => found(rows.get(keyOf(key)), keyOf(key)));
    },
    { cacheKeyFn: keyOf },
  );
}

/** As `byKey`, for names that need not exist. */
const perhaps = <V>(read: (keys: readonly string[]) => Promise<Map<string, V>>) =>
  new DataLoader<string, V | null>(async (keys) => {
    const rows = await read(keys);
    return keys.map((key) => rows.get(key) ?? null);
  });

function found<V>(value: V | null | undefined, key: string): V {
  if (value === null || value === undefined) throw new UserError("NOT_FOUND", `nothing is stored under ${key}`);
  return value;
}
