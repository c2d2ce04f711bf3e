import { Field, Int, ObjectType } from "type-graphql";
import { goldBits } from "../debate/goldBits.js";
import { type StoredCohort } from "../store/cohorts.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";

/** As many bits as nobody tries out. */
const ENOUGH_BITS = 80;

export const CohortWarningCodeEnum = enumOf(
  "CohortWarningCode",
  "What a new cohort should have said to whoever made it.",
  {
    UNSALTED:
      "The run's digests are in the log and cover its gold. So few debates can be guessed until a digest fits; a salt in the run line keeps that from working.",
  },
);

@ObjectType("CohortWarning", {
  simpleResolvers: true,
  description: "Something that should be known before a cohort is relied on.",
})
export class CohortWarningType {
  @Field(() => CohortWarningCodeEnum, { description: "Which kind." }) code!: keyof typeof CohortWarningCodeEnum;
  @Field(() => String, { description: "In words." }) message!: string;
  @Field(() => String, { description: "Slug of the run that it is about." }) run!: string;
  @Field(() => Int, { nullable: true, description: "UNSALTED: how many bits a guess takes, at least; whole ones." })
  bits!: number | null;
}

/** Of a cohort that is blind: runs without a salt whose unseen gold is few enough choices to be tried out against their digests. */
export async function cohortWarnings(
  { loaders }: Context,
  { slug, visibility }: StoredCohort,
): Promise<CohortWarningType[]> {
  const stillBlind = visibility === "BLIND" && (await loaders.blind()).some((cohort) => cohort.slug === slug);
  if (!stillBlind) return [];
  const columns = await loaders.columns.load({ __typename: "Cohort", slug });
  const runs = await Promise.all(columns.runs.map(({ slug: run }) => loaders.run.load(run)));
  return goldBits(columns).flatMap((bits, index) => {
    const run = runs[index];
    if (!run || run.salt !== null || bits === 0 || bits >= ENOUGH_BITS) return [];
    return {
      code: "UNSALTED" as const,
      message: `run ${run.slug} has no salt, and the gold of its blind debates is a choice of about ${Math.floor(bits)} bits: whoever tries them out finds the one that its digest in the log fits`,
      run: run.slug,
      bits: Math.floor(bits),
    };
  });
}
