import { createHash, randomBytes } from "node:crypto";
import { UserError } from "../errors.js";
import { type Prisma } from "./generated/client.js";
import { type Database } from "./open.js";

/** Everybody's team as long as no token exists. */
export const LOCAL_TEAM = "local";

/** Adds a team when it is not there yet. */
export async function addTeam(database: Database, slug: string): Promise<void> {
  await database.team.createMany({ data: [{ slug }], skipDuplicates: true });
}

/** A new token of a team, which is made when it is not there yet. It is shown this once and stored nowhere. */
export async function createToken(database: Database, team: string): Promise<string> {
  await addTeam(database, team);
  const token = `cw_${randomBytes(32).toString("base64url")}`;
  await database.token.create({ data: { digest: digestOf(token), teamSlug: team }, select: { digest: true } });
  return token;
}

/** The team whose token this is; null when it is nobody's, or was revoked. */
export async function teamOfToken(database: Database, token: string): Promise<string | null> {
  const found = await database.token.findFirst({
    where: { digest: digestOf(token), revocation: null },
    select: { teamSlug: true },
  });
  return found?.teamSlug ?? null;
}

/** Whether there ever was a token. Revoking the last one does not let everybody in again. */
export const tokensExist = async (database: Database): Promise<boolean> =>
  (await database.token.findFirst({ select: { digest: true } })) !== null;

/** What is known of a token that was given out: never the token itself. */
export interface StoredToken {
  readonly digest: string;
  readonly team: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** All tokens that were ever given out, oldest first. */
export async function tokens(database: Database): Promise<StoredToken[]> {
  const orderBy = [{ createdAt: "asc" }, { digest: "asc" }] as const;
  return (await database.token.findMany({ select, orderBy: [...orderBy] })).map(stored);
}

/**
 * The token is nobody's from now on. It is named by itself, or where it was lost by its digest, of which the first eight
 * digits will do when no other begins with them.
 */
export async function revokeToken(database: Database, named: string): Promise<StoredToken> {
  const where = /^[0-9a-f]{8,64}$/.test(named) ? { digest: { startsWith: named } } : { digest: digestOf(named) };
  const found = await database.token.findMany({ where, select: { digest: true }, take: 2 });
  if (found.length === 0) throw new UserError("NOT_FOUND", "no such token was ever given out");
  if (found.length > 1) throw new UserError("BAD_INPUT", `the digests of several tokens begin with ${named}`);
  const [{ digest }] = found;
  await database.tokenRevocation.createMany({ data: [{ tokenDigest: digest }], skipDuplicates: true });
  return stored(await database.token.findUniqueOrThrow({ where: { digest }, select }));
}

const select = { digest: true, teamSlug: true, createdAt: true, revocation: { select: { createdAt: true } } } as const;

const stored = ({
  digest,
  teamSlug,
  createdAt,
  revocation,
}: Prisma.TokenGetPayload<{ select: typeof select }>): StoredToken => ({
  digest,
  team: teamSlug,
  createdAt: createdAt.toISOString(),
  revokedAt: revocation?.createdAt.toISOString() ?? null,
});

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");
