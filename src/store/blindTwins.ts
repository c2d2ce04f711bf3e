import { hasBit } from "../debate/bitset.js";
import { type Derived } from "../debate/debate.js";
import { UserError } from "../errors.js";
import { type BlindCohort, blindCohorts } from "./blind.js";
import { type Database } from "./open.js";

interface Pair {
  readonly ordinal: number;
  readonly blindOrdinal: number;
  readonly contentDigest: string;
  readonly labels: string[];
  readonly codes: string;
  readonly derived: string | null;
  readonly blindLabels: string[];
  readonly blindCodes: string;
  readonly blindDerived: string | null;
}

/** Pairs compared at once. */
const AT_ONCE = 20_000;
/** Panels may agree on many items by chance; the same debates with a few ballots changed agree on nearly all. */
const SAME_DEBATES = 0.9;

/**
 * Throws BLIND when a load holds the debates of a blind cohort again, whatever gold it gives them: the same items and replicates with
 * the same ballots, in nine of ten that both have. Otherwise its gold could be asked for under another name.
 */
export async function refuseBlindTwin(database: Database, load: { readonly id: number; readonly slug: string }) {
  for (const blind of await blindCohorts(database)) {
    const { shared, same } = await compared(database, load.id, blind);
    if (shared > 0 && same >= SAME_DEBATES * shared)
      throw new UserError(
        "BLIND",
        `run ${load.slug}: its debates are those of cohort ${blind.slug}, which is blind: ${same} of ${shared} have the same ballots`,
      );
  }
}

/** Refuses to say anything of a stored run of which some debate is blind: whether another file equals it tells about its gold. */
export async function refuseBlindRun(database: Database, slug: string, contentDigest: string): Promise<void> {
  const blind = (await blindCohorts(database)).find(({ selection }) =>
    selection.some(
      (part) => part.contentDigest === contentDigest && (part.bits === null || part.bits.some((byte) => byte > 0)),
    ),
  );
  if (blind)
    throw new UserError("BLIND", `run ${slug}: cohort ${blind.slug} is blind and uses it; it cannot be imported again`);
}

async function compared(database: Database, runId: number, { selection }: BlindCohort) {
  const bits = new Map(selection.map((part) => [part.contentDigest, part.bits]));
  let shared = 0;
  let same = 0;
  for (let after = -1; ;) {
    const pairs = await database.$queryRawUnsafe<Pair[]>(
      `SELECT own.ordinal, blind.ordinal AS "blindOrdinal", "Run"."contentDigest", own.labels, encode(own.codes, 'base64') AS codes, own.derived,
         blind.labels AS "blindLabels", encode(blind.codes, 'base64') AS "blindCodes", blind.derived AS "blindDerived"
       FROM (SELECT * FROM "Debate" WHERE "runId" = $1 AND ordinal > $2 ORDER BY ordinal LIMIT ${AT_ONCE}) AS own
       JOIN "Debate" AS blind USING ("itemId", replicate) JOIN "Run" ON "Run".id = blind."runId"
       WHERE "Run"."contentDigest" = ANY ($3::text[])`,
      runId,
      after,
      [...bits.keys()],
    );
    for (const pair of pairs) {
      const chosen = bits.get(pair.contentDigest);
      if (chosen && !hasBit(chosen, pair.blindOrdinal)) continue;
      shared++;
      const own = ballots(pair.labels, pair.codes, pair.derived);
      if (own === ballots(pair.blindLabels, pair.blindCodes, pair.blindDerived)) same++;
    }
    const rows = await database.$queryRaw<{ last: number | null }[]>`
      SELECT max(ordinal)::int AS last FROM (
        SELECT ordinal FROM "Debate" WHERE "runId" = ${runId}::int AND ordinal > ${after}::int ORDER BY ordinal LIMIT ${AT_ONCE}::int
      ) AS read`;
    const last = rows[0]?.last ?? null;
    if (last === null) return { shared, same };
    after = last;
  }
}

/** Ballots as text, whatever numbers their labels have: gold is among the labels, and moves them. Or what stands in their place. */
function ballots(labels: readonly string[], codes: string, derived: string | null): string {
  const cast = Array.from(Buffer.from(codes, "base64"), (code) => labels[code - 1] ?? code);
  const { byGold, ...columns } = derived === null ? { byGold: null } : (JSON.parse(derived) as Derived);
  return JSON.stringify([cast, byGold && columns]);
}
