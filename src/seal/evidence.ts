import { check, type Check } from "./check.js";
import { statementDigest, statementTypes, type Statement, type StatementOf, type StatementType } from "./statements.js";

/** A statement and its position in the log. */
export interface Placed<S extends Statement = Statement> {
  readonly position: number;
  readonly statement: S;
}
export type PlacedOf<T extends StatementType> = Placed<StatementOf<T>>;

/** The statements that an evaluation rests on, each in its part. */
export interface Evidence {
  readonly declaration: PlacedOf<"declaration">;
  readonly result: PlacedOf<"result">;
  readonly cohort: PlacedOf<"cohort">;
  readonly policy: PlacedOf<"policy">;
  readonly weights: PlacedOf<"weights">;
  /** In the cohort's order. */
  readonly runs: readonly PlacedOf<"run">[];
  /** Runs that share debates with them: weights sealed after any of them came after the data. */
  readonly twins: readonly PlacedOf<"run">[];
  readonly firstAnswers: readonly PlacedOf<"firstAnswer">[];
  /** The declaration that fixed the weights of record, where it is another one. */
  readonly record: PlacedOf<"declaration"> | null;
}

export const nameOf = ({ position, statement }: { position: number; statement: { type: string } }): string =>
  `${statement.type} at position ${position}`;

/** Gives every statement its part; a part that nobody plays, or a statement without a part, is a fault. */
export function evidenceOf(
  evaluation: string,
  placed: readonly Placed[],
): { checks: Check[]; evidence: Evidence | null } {
  const checks: Check[] = [];
  const unused = new Set(placed);
  const cast = <T extends StatementType>(type: T, part: string, plays: (statement: StatementOf<T>) => boolean) => {
    const isOfType = (each: Placed): each is Placed<Statement & StatementOf<T>> => each.statement.type === type;
    const found = placed.filter(isOfType).filter((each) => plays(each.statement));
    found.forEach((each) => unused.delete(each));
    const [only] = found;
    const fault = only === undefined ? "is missing" : found.length > 1 ? `stands here ${found.length} times` : null;
    checks.push(check("references", part, () => fault));
    return only;
  };

  /** Without what cites them, statements of the other types cannot be told to be surplus. */
  const refuseUnused = (types: readonly StatementType[]) => {
    for (const each of unused)
      if (types.includes(each.statement.type))
        checks.push(check("references", nameOf(each), () => "has no part in this evaluation"));
  };

  const declaration = cast("declaration", `declaration ${evaluation}`, (each) => statementDigest(each) === evaluation);
  const result = cast("result", `result of ${evaluation}`, (each) => each.declaration === evaluation);
  if (declaration === undefined || result === undefined) {
    refuseUnused(["declaration", "result"]);
    return { checks, evidence: null };
  }
  const cited = declaration.statement;
  const cohort = cast("cohort", `cohort ${cited.cohort}`, (each) => each.digest === cited.cohort);
  const policy = cast("policy", `policy ${cited.policy}`, (each) => each.digest === cited.policy);
  const weights = cast("weights", `weights ${cited.weights}`, (each) => statementDigest(each) === cited.weights);
  const recorded = result.statement.record;
  const record =
    recorded === null
      ? null
      : cast("declaration", `declaration ${recorded}`, (each) => statementDigest(each) === recorded);

  const selected = cohort?.statement.runs ?? [];
  const contents = new Set(selected.map(({ content }) => content));
  const runs = selected.flatMap(
    ({ run, content }) => cast("run", `run ${run}`, (each) => each.slug === run && each.content === content) ?? [],
  );
  const earlier = new Set(runs.flatMap(({ statement }) => statement.overlaps ?? []));
  const twins = [...unused].filter(
    (each): each is PlacedOf<"run"> =>
      each.statement.type === "run" &&
      (contents.has(each.statement.content) ||
        earlier.has(each.statement.content) ||
        (each.statement.overlaps ?? []).some((content) => contents.has(content))),
  );
  const known = new Set([...contents, ...twins.map(({ statement }) => statement.content)]);
  for (const content of earlier)
    checks.push(
      check("references", `run of content ${content}`, () =>
        known.has(content) ? null : "shares debates with a run of the cohort and is missing",
      ),
    );
  const firstAnswers = placed.filter(
    (each): each is PlacedOf<"firstAnswer"> =>
      each.statement.type === "firstAnswer" && each.statement.runs.some((answered) => known.has(answered)),
  );
  [...twins, ...firstAnswers].forEach((each) => unused.delete(each));
  for (const { run, content } of selected)
    checks.push(
      check("references", `first answer about run ${run}`, () =>
        firstAnswers.some(({ statement }) => statement.runs.includes(content)) ? null : "is missing",
      ),
    );
  refuseUnused(statementTypes.filter((type) => cohort !== undefined || (type !== "run" && type !== "firstAnswer")));
  if (!cohort || !policy || !weights || record === undefined || runs.length < selected.length)
    return { checks, evidence: null };
  return { checks, evidence: { declaration, result, cohort, policy, weights, runs, twins, firstAnswers, record } };
}
