/**
 * What is published of DebateLedger's primary cohort (arXiv 2609.35279; github.com/LiXin97/DebateLedger, result tables
 * under CC BY 4.0), counted per model from `abc_exp/results/per_debate_r1_features.csv`. The generator invents debates
 * that have exactly these counts.
 *
 * @typedef {object} Margins
 * @property {string} slug
 * @property {string} title
 * @property {string} model
 * @property {string} family
 * @property {string} provider
 * @property {"pool" | "most" | "all"} [items] Which questions the model saw: the shared 200, or the long list.
 * @property {number} unparsed Invented: chance that a ballot beside the majority could not be read.
 * @property {Record<string, number>} paths Debates by path: one digit per round, 1 where the majority is right.
 * @property {Record<string, number>} restless Of a path: how often round 1 moved from one wrong answer to another.
 * @property {Record<"preservation" | "collapse" | "correction" | "unrepaired", number>} split
 *   Debates by cell whose blind round held two or more different ballots.
 */

/** @type {readonly Margins[]} */
export const primary = [
  {
    slug: "primary-gemini-3-flash",
    title: "Gemini 3 Flash",
    model: "gemini/3-flash",
    family: "Google",
    provider: "gemini",
    items: "pool",
    unparsed: 0.002,
    paths: { "0000": 28, "0111": 2, 1000: 1, 1111: 169 },
    restless: { "0000": 4 },
    split: { preservation: 5, collapse: 1, correction: 1, unrepaired: 8 },
  },
  {
    slug: "primary-gpt-5.4-mini",
    title: "GPT-5.4 mini",
    model: "openai/gpt-5.4-mini",
    family: "OpenAI",
    provider: "openai",
    items: "pool",
    unparsed: 0.002,
    paths: { "0000": 47, "0011": 1, "0111": 9, 1110: 1, 1111: 142 },
    restless: { "0000": 3 },
    split: { preservation: 17, collapse: 1, correction: 10, unrepaired: 21 },
  },
  {
    slug: "primary-llama-3.1-8b",
    title: "Llama 3.1 8B",
    model: "vllm/llama-3.1-8b",
    family: "Meta",
    provider: "vllm",
    items: "most",
    unparsed: 0.03,
    paths: {
      ...{ "0000": 858, "0001": 16, "0010": 5, "0011": 19, "0100": 17, "0101": 5, "0110": 9, "0111": 58 },
      ...{ 1000: 41, 1001: 5, 1010: 2, 1011: 13, 1100: 21, 1101: 6, 1110: 22, 1111: 906 },
    },
    restless: { "0000": 150, "0001": 3, "0011": 5 },
    split: { preservation: 319, collapse: 73, correction: 87, unrepaired: 607 },
  },
  {
    slug: "primary-phi-4-mini",
    title: "Phi-4 mini",
    model: "vllm/phi-4-mini",
    family: "Microsoft",
    provider: "vllm",
    items: "all",
    unparsed: 0.01,
    paths: {
      ...{ "0000": 845, "0001": 31, "0010": 13, "0011": 49, "0100": 20, "0101": 8, "0110": 15, "0111": 86 },
      ...{ 1000: 60, 1001: 9, 1010: 7, 1011: 16, 1100: 17, 1101: 9, 1110: 28, 1111: 948 },
    },
    restless: { "0000": 197, "0001": 10, "0010": 3, "0011": 14 },
    split: { preservation: 347, collapse: 101, correction: 163, unrepaired: 660 },
  },
  {
    slug: "primary-qwen3-4b",
    title: "Qwen3 4B",
    model: "vllm/qwen3-4b",
    family: "Qwen",
    provider: "vllm",
    items: "all",
    unparsed: 0.01,
    paths: {
      ...{ "0000": 689, "0001": 44, "0010": 10, "0011": 99, "0100": 16, "0101": 4, "0110": 6, "0111": 314 },
      ...{ 1000: 34, 1001: 5, 1010: 1, 1011: 7, 1100: 9, 1101: 2, 1110: 6, 1111: 915 },
    },
    restless: { "0000": 209, "0001": 17, "0010": 4, "0011": 39 },
    split: { preservation: 240, collapse: 42, correction: 324, unrepaired: 436 },
  },
  {
    slug: "primary-qwen3-8b",
    title: "Qwen3 8B",
    model: "vllm/qwen3-8b",
    family: "Qwen",
    provider: "vllm",
    items: "pool",
    unparsed: 0.01,
    paths: {
      ...{ "0000": 66, "0001": 6, "0010": 5, "0011": 16, "0100": 1, "0101": 1, "0110": 1, "0111": 48 },
      ...{ 1000: 3, 1001: 1, 1101: 1, 1111: 51 },
    },
    restless: { "0000": 22, "0001": 3, "0011": 9 },
    split: { preservation: 33, collapse: 3, correction: 44, unrepaired: 42 },
  },
];

/**
 * The eight rows of the headline table that are not in the primary cohort: debates, right starts, collapses and corrections as
 * published, the final round being the third or the fourth. Of DeepSeek V4 Flash twenty debates start without a readable
 * ballot. Which rounds they change in, is invented.
 *
 * @type {readonly (Margins & { first: number })[]}
 */
export const headline = [
  {
    slug: "headline-sonnet-4.5",
    title: "Sonnet 4.5",
    model: "anthropic/sonnet-4.5",
    family: "Anthropic",
    provider: "anthropic",
    first: 120,
    unparsed: 0.005,
    paths: { "0111": 3, "0000": 24, 1000: 2, 1111: 91 },
    restless: {},
    split: { preservation: 15, collapse: 2, correction: 3, unrepaired: 8 },
  },
  {
    slug: "headline-deepseek-v4-flash",
    title: "DeepSeek V4 Flash",
    model: "openrouter/deepseek-v4-flash",
    family: "DeepSeek",
    provider: "openrouter",
    first: 200,
    unparsed: 0.005,
    paths: { "-1111": 5, "-0000": 15, "01111": 2, "00000": 29, 11111: 149 },
    restless: {},
    split: { preservation: 24, collapse: 0, correction: 2, unrepaired: 9 },
  },
  {
    slug: "headline-gemma-4-31b-it-awq",
    title: "Gemma 4 31B",
    model: "vllm/gemma-4-31b-it-awq",
    family: "Google",
    provider: "vllm",
    first: 200,
    unparsed: 0.005,
    paths: { "01111": 3, "00111": 1, "00000": 36, 11111: 160 },
    restless: {},
    split: { preservation: 26, collapse: 0, correction: 3, unrepaired: 12 },
  },
  {
    slug: "headline-gpt-4o-mini",
    title: "GPT-4o mini",
    model: "openai/gpt-4o-mini",
    family: "OpenAI",
    provider: "openai",
    first: 498,
    unparsed: 0.005,
    paths: { "0111": 12, "0011": 4, "0000": 141, 1000: 6, 1100: 2, 1111: 333 },
    restless: {},
    split: { preservation: 55, collapse: 6, correction: 12, unrepaired: 47 },
  },
  {
    slug: "headline-qwen3.5-4b",
    title: "Qwen3.5 4B",
    model: "vllm/qwen3.5-4b",
    family: "Qwen",
    provider: "vllm",
    first: 200,
    unparsed: 0.005,
    paths: { "01111": 15, "00111": 4, "00000": 103, 10000: 23, 11000: 11, 11111: 44 },
    restless: {},
    split: { preservation: 7, collapse: 26, correction: 15, unrepaired: 34 },
  },
  {
    slug: "headline-qwen3.5-9b",
    title: "Qwen3.5 9B",
    model: "vllm/qwen3.5-9b",
    family: "Qwen",
    provider: "vllm",
    first: 200,
    unparsed: 0.005,
    paths: { "01111": 18, "00111": 6, "00000": 94, 10000: 24, 11000: 12, 11111: 46 },
    restless: {},
    split: { preservation: 7, collapse: 27, correction: 18, unrepaired: 31 },
  },
  {
    slug: "headline-qwen3.6-27b-fp8",
    title: "Qwen3.6 27B",
    model: "vllm/qwen3.6-27b-fp8",
    family: "Qwen",
    provider: "vllm",
    first: 200,
    unparsed: 0.005,
    paths: { "01111": 24, "00111": 8, "00000": 41, 10000: 8, 11000: 3, 11111: 116 },
    restless: {},
    split: { preservation: 19, collapse: 9, correction: 24, unrepaired: 13 },
  },
  {
    slug: "headline-qwen3.6-35b-a3b-fp8",
    title: "Qwen3.6 35B-A3B",
    model: "vllm/qwen3.6-35b-a3b-fp8",
    family: "Qwen",
    provider: "vllm",
    first: 200,
    unparsed: 0.005,
    paths: { "01111": 31, "00111": 10, "00000": 58, 10000: 8, 11000: 4, 11111: 89 },
    restless: {},
    split: { preservation: 14, collapse: 9, correction: 31, unrepaired: 19 },
  },
];

/**
 * Probes whose flip rate is the published alpha of each row, to its four decimals, in as few probes as hold it: how many, and how many
 * of their eight replies each are flips.
 *
 * @type {readonly { model: string, family: string, probes: number, flips: number, accuracy: number }[]}
 */
export const screens = [
  { model: "anthropic/sonnet-4.5", family: "Anthropic", probes: 58, flips: 209, accuracy: 0.78 },
  { model: "openrouter/deepseek-v4-flash", family: "DeepSeek", probes: 31, flips: 28, accuracy: 0.74 },
  { model: "gemini/3-flash", family: "Google", probes: 26, flips: 55, accuracy: 0.85 },
  { model: "vllm/gemma-4-31b-it-awq", family: "Google", probes: 33, flips: 82, accuracy: 0.8 },
  { model: "vllm/llama-3.1-8b", family: "Meta", probes: 58, flips: 359, accuracy: 0.51 },
  { model: "openai/gpt-4o-mini", family: "OpenAI", probes: 46, flips: 126, accuracy: 0.68 },
  { model: "openai/gpt-5.4-mini", family: "OpenAI", probes: 174, flips: 487, accuracy: 0.71 },
  { model: "vllm/phi-4-mini", family: "Phi", probes: 163, flips: 611, accuracy: 0.51 },
  { model: "vllm/qwen3-4b", family: "Qwen", probes: 48, flips: 233, accuracy: 0.45 },
  { model: "vllm/qwen3-8b", family: "Qwen", probes: 27, flips: 132, accuracy: 0.28 },
  { model: "vllm/qwen3.5-4b", family: "Qwen", probes: 29, flips: 160, accuracy: 0.39 },
  { model: "vllm/qwen3.5-9b", family: "Qwen", probes: 38, flips: 222, accuracy: 0.41 },
  { model: "vllm/qwen3.6-27b-fp8", family: "Qwen", probes: 25, flips: 159, accuracy: 0.64 },
  { model: "vllm/qwen3.6-35b-a3b-fp8", family: "Qwen", probes: 66, flips: 401, accuracy: 0.51 },
];

/** The same question twice in the published Llama file: both rows count. */
export const repeatedByLlama = [52, 60, 73, 88, 102, 107, 112, 117, 123, 142, 154, 157, 165];

/**
 * A hand-made check: 198 debates, 20 collapses, 21 corrections when an undefined majority counts as wrong. Four starts
 * have no valid majority and two of those end right, so that the net is +1 under WRONG and -1 under EXCLUDE.
 * `-` marks a round without a readable ballot.
 *
 * @type {Margins}
 */
export const gpqaCheck = {
  slug: "gpqa-check",
  title: "GPQA check, hand-made",
  model: "example/three-seats",
  family: "Example",
  provider: "example",
  unparsed: 0.01,
  paths: {
    ...{ "0000": 75, "0001": 2, "0011": 4, "0111": 13, "-011": 1, "-111": 1, "-000": 2 },
    ...{ 1000: 11, 1100: 5, 1110: 4, 1111: 80 },
  },
  restless: { "0000": 9 },
  split: { preservation: 21, collapse: 16, correction: 17, unrepaired: 48 },
};

/**
 * Decision files of replayed policies (paper, Table 7). Published: how many collapses and corrections they froze; how
 * many other debates, is invented.
 */
export const replays = {
  /** Over the four vllm models, leave one model out. */
  probeGate: { prevented: 29, lost: 108, elsewhere: 411 },
  /** On the 1,255 debates below, leave one model out. */
  learnedStump: { prevented: 2, lost: 31, elsewhere: 47 },
};

/**
 * A cohort of the published size on which "round-1 majority change" prevents 56 and loses 69; the rest is invented.
 *
 * @type {Margins}
 */
export const replay1255 = {
  slug: "replay-1255",
  title: "Replay cohort of 1,255",
  model: "example/three-seats",
  family: "Example",
  provider: "example",
  unparsed: 0.01,
  paths: {
    ...{ "0000": 420, "0001": 12, "0010": 4, "0011": 31, "0100": 6, "0101": 3, "0110": 4, "0111": 66 },
    ...{ 1000: 52, 1001: 3, 1010: 4, 1011: 8, 1100: 9, 1101: 4, 1110: 11, 1111: 618 },
  },
  restless: { "0000": 71 },
  split: { preservation: 190, collapse: 65, correction: 90, unrepaired: 290 },
};
