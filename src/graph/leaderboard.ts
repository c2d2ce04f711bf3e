import { Field, ID, Int, ObjectType } from "type-graphql";
import { type BoardStanding } from "../debate/boardStanding.js";
import { type StoredLeaderboard } from "../store/leaderboards.js";
import { CodingType } from "./coding.js";
import { CohortType } from "./cohort.js";
import { enumOf } from "./enumOf.js";
import { EvaluationIntervalType, EvaluationType } from "./evaluation.js";
import { NodeType } from "./node.js";
import { JsonScalar } from "./scalars.js";
import { WeightsType } from "./weights.js";

export const BoardStandingEnum = enumOf(
  "BoardStanding",
  "What an evaluation of a board's key is on that board: the first of these that applies, by the log alone.",
  {
    ABANDONED: "It will have no result; the attempt is counted.",
    PENDING: "It has no result yet, be it unfinished or withheld while the cohort is blind.",
    SENSITIVITY: "Other weights are of record for this policy on these debates: it never enters.",
    LATE: "It was declared after the blind cohort was opened.",
    UNVERIFIED: "Uploaded decisions on a cohort that was never blind: they may have been fitted on its gold.",
    STALE: "It was computed by another version of the methods.",
    COUNTS: "It stands on the board.",
  } satisfies Record<BoardStanding, string>,
);

@ObjectType("LeaderboardRow", { simpleResolvers: true, description: "An evaluation of a board's key." })
export class LeaderboardRowType {
  @Field(() => EvaluationType, { description: "The evaluation, which has every number." }) evaluation!: EvaluationType;
  @Field(() => BoardStandingEnum, { description: "What it is on this board." }) standing!: BoardStanding;
}

@ObjectType("LeaderboardAttempts", { simpleResolvers: true, description: "How often a team tried." })
export class LeaderboardAttemptsType {
  @Field(() => String, { description: "Slug of the team." }) team!: string;
  @Field(() => Int, { description: "Its declarations of the board's key, whatever became of them." }) declared!: number;
  @Field(() => Int, { description: "Of these, the ones that count." }) counting!: number;
}

@ObjectType("Leaderboard", {
  simpleResolvers: true,
  implements: [NodeType],
  description:
    "Evaluations of one key: cohort, coding, weights, interval and validation, sealed in the log when it was opened. Every evaluation of that key is on it, whoever declared it and however it went.",
})
export class LeaderboardType {
  declare readonly __typename: "Leaderboard";
  declare readonly stored: StoredLeaderboard;
  @Field(() => ID, { description: "base64url of Leaderboard:slug." }) id!: string;
  @Field(() => String, { description: "Its name." }) slug!: string;
  @Field(() => String, { description: "SHA-256 of the statement that opened it." }) digest!: string;
  @Field(() => String, { description: "Who opened it, and alone may close it." }) team!: string;
  @Field(() => CohortType, { description: "On which debates." }) cohort!: CohortType;
  @Field(() => WeightsType, { description: "Under which weights." }) weights!: WeightsType;
  @Field(() => CodingType, { description: "How ballots become verdicts." }) coding!: CodingType;
  @Field(() => EvaluationIntervalType, { description: "How intervals are made." }) interval!: EvaluationIntervalType;
  @Field(() => JsonScalar, { description: "How policies are held out." }) validation!: unknown;
  @Field(() => Int, { description: "Log position at which it was opened." }) openedPosition!: number;
  @Field(() => Int, { nullable: true, description: "Log position at which it was closed; null: it is open." })
  closedPosition!: number | null;
}
