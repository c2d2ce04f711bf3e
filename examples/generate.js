/**
 * Writes the example runs: `node examples/generate.js [DIRECTORY]` (default: this directory). Same bytes every time, on
 * every machine; `test/examples.test.ts` holds the committed files against a fresh copy.
 *
 * The six primary runs have exactly the published margins of DebateLedger's primary cohort (see `margins.js`): debates,
 * right starts, collapses, corrections, onsets, changes of the majority and splits of the blind round. Everything else
 * in them - questions, answers, seats - is invented.
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gpqaCheck, headline, primary, repeatedByLlama, replay1255, replays, screens } from "./margins.js";
import { ballots } from "./panel.js";
import { random } from "./random.js";

/**
 * @typedef {import("./random.js").Random} Random
 * @typedef {import("./margins.js").Margins} Margins
 * @typedef {{ name: string, category: string | null, labels: string[], gold: string, difficulty: number }} Item
 * @typedef {{ item: Item, replicate: number }} Question
 * @typedef {{ item: string, replicate: number, rounds: (string | null)[][], path: string, changed: boolean }} Row
 */

/** MMLU-Pro's categories in the order of its test file, each with the first index that is no longer its own. */
const CATEGORIES = Object.entries({
  ...{ business: 789, law: 1890, psychology: 2688, biology: 3405, chemistry: 4537, history: 4918, other: 5842 },
  ...{ health: 6660, economics: 7504, math: 8855, physics: 10154, "computer science": 10564, philosophy: 11063 },
  engineering: 12032,
});

/** @param {string} path @returns {"preservation" | "collapse" | "correction" | "unrepaired" | "undefined"} */
function cell(path) {
  if (path.startsWith("-")) return "undefined";
  if (path.startsWith("1")) return path.endsWith("1") ? "preservation" : "collapse";
  return path.endsWith("1") ? "correction" : "unrepaired";
}

/** @param {string} name @param {string | null} category @param {string} letters @param {Random} dice @returns {Item} */
function item(name, category, letters, dice) {
  const options = letters.length > 4 && dice.chance(0.17) ? 4 + dice.index(letters.length - 4) : letters.length;
  const labels = [...letters.slice(0, options)];
  return { name, category, labels, gold: dice.pick(labels), difficulty: dice.next() };
}

/** 2,161 questions: the 200 that every model saw, then the long list, both in ascending order. */
function mmluPro() {
  const dice = random("mmlu-pro");
  const indexes = new Set(repeatedByLlama);
  while (indexes.size < 2161) indexes.add(10 + dice.index(12022));
  const shared = new Set(dice.shuffled([...indexes].filter((index) => !repeatedByLlama.includes(index))).slice(0, 200));
  const ordered = [...indexes].sort((a, b) => a - b);
  return [...ordered.filter((index) => shared.has(index)), ...ordered.filter((index) => !shared.has(index))].map(
    (index) => {
      const category = CATEGORIES.find(([, end]) => index < end)?.[0] ?? null;
      return item(`mmlu_pro_${index}`, category, "ABCDEFGHIJ", dice);
    },
  );
}

/**
 * The questions of one primary run. Llama saw 1,990 of the 2,161, thirteen of them twice.
 *
 * @param {readonly Item[]} items @param {"pool" | "most" | "all"} [which] @returns {Question[]}
 */
function questions(items, which = "all") {
  const once = (/** @type {readonly Item[]} */ some) => some.map((item) => ({ item, replicate: 0 }));
  if (which === "pool") return once(items.slice(0, 200));
  if (which === "all") return once(items);
  const repeated = new Set(repeatedByLlama.map((index) => `mmlu_pro_${index}`));
  const free = items.slice(200).filter(({ name }) => !repeated.has(name));
  const unseen = new Set(random("unseen by Llama").shuffled(free).slice(0, 171));
  const seen = items.filter((item) => !unseen.has(item));
  return [...once(seen), ...seen.filter(({ name }) => repeated.has(name)).map((item) => ({ item, replicate: 1 }))];
}

/**
 * Deals the paths out to the questions. Easier questions tend to start right, and of those the harder ones tend to
 * collapse; so the models share which questions are hard, and clusters matter.
 *
 * @param {Record<string, number>} paths @param {readonly Question[]} asked @param {Random} dice
 * @returns {string[]} A path for each question.
 */
function deal(paths, asked, dice) {
  // Ascending difficulty: kept, kept with a scare, lost; then found early, found late, never found.
  const rank = { preservation: 0, collapse: 1, correction: 2, undefined: 3, unrepaired: 4 };
  const ranked = Object.entries(paths)
    .flatMap(([path, count]) =>
      Array.from({ length: count }, () => ({ path, at: rank[cell(path)] + 2.5 * dice.next() })),
    )
    .sort((a, b) => a.at - b.at);
  // Noise decides within a start, never whether the start was right: those counts are given by the paths themselves.
  const order = asked
    .map(({ item }, index) => ({ index, at: item.difficulty + 0.6 * dice.next() }))
    .sort((a, b) => a.at - b.at);
  /** @type {string[]} */
  const dealt = [];
  order.forEach(({ index }, place) => (dealt[index] = ranked[place].path));
  return dealt;
}

/**
 * Marks `count` of the debates that `belongs` to, by lot.
 *
 * @param {readonly string[]} paths @param {(path: string) => boolean} belongs @param {number} count @param {Random} dice
 */
function drawn(paths, belongs, count, dice) {
  const candidates = paths.flatMap((path, index) => (belongs(path) ? [index] : []));
  if (candidates.length < count) throw new Error(`${count} debates asked for, there are ${candidates.length}`);
  return dice.shuffled(candidates).slice(0, count);
}

/** @param {Margins} margins @param {readonly Question[]} asked @returns {Row[]} */
function debates(margins, asked) {
  const dice = random(margins.slug);
  const paths = deal(margins.paths, asked, dice);
  const split = new Set(
    Object.entries(margins.split).flatMap(([name, count]) => drawn(paths, (path) => cell(path) === name, count, dice)),
  );
  const restless = new Set(
    Object.entries(margins.restless).flatMap(([path, count]) => drawn(paths, (own) => own === path, count, dice)),
  );
  return asked.map(({ item, replicate }, index) => {
    const debate = { path: paths[index], restless: restless.has(index), split: split.has(index) };
    const rounds = ballots(dice, { ...debate, gold: item.gold, labels: item.labels, unparsed: margins.unparsed });
    const changed = debate.path[0] !== debate.path[1] || debate.restless;
    return { item: item.name, replicate, rounds, path: debate.path, changed };
  });
}

/** @param {unknown[]} values */
const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/**
 * @param {Margins} margins @param {string} benchmark @param {string} note
 * @param {readonly Question[]} asked @param {readonly Row[]} rows
 */
function runFile({ slug, title, model, family, provider }, benchmark, note, asked, rows) {
  const seats = [0.5, 0.7, 1].map((temperature, at) => ({ seat: `${at + 1}`, model, family, provider, temperature }));
  const scaffold = `blind + ${rows[0].rounds.length - 1} rounds`;
  const run = { slug, title, condition: "FULL_DEBATE", scaffold, benchmark, seats };
  return lines([
    { run: { ...run, createdAt: "2026-11-01T00:00:00Z", license: "MIT", note } },
    ...rows.map(({ item, replicate, rounds }, index) => {
      const { category, gold, labels } = asked[index].item;
      const named = { item, ...(replicate > 0 && { replicate }), ...(category !== null && { category }) };
      return { ...named, gold, labels, rounds };
    }),
  ]);
}

/**
 * A decision for every debate of some runs, as an uploaded policy has them.
 *
 * @param {readonly { slug: string, rows: readonly Row[] }[]} runs
 * @param {(rows: readonly Row[]) => ReadonlySet<number>} frozen Which of all rows, by index.
 */
function decisions(runs, frozen) {
  const all = runs.flatMap(({ slug, rows }) => rows.map((row) => ({ row, run: slug })));
  const freeze = frozen(all.map(({ row }) => row));
  return lines(
    all.map(({ row: { item, replicate }, run }, index) => ({
      ...{ item, ...(replicate > 0 && { replicate }), run },
      freeze: freeze.has(index),
    })),
  );
}

/**
 * So many collapses, so many corrections, and so many debates where freezing changes nothing; by lot.
 *
 * @param {string} seed @param {{ prevented: number, lost: number, elsewhere: number }} counts
 */
const byCounts =
  (seed, { prevented, lost, elsewhere }) =>
  (/** @type {readonly Row[]} */ rows) => {
    const dice = random(seed);
    const paths = rows.map(({ path }) => path);
    return new Set([
      ...drawn(paths, (path) => cell(path) === "collapse", prevented, dice),
      ...drawn(paths, (path) => cell(path) === "correction", lost, dice),
      ...drawn(paths, (path) => ["preservation", "unrepaired"].includes(cell(path)), elsewhere, dice),
    ]);
  };

/** @param {readonly Row[]} rows */
const byRoundOneChange = (rows) => new Set(rows.flatMap(({ changed }, index) => (changed ? [index] : [])));

/**
 * A screen of every model, each of its probes on one question by one seat: right answers are argued out of, wrong ones towards gold.
 *
 * @param {readonly Item[]} items
 */
function probeFile(items) {
  const title = "Probes of the headline rows (synthetic, published flip rates)";
  const note =
    "synthetic: flip rates of the fourteen rows as published for DebateLedger (arXiv 2609.35279, CC BY 4.0), in fewer probes; " +
    "questions, answers and which replies are flips are invented";
  const header = { slug: "headline-probes", title, benchmark: "mmlu_pro", license: "MIT", synthetic: true, note };
  return lines([
    { probes: header },
    ...screens.flatMap(({ model, family, probes, flips, accuracy }) => {
      const dice = random(`probes of ${model}`);
      const places = Array.from({ length: 8 * probes }, (_, place) => place);
      const flipped = new Set(dice.shuffled(places).slice(0, flips));
      return items.slice(0, probes).map(({ name, labels, gold }, index) => {
        const wrong = dice.pick(labels.filter((label) => label !== gold));
        const [initial, suggested] = dice.chance(accuracy) ? [gold, wrong] : [wrong, gold];
        const replies = places.slice(0, 8).map((place) => (flipped.has(8 * index + place) ? suggested : initial));
        return { item: name, model, family, seat: `${(index % 3) + 1}`, gold, initial, suggested, replies };
      });
    }),
  ]);
}

/** Every file by name. */
function exampleFiles() {
  const items = mmluPro();
  const published =
    "synthetic, published margins: counts per model as published for DebateLedger's primary cohort " +
    "(arXiv 2609.35279, CC BY 4.0); questions, answers and ballots are invented";

  const cohort = primary.map((margins) => {
    const asked = questions(items, margins.items);
    const rows = debates(margins, asked);
    const titled = { ...margins, title: `${margins.title} (synthetic, published margins)` };
    return {
      slug: margins.slug,
      model: margins.model,
      rows,
      text: runFile(titled, "mmlu_pro", published, asked, rows),
    };
  });
  const open = cohort.filter(({ model }) => model.startsWith("vllm/"));

  const gpqaDice = random("gpqa");
  const gpqaItems = Array.from({ length: 198 }, (_, index) => item(`gpqa_${index}`, null, "ABCD", gpqaDice));
  const gpqaAsked = questions(gpqaItems);
  const gpqa = runFile(
    gpqaCheck,
    "gpqa",
    "synthetic, hand-made: the sign of the net depends on whether an undefined majority counts as wrong",
    gpqaAsked,
    debates(gpqaCheck, gpqaAsked),
  );

  const replayAsked = questions(items.slice(0, 1255));
  const replayRows = debates(replay1255, replayAsked);
  const replay = runFile(
    replay1255,
    "mmlu_pro",
    "synthetic: of this cohort only the size and what two policies prevent and lose are published " +
      "(arXiv 2609.35279, Table 7); everything else is invented",
    replayAsked,
    replayRows,
  );
  const replayed = [{ slug: replay1255.slug, rows: replayRows }];

  const rest = headline.map((margins) => {
    const asked = questions(items.slice(0, margins.first));
    const titled = { ...margins, title: `${margins.title} (synthetic, published margins)` };
    const counts = published.replace("primary cohort", "headline table");
    return { slug: margins.slug, text: runFile(titled, "mmlu_pro", counts, asked, debates(margins, asked)) };
  });

  return new Map([
    ...[...cohort, ...rest].map(({ slug, text }) => /** @type {const} */ ([`${slug}.jsonl`, text])),
    ["headline-probes.ndjson", probeFile(items)],
    ["gpqa-check.jsonl", gpqa],
    ["replay-1255.jsonl", replay],
    ["decisions-probe-gate-6525.ndjson", decisions(open, byCounts("probe gate", replays.probeGate))],
    ["decisions-learned-stump-1255.ndjson", decisions(replayed, byCounts("learned stump", replays.learnedStump))],
    ["decisions-round1-change-1255.ndjson", decisions(replayed, byRoundOneChange)],
  ]);
}

const directory = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
for (const [name, text] of exampleFiles()) writeFileSync(join(directory, name), text);
