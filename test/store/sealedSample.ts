import { bitset, setBit } from "../../src/debate/bitset.js";
import { type Cohort } from "../../src/debate/cohort.js";
import { cohortRecipe } from "../../src/debate/cohortRecipe.js";
import { sha256 } from "../../src/debate/sha256.js";
import { type Json } from "../../src/seal/canonical.js";
import { cohortDigest } from "../../src/seal/citedDigests.js";
import { digest } from "../../src/seal/digest.js";
import { effectSummary, type ExportedEffect } from "../../src/seal/effects.js";
import { resultStatement } from "../../src/seal/result.js";
import { type StatementOf } from "../../src/seal/statements.js";
import { type StoredEvaluation } from "../../src/store/evaluations.js";
import { type Store } from "../../src/store/open.js";
import { runsBySlug } from "../../src/store/runs.js";
import { writeCohort } from "../../src/store/writeCohort.js";
import { type NewPolicy } from "../../src/store/writePolicy.js";
import { type NewResult } from "../../src/store/writeResult.js";
import { type NewWeights } from "../../src/store/writeWeights.js";

export const sampleWeights = (slug: string, change: Partial<NewWeights> = {}): NewWeights => ({
  slug,
  team: "local",
  principal: "clinic",
  rationale: "an error prevented is worth a recovery lost",
  prices: { prevented: "1", lost: "1", rescue: null, breakage: null, abstention: null },
  cohort: null,
  ...change,
});

export const samplePolicy = (slug: string, rule: Json = { gate: "always", freezeTo: 0 }): NewPolicy => ({
  slug,
  team: "local",
  does: { rule },
});

/** Fixes a cohort of these ordinals of stored runs. */
export async function storeSampleCohort(
  store: Store,
  slug: string,
  chosen: Readonly<Record<string, readonly number[]>>,
  blind: StatementOf<"cohort">["blind"] = null,
): Promise<StatementOf<"cohort">> {
  const stored = await runsBySlug(store.prisma, Object.keys(chosen));
  const recipe = cohortRecipe({ runs: Object.keys(chosen) });
  const runs = recipe.runs.map((run) => {
    const { contentDigest, debates } = stored.get(run)!;
    const bits = bitset(debates);
    chosen[run].forEach((ordinal) => setBit(bits, ordinal));
    return { slug: run, contentDigest, bits, size: chosen[run].length, attrition: [] };
  });
  const size = runs.reduce((sum, run) => sum + run.size, 0);
  const fixed: Cohort = { recipe, digest: "", size, runs, attrition: [] };
  const parts = runs.map(({ slug: run, contentDigest: content, bits, size }) => {
    return { run, content, members: sha256(bits), size };
  });
  const statement: StatementOf<"cohort"> = {
    type: "cohort",
    v: 1,
    slug,
    digest: cohortDigest(parts, []),
    runs: parts,
    dropSeats: [],
    size,
    recipe: recipe as unknown as Json,
    excluded: [],
    blind,
    at: null,
  };
  await writeCohort(store, statement, null, fixed);
  return statement;
}

export const sampleDeclaration = (
  cited: Pick<StatementOf<"declaration">, "policy" | "cohort" | "weights">,
  team = "local",
): StatementOf<"declaration"> => ({
  type: "declaration",
  v: 1,
  team,
  ...cited,
  coding: {
    parser: null,
    unparsed: "FILTER",
    tie: "ALPHABETICAL",
    undefined: "EXCLUDE",
    noVote: "EXCLUDE",
    endpoint: null,
  },
  validation: "NONE",
  interval: { method: "AUTO", level: "0.95", cluster: "ITEM_CLUSTER", resamples: 10_000 },
  method: "1",
});

/** A made-up result: every debate of the cohort is frozen to round 0, and was right in the beginning and wrong in the end. */
export function sampleResult(
  { declaration }: Pick<StoredEvaluation, "declaration">,
  debates: readonly { readonly run: string; readonly item: string; readonly replicate: number }[],
  change: Partial<Parameters<typeof resultStatement>[3]> = {},
): NewResult {
  const rows = debates.map((debate): ExportedEffect => ({
    ...debate,
    fired: true,
    to: 0,
    initial: "right",
    before: "wrong",
    after: "right",
  }));
  const detail = { byModel: [{ model: "m-small", prevented: rows.length }] };
  return {
    statement: resultStatement(declaration, sampleWeights("").prices, effectSummary(rows), {
      grade: "BEFORE_OUTCOMES",
      record: null,
      verification: "VERIFIED",
      custody: "SELF_CUSTODY",
      excluded: [],
      intervals: [],
      declarations: { team: 1, all: 1 },
      detail: digest(detail),
      at: null,
      ...change,
    }),
    detail,
    effects: Buffer.from(JSON.stringify(rows)),
    question: "Evaluation",
  };
}
