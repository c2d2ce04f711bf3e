/** The closed list of what a number does not show, with the sentence that goes out with it. Set by the data, not by taste. */
export const caveats = {
  OFFLINE_REPLAY: "A replay of finished debates: no evidence that the policy would help in a running one.",
  POOLS_DIFFER: "The groups saw different items, so differences between them are also differences between items.",
  FEW_FAMILIES: "Fewer than ten families: what holds between them here may not hold for the next one.",
  WITHIN_FAMILY_SPREAD:
    "Models of one family overlap with those of another, so the order of the families depends on which models were tested.",
  FEW_CLUSTERS:
    "Fewer than 30 clusters: resampling intervals are too narrow; below 10, read every interval as descriptive.",
  RARE_EVENTS: "Fewer than ten events or non-events: the rate rests on single debates.",
  AGGREGATE_ONLY: "Only published totals are known, not the debates behind them.",
  POST_HOC: "Chosen after outcomes had been seen.",
  NOT_COMPUTE_MATCHED: "The conditions did not spend the same amount of computation.",
  HOMOGENEOUS_STATIC_ONLY:
    "Only panels of one model under a fixed protocol: nothing is shown about mixed or adaptive panels.",
  SURVIVORS_EASIER:
    "The debates that were left out started right less often than those that stayed, so the whole is harder than it looks here.",
  ONE_SEAT_DOMINATES: "One seat accounts for most of what is missing.",
  INTERFACE_INCREMENT: "The difference includes what the interface itself changes.",
  SIGNAL_FALLIBLE: "The outside signal is itself wrong at times.",
  NEARLY_PAIRED:
    "Runs that answered independently are matched on the majority of their blind rounds: single ballots differ before anything was shown. The blind round is that of the run that is named.",
  NESTED_NOT_REPLICATION: "One set of debates contains the other: agreement between them is not a replication.",
  DERIVED_COLUMNS:
    "Read from published columns, not from ballots: ties are broken as the source broke them, a round without a majority counts as wrong under every coding, and a round that they are silent about is passed over.",
  TIES_DECIDE:
    "The tie rule decided cells: with another choice among the leading labels these debates would stand elsewhere.",
  UNVERIFIED_DECISIONS: "Uploaded decisions may have been fitted on the outcomes they are judged by.",
} as const;

export type CaveatCode = keyof typeof caveats;

export interface Caveat {
  readonly code: CaveatCode;
  readonly sentence: string;
  /** The groups it is about, by label; empty when it is about the whole answer. */
  readonly about: readonly string[];
}

export const caveat = (code: CaveatCode, about: readonly string[] = []): Caveat => ({
  code,
  sentence: caveats[code],
  about,
});
