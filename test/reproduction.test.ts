import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";

const page = readFileSync("docs/reproduction.md", "utf8");

/** The sections of DebateLedger's published results (repository LiXin97/DebateLedger, commit cf84b4f4), as an inventory of them names them. */
const sections =
  `headline_model_rows headline_family_rows family_spearman family_partial_spearman model_row_spearman predictor_bakeoff selection_utility trace_diversity cohort_n14_headline n14_alpha_missingness debate_trace_parse_none_counts hierarchical_association alpha_direction_split_n9 conditional_collapse_table collapse_onset cascade_r1_auc primary_cohort_margins probe_gate_lomo_replay_6525 r1_replay_1255 paper_table5_auc post_a6_r1_replication correction_preserving_policy_replay round2_hardening round4_hardening r5_panels bayesian_multilevel_logistic pilot_blocks probe_variants holdout_summaries response_period_r3 response_period_r4 private_revision_and_thinking_redo shared_initial_answer_private_revision_g5 extension_r3_frozen pairwise_q1 file_inventory sa_causal_inventory eiv_n14_rows alpha_lite runtime_proxies social_proxies`.split(
    /\s+/,
  );

it("every section of DebateLedger's published results is recomputed or has its reason", () => {
  expect(sections.length).toBe(41);
  // In the first column of a table, whose other columns say what is recomputed or why not.
  const rows = [...page.matchAll(/^\| ([^|]+) \| [^|]*[^| ][^|]* \|/gm)].map(([, first]) => first).join("\n");
  expect(sections.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
});

it("every test that the page names is there", () => {
  const named = [...page.matchAll(/`(test\/[A-Za-z0-9/.]+)`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it("the twenty-nine places in which the material disagrees with itself have a reading each", () => {
  const numbers = [...page.matchAll(/^(\d+)\. \*/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 29 }, (_, index) => index + 1));
});
