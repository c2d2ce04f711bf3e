import { type Evidence, evidenceOf, nameOf, type Placed, type PlacedOf } from "./evidence.js";
import { type Check } from "./check.js";
import { statementDigest, type StatementOf, type StatementType } from "./statements.js";

/** What a log has said so far, by how it is cited. */
export interface Past {
  readonly byDigest: Map<string, Placed>;
  /** Every import of the same records. */
  readonly runs: Map<string, PlacedOf<"run">[]>;
  /** Probes by content. */
  readonly probes: Set<string>;
  /** Of the content of a run those of the runs that share debates with it, whichever came first. */
  readonly overlaps: Map<string, Set<string>>;
  readonly cohorts: Map<string, PlacedOf<"cohort">>;
  readonly policies: Map<string, PlacedOf<"policy">>;
  readonly firstAnswers: Map<string, PlacedOf<"firstAnswer">>;
  /** Cohorts that are blind so far, by the digest of their statement. */
  readonly blind: Map<string, PlacedOf<"cohort">>;
  /** By team and policy, in order. */
  readonly declarations: Map<string, PlacedOf<"declaration">[]>;
  /** Evaluations that have a result. */
  readonly results: Set<string>;
  /** Drafts and declarations that will not be taken further, by the digest of their statement. */
  readonly abandoned: Set<string>;
  /** Drafts that weights were sealed from. */
  readonly sealedDrafts: Set<string>;
}

export const emptyPast = (): Past => ({
  byDigest: new Map(),
  runs: new Map(),
  probes: new Set(),
  overlaps: new Map(),
  cohorts: new Map(),
  policies: new Map(),
  firstAnswers: new Map(),
  blind: new Map(),
  declarations: new Map(),
  results: new Set(),
  abandoned: new Set(),
  sealedDrafts: new Set(),
});

export function remember(past: Past, placed: Placed): void {
  const { position, statement } = placed;
  past.byDigest.set(statementDigest(statement), placed);
  if (statement.type === "run") {
    past.runs.set(statement.content, [...(past.runs.get(statement.content) ?? []), { position, statement }]);
    for (const earlier of statement.overlaps ?? [])
      for (const [one, other] of [
        [earlier, statement.content],
        [statement.content, earlier],
      ])
        past.overlaps.set(one, new Set(past.overlaps.get(one)).add(other));
  }
  if (statement.type === "probes") past.probes.add(statement.content);
  // The same debates or the same rule under another name are what they were: the first statement of them counts.
  if (statement.type === "cohort") {
    if (!past.cohorts.has(statement.digest)) past.cohorts.set(statement.digest, { position, statement });
    if (statement.blind !== null) past.blind.set(statementDigest(statement), { position, statement });
  }
  if (statement.type === "cohortOpened") past.blind.delete(statement.cohort);
  if (statement.type === "policy" && !past.policies.has(statement.digest))
    past.policies.set(statement.digest, { position, statement });
  if (statement.type === "weights" && statement.draft !== null) past.sealedDrafts.add(statement.draft);
  if (statement.type === "abandonment") past.abandoned.add(statement.statement);
  if (statement.type === "firstAnswer")
    for (const content of statement.runs)
      if (!past.firstAnswers.has(content)) past.firstAnswers.set(content, { position, statement });
  if (statement.type === "declaration") {
    const known = past.declarations.get(subjectOf(statement)) ?? [];
    past.declarations.set(subjectOf(statement), [...known, { position, statement }]);
  }
  if (statement.type === "result") past.results.add(statement.declaration);
}

/** Why a statement cannot follow what has been said; null when it can. */
export function pastFault(past: Past, { statement }: Placed): string | null {
  const missing = (digest: string, type: StatementType) =>
    past.byDigest.get(digest)?.statement.type === type ? null : `cites the ${type} ${digest}, which is not before it`;
  const missingRun = (content: string) =>
    past.runs.has(content) ? null : `cites the run ${content}, which is not before it`;

  switch (statement.type) {
    case "run":
      return (statement.overlaps ?? []).map(missingRun).find((fault) => fault !== null) ?? null;
    case "cohort":
      return (
        statement.runs.map(({ content }) => missingRun(content)).find((fault) => fault !== null) ??
        answeredFault(past, statement)
      );
    case "cohortOpened":
      return past.blind.has(statement.cohort)
        ? null
        : `opens the cohort ${statement.cohort}, which is not blind before it`;
    case "firstAnswer": {
      const answered = statement.runs.find((content) => past.firstAnswers.has(content));
      if (answered !== undefined) return `is not the first about the run ${answered}`;
      const debates = statement.runs.filter((content) => !past.probes.has(content));
      return debates.map(missingRun).find((fault) => fault !== null) ?? null;
    }
    case "weights":
      return statement.draft === null
        ? null
        : (missing(statement.draft, "weightsDraft") ?? draftFault(past, statement.draft));
    case "declaration":
      if (past.byDigest.has(statementDigest(statement))) return "was declared before";
      return missing(statement.weights, "weights");
    case "result":
      if (past.results.has(statement.declaration)) return "is the second of its evaluation";
      return (
        missing(statement.declaration, "declaration") ?? blindFault(past, statement) ?? recordFault(past, statement)
      );
    case "retraction":
      return missingRun(statement.run);
    case "abandonment":
      return abandonmentFault(past, statement.statement);
    case "leaderboardOpened":
      return missing(statement.weights, "weights");
    case "leaderboardClosed": {
      const open = statement.evaluations.find((evaluation) => !past.results.has(evaluation));
      if (open !== undefined) return `ranks the evaluation ${open}, which has no result before it`;
      return missing(statement.opened, "leaderboardOpened");
    }
    default:
      return null;
  }
}

/** The evidence for a result as the log itself gives it, rather than as someone chose to show it. */
export function pastEvidence(past: Past, result: PlacedOf<"result">): { checks: Check[]; evidence: Evidence | null } {
  const declared = past.byDigest.get(result.statement.declaration)?.statement;
  if (declared?.type !== "declaration") return { checks: [], evidence: null };
  const cohort = past.cohorts.get(declared.cohort);
  const selected = cohort?.statement.runs.map(({ content }) => content) ?? [];
  const contents = [...selected, ...selected.flatMap((content) => [...(past.overlaps.get(content) ?? [])])];
  const placed: (Placed | undefined)[] = [
    ...[result.statement.declaration, result.statement.record ?? "", declared.weights].map((cited) =>
      past.byDigest.get(cited),
    ),
    cohort,
    past.policies.get(declared.policy),
    ...contents.flatMap((content) => past.runs.get(content) ?? []),
    ...contents.map((content) => past.firstAnswers.get(content)),
    result,
  ];
  return evidenceOf(result.statement.declaration, [...new Set(placed.filter((each) => each !== undefined))]);
}

const subjectOf = ({ team, policy }: StatementOf<"declaration">): string => `${team} ${policy}`;

function draftFault({ abandoned, sealedDrafts }: Past, draft: string): string | null {
  if (abandoned.has(draft)) return `is sealed from the draft ${draft}, which was abandoned`;
  return sealedDrafts.has(draft) ? `is the second that is sealed from the draft ${draft}` : null;
}

function abandonmentFault({ byDigest, abandoned, sealedDrafts, results }: Past, given: string): string | null {
  const type = byDigest.get(given)?.statement.type;
  if (type !== "weightsDraft" && type !== "declaration")
    return `cites the draft or declaration ${given}, which is not before it`;
  if (abandoned.has(given)) return `is the second of ${given}`;
  return sealedDrafts.has(given) || results.has(given) ? `abandons ${given}, which was taken further before` : null;
}

/** Debates may be selected under several names; as long as one of them is blind, nothing is said about them. */
function blindFault({ blind, byDigest, abandoned }: Past, { declaration }: StatementOf<"result">): string | null {
  if (abandoned.has(declaration)) return `is of the declaration ${declaration}, which was abandoned`;
  const own = byDigest.get(declaration)?.statement;
  const closed = [...blind.values()].find(
    ({ statement }) => own?.type === "declaration" && statement.digest === own.cohort,
  );
  return closed === undefined ? null : `answers about the ${nameOf(closed)}, which is blind`;
}

/** Blind is what nobody was answered about, neither under this name nor under another. */
function answeredFault(past: Past, { blind, runs }: StatementOf<"cohort">): string | null {
  if (blind === null) return null;
  for (const { run, content, size } of runs)
    for (const each of size === 0 ? [] : [content, ...(past.overlaps.get(content) ?? [])]) {
      const answer = past.firstAnswers.get(each);
      if (answer !== undefined) return `is blind, and the ${nameOf(answer)} is about debates of its run ${run}`;
    }
  return null;
}

/**
 * What fixes weights of record: an earlier declaration of this team and policy on the same cohort, or on debates that were imported again.
 * Of two cohorts that select from one run a log does not show whether they share debates; a store compares them.
 */
function recordFault(past: Past, { declaration, record }: StatementOf<"result">): string | null {
  const own = past.byDigest.get(declaration)?.statement;
  if (own?.type !== "declaration") return null;
  const first = past.declarations.get(subjectOf(own))?.find(({ statement }) => shareDebates(past, own, statement));
  const fixed = first === undefined ? null : statementDigest(first.statement);
  if (first === undefined || fixed === declaration) return null;
  if (record === null) return `says that its own weights are of record; the ${nameOf(first)} fixed them`;
  const named = past.byDigest.get(record);
  return named === undefined || named.position <= first.position
    ? null
    : `says that the ${nameOf(named)} fixed its weights of record; the ${nameOf(first)} did`;
}

function shareDebates(
  { cohorts, overlaps }: Past,
  left: StatementOf<"declaration">,
  right: StatementOf<"declaration">,
): boolean {
  if (left.cohort === right.cohort) return true;
  const chosen = ({ cohort }: StatementOf<"declaration">) =>
    cohorts.get(cohort)?.statement.runs.filter(({ size }) => size > 0) ?? [];
  return chosen(left).some(({ content }) => chosen(right).some((other) => overlaps.get(content)?.has(other.content)));
}
