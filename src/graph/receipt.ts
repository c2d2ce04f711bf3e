import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { must, UserError } from "../errors.js";
import { signedCheckpoint } from "../seal/checkpoint.js";
import { receipt } from "../seal/receipt.js";
import { type StoredEvaluation } from "../store/evaluations.js";
import { firstAnswersOf } from "../store/firstAnswers.js";
import { logProofs } from "../store/logProofs.js";
import { overlapsOf, runPositions } from "../store/runs.js";
import { type Context } from "./context.js";
import { EvaluationType, ReceiptType } from "./evaluation.js";
import { resultOf } from "./evaluationResult.js";

@Resolver(() => EvaluationType)
export class ReceiptResolver {
  @FieldResolver(() => ReceiptType, {
    nullable: true,
    description: "What a stranger needs to check it. Null until the result stands.",
  })
  async receipt(@Root() { stored, digest }: EvaluationType, @Ctx() context: Context): Promise<ReceiptType | null> {
    const text = await receiptText(context, stored);
    return text === null ? null : { digest, url: `/receipts/${digest}.json`, json: JSON.parse(text) as unknown };
  }
}

/** The receipt of the evaluation of this digest, as its file. */
export async function receiptFile(context: Context, digest: string): Promise<string> {
  const stored = await context.loaders.evaluation.load(digest);
  const text = stored && (await receiptText(context, stored));
  if (!text)
    throw new UserError(
      "NOT_FOUND",
      stored ? `evaluation ${digest} has no result` : `no evaluation has the digest ${digest}`,
    );
  return text;
}

/** Every statement that the evaluation rests on, with proofs in one tree and that tree's signed checkpoint. */
async function receiptText(context: Context, stored: StoredEvaluation): Promise<string | null> {
  const { loaders, store, key } = context;
  const result = await resultOf(context, stored);
  if (result === null || stored.resultPosition === null) return null;
  const [policy, cohort, selection, record] = await Promise.all([
    loaders.policyByDigest.load(stored.declaration.policy),
    loaders.cohortByDigest.load(stored.declaration.cohort),
    loaders.selection.load({ __typename: "Cohort", slug: stored.cohort }),
    result.said.record === null ? null : loaders.evaluation.load(result.said.record),
  ]);
  must(policy && cohort, "what a declaration cites is stored");
  const own = selection.map(({ contentDigest }) => contentDigest);
  const contents = [...own, ...(await overlapsOf(store.prisma, own))];
  const answers = await firstAnswersOf(store.prisma, contents);
  const { resultPosition } = stored;
  const positions = new Set([
    stored.declaredPosition,
    resultPosition,
    stored.sealedPosition,
    policy.position,
    cohort.position,
    // The same debates may come again, and be answered about, after the result.
    ...[...(await runPositions(store.prisma, contents)), ...answers.values()].filter((at) => at < resultPosition),
    ...(record ? [record.declaredPosition] : []),
  ]);
  const { size, root, entries } = await logProofs(store, { positions: [...positions] });
  return receipt(key, stored.digest, signedCheckpoint(key, size, root), entries);
}
