import { UserError } from "../errors.js";
import { canonical } from "../seal/canonical.js";
import { statementDigest, type StatementOf } from "../seal/statements.js";
import { appendLog } from "./appendLog.js";
import { logTransaction } from "./logTransaction.js";
import { type Database, type Store } from "./open.js";
import { addTeam } from "./teams.js";
import { type StoredWeights, weightsBySlug } from "./weights.js";

/** Prices as texts in their shortest form; `cohort` is the digest of the one they are for. */
export type NewWeights = Pick<
  StatementOf<"weights">,
  "slug" | "team" | "principal" | "rationale" | "prices" | "cohort"
>;

/** Writes a draft, which binds nobody. The same again changes nothing; other weights under a taken name are a CONFLICT. */
export const draftWeights = (store: Store, given: NewWeights): Promise<StoredWeights> =>
  logTransaction(store, async (database) => {
    const known = await knownAs(database, given);
    if (known === null)
      await write(database, { type: "weightsDraft", v: 1, ...contents(given), draft: null, at: now() });
    return stored(database, given.slug);
  });

/**
 * Seals weights for good, at once or from a draft that says the same. The same again changes nothing; sealing other
 * weights under a taken name, or an abandoned draft, is a CONFLICT.
 */
export const sealWeights = (store: Store, given: NewWeights): Promise<StoredWeights> =>
  logTransaction(store, async (database) => {
    const known = await knownAs(database, given);
    if (known === null) await write(database, { type: "weights", v: 1, ...contents(given), draft: null, at: now() });
    else await seal(database, known);
    return stored(database, given.slug);
  });

/** Seals a draft as it stands. */
export const sealDraft = (store: Store, slug: string, team: string): Promise<StoredWeights> =>
  logTransaction(store, async (database) => {
    await seal(database, await ownWeights(database, slug, team));
    return stored(database, slug);
  });

/** Says that a draft will not be sealed. It stays readable. */
export const abandonWeights = (store: Store, slug: string, team: string, reason: string): Promise<StoredWeights> =>
  logTransaction(store, async (database) => {
    const { state, digest, rowId } = await ownWeights(database, slug, team);
    if (state === "SEALED") throw new UserError("IMMUTABLE", `weights ${slug}: expected a draft, they are sealed`);
    if (state === "DRAFT") {
      const position = await appendLog(database, { type: "abandonment", v: 1, statement: digest, reason, at: now() });
      await database.weightsAbandonment.create({ data: { weightsId: rowId, position }, select: { position: true } });
    }
    return stored(database, slug);
  });

async function write(database: Database, statement: StatementOf<"weights" | "weightsDraft">): Promise<void> {
  await addTeam(database, statement.team);
  const position = await appendLog(database, statement);
  const digest = statementDigest(statement);
  const { id: weightsId } = await database.weights.create({
    data: { position, slug: statement.slug, digest, teamSlug: statement.team },
    select: { id: true },
  });
  if (statement.type === "weights")
    await database.weightsSeal.create({ data: { weightsId, position, digest }, select: { position: true } });
}

async function seal(database: Database, known: StoredWeights): Promise<void> {
  if (known.state === "SEALED") return;
  if (known.state === "ABANDONED")
    throw new UserError("CONFLICT", `weights ${known.slug}: the draft was abandoned: ${known.abandoned?.reason}`);
  const sealed: StatementOf<"weights"> = { type: "weights", v: 1, ...contents(known), draft: known.digest, at: now() };
  const position = await appendLog(database, sealed);
  const data = { weightsId: known.rowId, position, digest: statementDigest(sealed) };
  await database.weightsSeal.create({ data, select: { position: true } });
}

/** What stands under the name and says the same; null: the name is free. */
async function knownAs(database: Database, given: NewWeights): Promise<StoredWeights | null> {
  const known = (await weightsBySlug(database, [given.slug])).get(given.slug) ?? null;
  if (known !== null && canonical(contents(known)) !== canonical(contents(given)))
    throw new UserError(
      "CONFLICT",
      `weights ${given.slug}: other weights stand under this name (${known.state.toLowerCase()})`,
    );
  return known;
}

async function ownWeights(database: Database, slug: string, team: string): Promise<StoredWeights> {
  const known = await stored(database, slug);
  if (known.team !== team) throw new UserError("FORBIDDEN", `weights ${slug}: they are of team ${known.team}`);
  return known;
}

async function stored(database: Database, slug: string): Promise<StoredWeights> {
  const found = (await weightsBySlug(database, [slug])).get(slug);
  if (found === undefined) throw new UserError("NOT_FOUND", `no weights are stored under ${slug}`);
  return found;
}

const contents = ({ slug, team, principal, rationale, prices, cohort }: NewWeights): NewWeights => ({
  slug,
  team,
  principal,
  rationale,
  prices,
  cohort,
});

/** For people to read; order is the position. */
const now = (): string => new Date().toISOString();
