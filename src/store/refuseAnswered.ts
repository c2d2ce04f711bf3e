import { type Bitset } from "../debate/bitset.js";
import { type DebateSet } from "../debate/debateSet.js";
import { identityKeys, sharedOrdinals } from "../debate/identity.js";
import { UserError } from "../errors.js";
import { blindCohorts } from "./blind.js";
import { type Database } from "./open.js";
import { overlapsOf } from "./runs.js";
import { identitiesOf, ownersOf } from "./sharedDebates.js";
import { statementText } from "./statementText.js";

interface Chosen extends DebateSet {
  readonly bits: Bitset;
}

/**
 * Throws ANSWERED when these debates cannot become blind: when something that depends on the gold of their runs, or of runs that share
 * debates with these, was answered, or when one of them can be asked about under another name. Within a transaction that holds the log's
 * lock, so that nothing is answered meanwhile.
 */
export async function refuseAnswered(database: Database, debates: readonly Chosen[]): Promise<void> {
  const chosen = debates.filter(({ bits }) => bits.some((byte) => byte !== 0));
  const own = chosen.map(({ contentDigest }) => contentDigest);
  const runs = await ownersOf(database, [...new Set([...own, ...(await overlapsOf(database, own))])]);
  const nameOf = (content: string): string => {
    const slug = runs.find(({ contentDigest }) => contentDigest === content)?.slug;
    return own.includes(content) ? `its run ${slug}` : `run ${slug}, which holds some of its debates,`;
  };
  const answer = await database.firstAnswer.findFirst({
    where: { contentDigest: { in: runs.map(({ contentDigest }) => contentDigest) } },
    orderBy: { position: "asc" },
    include: { entry: { select: { statement: true } } },
  });
  if (answer !== null) {
    const { contentDigest, position, entry } = answer;
    const { question } = statementText("firstAnswer", position, entry.statement);
    throw new UserError(
      "ANSWERED",
      `blind: ${nameOf(contentDigest)} was answered about before (${question}, log position ${position})`,
      { position: Number(position), question },
    );
  }
  const hidden = [...chosen, ...(await blindCohorts(database)).flatMap(({ selection }) => selection)];
  const keys = new Set<string>();
  for (const { contentDigest, bits } of chosen)
    for (const run of runs.filter((each) => each.contentDigest === contentDigest))
      for (const key of identityKeys(await identitiesOf(database, run), bits)) keys.add(key);
  for (const run of runs) {
    const shared = sharedOrdinals(keys, await identitiesOf(database, run));
    for (const { contentDigest, bits } of hidden)
      if (contentDigest === run.contentDigest)
        shared?.forEach((byte, at) => (shared[at] = byte & ~(bits?.[at] ?? 255)));
    if (shared?.some((byte) => byte !== 0))
      throw new UserError(
        "ANSWERED",
        `blind: ${nameOf(run.contentDigest)} can be asked about them; select them of both`,
      );
  }
}
