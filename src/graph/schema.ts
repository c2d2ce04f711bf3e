import { type GraphQLSchema } from "graphql";
import { buildSchemaSync } from "type-graphql";
import { AddPolicyResolver } from "./addPolicy.js";
import { AttritionTableResolver } from "./attritionTable.js";
import { AssociationResolver } from "./association.js";
import { CohortsResolver } from "./cohorts.js";
import { CompareResolver } from "./compare.js";
import { CreateCohortResolver } from "./createCohort.js";
import { DebateAnswersResolver } from "./debateAnswers.js";
import { DebatesResolver } from "./debates.js";
import { DebateType } from "./debate.js";
import { DiagnosisResolver } from "./diagnosis.js";
import { FeatureTableResolver } from "./featureTable.js";
import { EvaluationCoverageResolver, PolicyCoverageResolver } from "./decisionCoverage.js";
import { DiversityResolver } from "./diversity.js";
import { EffectsByDebateResolver } from "./effectsByDebate.js";
import { ErrorVisibilityResolver } from "./errorVisibility.js";
import { EvaluatePolicyResolver } from "./evaluatePolicy.js";
import { EvaluationResultResolver } from "./evaluationResult.js";
import { EvaluationsResolver } from "./evaluations.js";
import { ExpectedAccuracyResolver } from "./expectedAccuracy.js";
import { LadderResolver, LadderVerdictsResolver } from "./ladder.js";
import { InterventionResolver } from "./intervention.js";
import { InterventionsResolver } from "./interventions.js";
import { FlipsResolver } from "./flipRates.js";
import { LedgerResolver } from "./ledger.js";
import { LeaderboardResolver } from "./leaderboards.js";
import { OpenLeaderboardResolver } from "./openLeaderboard.js";
import { LogResolver } from "./log.js";
import { NodeResolver } from "./nodeQuery.js";
import { OnsetResolver } from "./onset.js";
import { OpenCohortResolver } from "./openCohort.js";
import { ParserAuditResolver } from "./parserAudit.js";
import { PoliciesResolver } from "./policies.js";
import { ProbeItemsResolver } from "./probeItems.js";
import { ProbeSetResolver } from "./probeSet.js";
import { ProbeSetsResolver } from "./probeSets.js";
import { PolicyFeaturesResolver } from "./policyFeatures.js";
import { ReceiptResolver } from "./receipt.js";
import { MovedDebatesResolver, RecodeResolver } from "./recode.js";
import { RepeatabilityResolver } from "./repeatability.js";
import { RetractRunResolver } from "./retractRun.js";
import { RunFindingsResolver } from "./runFindings.js";
import { RunsResolver } from "./runs.js";
import { SavingResolver } from "./saving.js";
import { ScreenCostResolver } from "./screenCost.js";
import { SealWeightsResolver } from "./sealWeights.js";
import { SubPanelAccuracyResolver, SubPanelsResolver } from "./subPanels.js";
import { SeatFlipsResolver } from "./seatFlips.js";
import { SusceptibilityResolver } from "./susceptibility.js";
import { SensitivityResolver } from "./sensitivity.js";
import { TiesResolver } from "./ties.js";
import { TrajectoryResolver } from "./trajectory.js";
import { WeightsResolver } from "./weightsQueries.js";

/** The whole schema. A new measure adds its resolver here. */
export const schema = (): GraphQLSchema =>
  buildSchemaSync({
    resolvers: [
      NodeResolver,
      RunsResolver,
      RunFindingsResolver,
      CohortsResolver,
      LedgerResolver,
      OnsetResolver,
      DiagnosisResolver,
      FeatureTableResolver,
      ExpectedAccuracyResolver,
      TiesResolver,
      InterventionsResolver,
      ParserAuditResolver,
      AssociationResolver,
      RecodeResolver,
      MovedDebatesResolver,
      SubPanelsResolver,
      SubPanelAccuracyResolver,
      LadderResolver,
      LadderVerdictsResolver,
      TrajectoryResolver,
      SeatFlipsResolver,
      AttritionTableResolver,
      ErrorVisibilityResolver,
      SusceptibilityResolver,
      DebatesResolver,
      DebateAnswersResolver,
      CreateCohortResolver,
      RetractRunResolver,
      ProbeSetsResolver,
      ProbeSetResolver,
      FlipsResolver,
      DiversityResolver,
      SensitivityResolver,
      ProbeItemsResolver,
      RepeatabilityResolver,
      ScreenCostResolver,
      WeightsResolver,
      SealWeightsResolver,
      PoliciesResolver,
      PolicyFeaturesResolver,
      AddPolicyResolver,
      PolicyCoverageResolver,
      EvaluationCoverageResolver,
      EvaluationsResolver,
      EvaluatePolicyResolver,
      EvaluationResultResolver,
      SavingResolver,
      EffectsByDebateResolver,
      InterventionResolver,
      CompareResolver,
      ReceiptResolver,
      OpenCohortResolver,
      LeaderboardResolver,
      OpenLeaderboardResolver,
      LogResolver,
    ],
    orphanedTypes: [DebateType],
    validate: false,
  });
