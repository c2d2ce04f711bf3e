import { panels } from "../debate/panelsOf.js";
import { type Panels } from "../debate/panels.js";
import { sha256 } from "../debate/sha256.js";
import { must } from "../errors.js";
import { canonical } from "../seal/canonical.js";
import { type Check } from "../seal/check.js";
import { effectSummary } from "../seal/effects.js";
import { blocksByRun } from "./blocks.js";
import { cohortsBySlug, type StoredCohort } from "./cohorts.js";
import { effectsOf, evaluationsByDigest, type StoredEvaluation } from "./evaluations.js";
import { type Database } from "./open.js";
import { overlappingDeclarations } from "./overlappingDeclarations.js";
import { runsBySlug } from "./runs.js";
import { selectionsOf } from "./selections.js";
import { faultOf } from "./faultOf.js";
import { type Recomputations } from "./verifyStore.js";

/**
 * Every result against the effects that it was counted from, and against what a log cannot show: which debates the
 * declarations before it share with its own.
 */
export async function verifyEvaluations(
  database: Database,
  logSize: number,
  exportedEffects: Recomputations["exportedEffects"],
  progress: (object: string) => void,
): Promise<Check[]> {
  const checks: Check[] = [];
  const rows = await database.evaluation.findMany({
    where: { position: { lt: logSize } },
    select: { declaration: { select: { digest: true } } },
    orderBy: { position: "asc" },
  });
  for (const { digest } of rows.map(({ declaration }) => declaration)) {
    const object = `result of ${digest}`;
    progress(object);
    const read: { evaluation?: StoredEvaluation | undefined; cohort?: StoredCohort | undefined } = {};
    const unreadable = await faultOf(async () => {
      read.evaluation = (await evaluationsByDigest(database, [digest])).get(digest);
      const slug = read.evaluation?.cohort ?? "";
      read.cohort = (await cohortsBySlug(database, [slug])).get(slug);
      return null;
    });
    const { evaluation, cohort } = read;
    if (unreadable !== null || !evaluation || !cohort) {
      checks.push({ check: "result", object, fault: unreadable ?? "its declaration is missing" });
      continue;
    }
    const effects = await faultOf(() => effectsFault(database, evaluation, cohort, exportedEffects));
    checks.push({ check: "effects", object, fault: effects });
    checks.push({ check: "record", object, fault: await faultOf(() => recordFault(database, evaluation, cohort)) });
  }
  return checks;
}

async function effectsFault(
  database: Database,
  evaluation: StoredEvaluation,
  cohort: StoredCohort,
  exportedEffects: Recomputations["exportedEffects"],
): Promise<string | null> {
  const { result } = evaluation;
  const bytes = await effectsOf(database, evaluation);
  must(result && bytes, "an evaluation that is complete has a result and effects");
  const { stored } = (evaluation.detail ?? {}) as { readonly stored?: string };
  if (stored !== undefined && sha256(bytes) !== stored) return "its effects are not those that were stored";
  const rows = exportedEffects(await columnsOf(database, cohort), bytes);
  if (rows === null) return "its effects are not those of its cohort's debates";
  const { digest, debates, fired, prevented, lost } = effectSummary(rows);
  if (digest !== result.effects) return "its effects do not match their digest";
  const counted = canonical([debates, fired, prevented, lost]);
  const said = canonical([result.debates, result.fired, result.prevented, result.lost]);
  return counted === said ? null : `its effects count ${counted}, it says ${said}`;
}

async function columnsOf(database: Database, { parts, recipe }: StoredCohort): Promise<Panels> {
  const runs = await runsBySlug(
    database,
    parts.map(({ run }) => run),
  );
  const chosen = parts.map(({ run, bits }) => ({ run: runs.get(run)!, bits }));
  const blocks = await blocksByRun(
    database,
    chosen.map(({ run }) => run),
  );
  return panels(
    chosen.map(({ run, bits }) => ({ run, bits, blocks: blocks.get(run.rowId)!, dropSeats: recipe.dropSeats })),
  );
}

async function recordFault(
  database: Database,
  { digest, declaration, declaredPosition, result }: StoredEvaluation,
  cohort: StoredCohort,
): Promise<string | null> {
  const selection = (await selectionsOf(database, [cohort.rowId])).get(cohort.rowId)!;
  const overlapping = await overlappingDeclarations(database, selection, { team: null, policy: null });
  const soFar = overlapping.filter(({ position }) => position <= declaredPosition);
  const ofTeam = soFar.filter(({ team }) => team === declaration.team);
  const first = ofTeam.find(({ policy }) => policy === declaration.policy);
  const record = first === undefined || first.digest === digest ? null : first.digest;
  if (record !== result?.record) return `says ${result?.record} fixed its weights of record, found ${record}`;
  const { team, all } = result.declarations;
  return team === ofTeam.length && all === soFar.length
    ? null
    : `says ${team} of ${all} declarations on its debates so far, found ${ofTeam.length} of ${soFar.length}`;
}
