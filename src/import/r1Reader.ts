import { NOT_ASKED } from "../debate/debate.js";
import { canonicalJson } from "./canonicalJson.js";
import { benchmarkOfItem } from "./debateLedger.js";
import { described, quoted } from "./fault.js";
import { R1_SEATS, r1Row } from "./r1Row.js";
import { fileStem, overridden, type Reader, type RunOverrides } from "./reader.js";
import { MAX_ITEM_LENGTH } from "./record.js";
import { name, requiredName, runLine, type RunLine } from "./runLine.js";

/** Declared or harmless columns that say nothing of the rounds: kept. Everything else that is not read is kept with a warning. */
const keptKeys: ReadonlySet<string> = new Set([
  ...["schema_version", "row_id", "release_tier", "split_id", "parser_flags", "provenance", "r1_unanimous"],
]);

/**
 * Reads DebateLedger's `per_debate_r1_features`, JSONL or CSV, emitted or declared: debates without ballots. A run is the debates of one
 * model; of a table of several, `only` names the one that is meant. A repeated question is another replicate, in file order.
 */
export function r1Reader(file: string, overrides: RunOverrides): Reader {
  const repeats = new Map<string, number>();
  let run: RunLine | null = null;
  let model: string | null = overrides.only ?? null;
  return {
    run: () => run,
    read(line, notes) {
      const before = notes.faults.length;
      const own = requiredName(line.model ?? line.model_id, line.model === undefined ? "model_id" : "model", notes);
      if (overrides.only !== undefined && own !== overrides.only) return null;
      model ??= own;
      if (own !== model)
        notes.fault("model", `the rows of one model (${quoted(model)}), or to be told which with only`, quoted(own));
      const item = requiredName(line.question_id, "question_id", notes, "string", MAX_ITEM_LENGTH);
      const version = line.schema_version;
      if (version !== undefined && version !== null && version !== "per_debate_r1_features.v1")
        notes.fault("schema_version", '"per_debate_r1_features.v1"', described(version));
      const row = r1Row(line, notes);
      const label = line.correct_label ?? null;
      if (label !== null && typeof label !== "string") notes.fault("correct_label", "string or null", described(label));
      run ??= runLine(overridden(runObject(file, own, overrides), overrides), notes);
      const stated = name(line.benchmark, "benchmark", notes) ?? benchmarkOfItem(item) ?? run?.benchmark ?? null;
      const benchmark = overrides.benchmark === undefined ? stated : (run?.benchmark ?? null);
      if (run !== null && benchmark === null)
        notes.fault("benchmark", "a benchmark in the row, in its question id or from outside", "nothing");
      if (row === null || run === null || benchmark === null || notes.faults.length !== before) return null;
      const rest = Object.entries(line).filter(([key]) => !row.read.has(key) && !identity.has(key));
      for (const [key, value] of rest) if (!keptKeys.has(key)) notes.warn("UNKNOWN_KEYS", key, described(value));
      const replicate = repeats.get(item) ?? 0;
      repeats.set(item, replicate + 1);
      const seats = run.seats?.length ?? R1_SEATS;
      const debate = {
        item,
        benchmark,
        category: run.category,
        cluster: item,
        gold: typeof label === "string" ? label.trim() || null : null,
        labels: [],
        replicate,
        rounds: Array.from({ length: row.rounds }, () => new Array<typeof NOT_ASKED>(seats).fill(NOT_ASKED)),
        texts: null,
        displayed: null,
        signals: [],
        reported: row.reported,
        derived: row.derived,
        seats: null,
        tokens: null,
        cost: null,
        meta: rest.length === 0 ? null : canonicalJson(Object.fromEntries(rest)),
      };
      return { debate, roundMajorities: null, finalStored: true };
    },
  };
}

const identity: ReadonlySet<string> = new Set(["model", "model_id", "question_id", "correct_label", "benchmark"]);

function runObject(file: string, model: string, { only }: RunOverrides) {
  const slug = slugText(only === undefined ? fileStem(file) : `${fileStem(file)}-${only}`);
  const provider = model.includes("/") ? model.split("/")[0] : null;
  return {
    slug,
    condition: "FULL_DEBATE",
    scaffold: "debateledger primary",
    seats: Array.from({ length: R1_SEATS }, (_, at) => ({ seat: String(at + 1), model, provider })),
  };
}

/** A text as a slug. */
export const slugText = (text: string): string => text.replace(/[^A-Za-z0-9._+-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
