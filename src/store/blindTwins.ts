import { type BlindCohort, blindCohorts } from "./blind.js";
import { shareDebate } from "../debate/debateSet.js";
import { UserError } from "../errors.js";
import { type Database } from "./open.js";
import { type SharedDebates } from "./sharedDebates.js";

/**
 * Throws BLIND when a load holds debates of a blind cohort again, whatever gold it gives them: their gold could be asked for under
 * another name. `shared` are the debates of complete runs that it holds too.
 */
export function refuseBlindTwin(cohorts: readonly BlindCohort[], slug: string, shared: readonly SharedDebates[]): void {
  const blind = cohorts.find(({ selection }) => shareDebate(selection, shared));
  if (blind !== undefined)
    throw new UserError("BLIND", `run ${slug}: some of its debates are those of cohort ${blind.slug}, which is blind`);
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
