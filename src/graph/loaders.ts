import DataLoader from "dataloader";
import { type DebateSet } from "../debate/debateSet.js";
import { type Columns } from "../debate/panels.js";
import { parserNamed } from "../debate/answerParser.js";
import { recoded } from "../debate/recoded.js";
import { UserError } from "../errors.js";
import { type BlindCohort, blindCohorts } from "../store/blind.js";
import { blindRounds } from "../store/blindRounds.js";
import { cohortsByDigest, cohortsBySlug } from "../store/cohorts.js";
import { contradictedDebates, type DebateKey, debateKey, debatesByKey, debatesInOrder } from "../store/debates.js";
import { decisionsOf } from "../store/decisions.js";
import { type Store } from "../store/open.js";
import { panelsOf } from "../store/panels.js";
import { evaluationsByDigest } from "../store/evaluations.js";
import { policiesByDigest, policiesBySlug } from "../store/policies.js";
import { probeSetsBySlug, probesOf } from "../store/probeSets.js";
import { leaderboardsBySlug } from "../store/leaderboards.js";
import { runsBySlug } from "../store/runs.js";
import { weightsBySlug } from "../store/weights.js";
import { type Ballots, withoutAnswers, withoutGold } from "./gold.js";
import { type Subject } from "./measured.js";
import { withoutProbeGold } from "./probeGold.js";

/** New for each request. The reads that one question makes for many keys become one statement. */
export function createLoaders(store: Store) {
  const { prisma } = store;
  /** By slug; null where nothing is stored under it. */
  const run = perhaps((slugs: readonly string[]) => runsBySlug(prisma, slugs));
  const cohort = perhaps((slugs: readonly string[]) => cohortsBySlug(prisma, slugs));

  let blind: Promise<BlindCohort[]> | null = null;
  const policy = perhaps((slugs: readonly string[]) => policiesBySlug(prisma, slugs));

  /** The debates of a run or cohort. */
  const chosen = async ({ __typename, slug }: Subject) => {
    const stored = __typename === "Cohort" ? found(await cohort.load(slug), slug) : null;
    const parts = stored?.parts ?? [{ run: slug, bits: null }];
    const runs = await Promise.all(parts.map((part) => run.load(part.run)));
    return {
      debates: parts.map(({ bits }, index) => ({ run: found(runs[index], parts[index].run), bits })),
      dropSeats: stored?.recipe.dropSeats ?? [],
    };
  };

  /** Which debates a run or cohort is, by content. */
  const selection = bySubject(async (subject): Promise<readonly DebateSet[]> => {
    const { debates } = await chosen(subject);
    return debates.map(({ run: { contentDigest }, bits }) => ({ contentDigest, bits }));
  });

  /** The columns of a run or cohort, without gold; with a parser, their ballots are what it reads from the stored replies. */
  const columns = bySubject(async (subject: Subject & { readonly parser?: string | null }): Promise<Columns> => {
    const { debates, dropSeats } = await chosen(subject);
    const { __typename, slug } = subject;
    const chosenBy = await selection.load({ __typename, slug });
    return withoutGold(await panelsOf(store, debates, dropSeats, subject.parser), chosenBy);
  });

  const probes = perhaps((slugs: readonly string[]) => probeSetsBySlug(prisma, slugs));
  /** The columns of a set of probes, without gold. */
  const probeColumns = new DataLoader((slugs: readonly string[]) =>
    Promise.all(
      slugs.map(async (slug) => withoutProbeGold(await probesOf(store, found(await probes.load(slug), slug)))),
    ),
  );

  /** The debates of a run in order without what they say by gold, so few at a time that other requests get their turn. */
  async function* ballotsOf(rowId: number): AsyncGenerator<Ballots[]> {
    for await (const debates of debatesInOrder(prisma, rowId, 1000)) yield debates.map(withoutAnswers);
  }

  return {
    run,
    cohort,
    ballotsOf,
    probes,
    probeColumns,
    cohortByDigest: perhaps((digests: readonly string[]) => cohortsByDigest(prisma, digests)),
    /** A stored debate without what it says by gold; with a parser, its ballots are read anew. */
    debate: byKey(async (keys: readonly ReadKey[]) => {
      const rows = await debatesByKey(prisma, keys);
      const read = keys.flatMap((key): [string, Ballots][] => {
        const row = rows.get(debateKey(key));
        if (row === undefined) return [];
        return [[readKey(key), withoutAnswers(key.parser === null ? row : recoded(row, parserNamed(key.parser)))]];
      });
      return new Map(read);
    }, readKey),
    contradicted: byKey((runIds: readonly number[]) => contradictedDebates(prisma, runIds), String),
    /** Ballots of round 0 by ordinal, of a run by its row's id. */
    blindRounds: byKey((runIds: readonly number[]) => blindRounds(prisma, runIds), String),
    selection,
    columns,
    leaderboard: perhaps((slugs: readonly string[]) => leaderboardsBySlug(prisma, slugs)),
    weights: perhaps((slugs: readonly string[]) => weightsBySlug(prisma, slugs)),
    policyByDigest: perhaps((digests: readonly string[]) => policiesByDigest(prisma, digests)),
    policy,
    /** Uploaded decisions by their policy's slug: unpacked once, however many steps of an evaluation want them. */
    decisions: new DataLoader((slugs: readonly string[]) =>
      Promise.all(slugs.map(async (slug) => decisionsOf(prisma, found(await policy.load(slug), slug)))),
    ),
    evaluation: perhaps((digests: readonly string[]) => evaluationsByDigest(prisma, digests)),
    /** Blind cohorts as this request found them, or as its last mutation left them. */
    blind: () => (blind ??= blindCohorts(prisma)),
    /** For whoever makes a cohort blind or opens one: what comes later in the request asks anew. */
    forgetBlind: () => {
      blind = null;
    },
  };
}

export type Loaders = ReturnType<typeof createLoaders>;

interface ReadKey extends DebateKey {
  readonly parser: string | null;
}

const readKey = (key: ReadKey): string => `${debateKey(key)} ${key.parser ?? ""}`;

const bySubject = <S extends Subject & { readonly parser?: string | null }, V>(read: (subject: S) => Promise<V>) =>
  new DataLoader<S, V, string>((subjects) => Promise.all(subjects.map(read)), {
    cacheKeyFn: ({ __typename, slug, parser }) => `${__typename}:${slug} ${parser ?? ""}`,
  });

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
    // No name holds a NUL character, and the database refuses to look for one.
    const rows = await read(keys.filter((key) => !key.includes("\u0000")));
    return keys.map((key) => rows.get(key) ?? null);
  });

function found<V>(value: V | null | undefined, key: string): V {
  if (value === null || value === undefined) throw new UserError("NOT_FOUND", `nothing is stored under ${key}`);
  return value;
}
