import { enumOf } from "./enumOf.js";

export const GroupingEnum = enumOf("Grouping", "What debates are grouped by.", {
  MODEL: "The panel: its model, or for a mixed panel its models in seat order.",
  FAMILY: "The families of the panel's models, in seat order when they differ.",
  BENCHMARK: "The benchmark of the debate's item.",
  CATEGORY: "The category that the source gives the item.",
  RUN: "The run.",
});
