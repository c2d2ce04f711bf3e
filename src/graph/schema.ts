import { type GraphQLSchema } from "graphql";
import { buildSchemaSync } from "type-graphql";
import { CohortsResolver } from "./cohorts.js";
import { CreateCohortResolver } from "./createCohort.js";
import { DebatesResolver } from "./debates.js";
import { DebateType } from "./debate.js";
import { ExpectedAccuracyResolver } from "./expectedAccuracy.js";
import { LedgerResolver } from "./ledger.js";
import { NodeResolver } from "./nodeQuery.js";
import { OnsetResolver } from "./onset.js";
import { RetractRunResolver } from "./retractRun.js";
import { RunsResolver } from "./runs.js";
import { TiesResolver } from "./ties.js";

/** The whole schema. A new measure adds its resolver here. */
export const schema = (): GraphQLSchema =>
  buildSchemaSync({
    resolvers: [
      NodeResolver,
      RunsResolver,
      CohortsResolver,
      LedgerResolver,
      OnsetResolver,
      ExpectedAccuracyResolver,
      TiesResolver,
      DebatesResolver,
      CreateCohortResolver,
      RetractRunResolver,
    ],
    orphanedTypes: [DebateType],
    validate: false,
  });
