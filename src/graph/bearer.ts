import { UserError } from "../errors.js";
import { type Store } from "../store/open.js";
import { LOCAL_TEAM, teamOfToken, tokensExist } from "../store/teams.js";

/**
 * The team behind an `Authorization` header, for those who want to write. As long as there never was a token, everybody is one team;
 * from the first one on, a valid token is needed.
 */
export async function bearerTeam({ prisma }: Store, authorization: string | undefined): Promise<string> {
  const token = /^Bearer +([^ ]+)$/i.exec(authorization ?? "")?.[1];
  if (token !== undefined) {
    const team = await teamOfToken(prisma, token);
    if (team === null) throw new UserError("FORBIDDEN", "authorization: this token is not valid here");
    return team;
  }
  if (authorization !== undefined || (await tokensExist(prisma)))
    throw new UserError("FORBIDDEN", "authorization: expected `Bearer` and a token of a team to write here");
  return LOCAL_TEAM;
}
