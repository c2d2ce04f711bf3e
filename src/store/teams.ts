import { createHash, randomBytes } from "node:crypto";
import { UserError } from "../errors.js";
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

/** The token is nobody's from now on. */
export async function revokeToken(database: Database, token: string): Promise<void> {
  const tokenDigest = digestOf(token);
  if (!(await database.token.findUnique({ where: { digest: tokenDigest }, select: { digest: true } })))
    throw new UserError("NOT_FOUND", "no such token was ever given out");
  await database.tokenRevocation.createMany({ data: [{ tokenDigest }], skipDuplicates: true });
}

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");
