import { type Seat } from "../debate/debate.js";
import { canonicalJson } from "./canonicalJson.js";
import { ledgerRow, type LedgerRow, modelKeys, type Vintage } from "./debateLedger.js";
import { quoted } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { fileStem, overridden, type Reader, type RunOverrides } from "./reader.js";
import { differing } from "./record.js";
import { remark } from "./remark.js";
import { runLine, type RunLine, seats as seatsOf } from "./runLine.js";

/**
 * Reads DebateLedger's `debate_traces_*.jsonl` of both vintages and the core runner's shape. A file is one run; what it says of
 * itself is in its first row and its name. A repeated question is another replicate, in file order; the pilot numbers them.
 */
export function debateLedgerReader(file: string, overrides: RunOverrides): Reader {
  const stem = fileStem(file).replace(/^debate_traces_/, "");
  const repeats = new Map<string, number>();
  const seen = new Set<string>();
  let run: RunLine | null = null;
  let vintage: Vintage | null = null;
  let panel: { models: readonly string[]; seats: string } | null = null;
  return {
    run: () => run,
    read(line, notes) {
      const row = ledgerRow(line, notes);
      if (row === null) return null;
      if (row.vintage !== "without rounds") {
        vintage ??= row.vintage;
        if (row.vintage !== vintage) {
          notes.fault(
            "round_traces",
            `rows of the ${vintage} vintage, as the file began`,
            `one of the ${row.vintage} vintage`,
          );
          return null;
        }
      }
      const models = modelsOf(line, row, stem);
      const seats = rowSeats(line, row, models, stem);
      if (panel === null) {
        panel = { models, seats: canonicalJson(seats) };
        run = runLine(overridden(runObject(stem, row, seats), overrides), notes);
      }
      if (run === null) return null;
      const panelSize = run.seats?.length ?? models.length;
      if (models.length !== panelSize) {
        notes.fault("initial_answers", `${panelSize} answers, one for each seat`, String(models.length));
        return null;
      }
      if (models.join("\n") !== panel.models.join("\n")) {
        notes.fault("model", `the file's one model (${quoted(panel.models.join(", "))})`, quoted(models.join(", ")));
        return null;
      }
      const benchmark = overrides.benchmark === undefined ? (row.benchmark ?? run.benchmark) : run.benchmark;
      if (benchmark === null) {
        notes.fault("benchmark", "a benchmark in the row, in its question id or from outside", "nothing");
        return null;
      }
      const own = canonicalJson(seats) === panel.seats ? null : overridden({ seats }, overrides).seats;
      const debateId = row.vintage === "ends only" ? line.debate_id : undefined;
      const numbered = Number.isInteger(debateId) && (debateId as number) >= 0 ? (debateId as number) : null;
      const replicate = numbered ?? repeats.get(row.item) ?? 0;
      const before = notes.faults.length;
      const debate = {
        item: row.item,
        benchmark,
        category: row.category ?? run.category,
        cluster: row.item,
        gold: row.gold,
        labels: [],
        replicate,
        rounds: row.rounds,
        texts: row.texts,
        displayed: null,
        signals: [],
        reported: row.reported,
        seats: own === null ? null : differing(seatsOf(own, "temperatures", notes), run.seats),
        tokens: row.tokens,
        cost: row.cost,
        meta: row.rest.length === 0 ? null : canonicalJson(Object.fromEntries(row.rest)),
      };
      remark(debate, notes);
      const key = numbered === null ? null : JSON.stringify([row.item, numbered]);
      if (key !== null && seen.has(key)) notes.fault("debate_id", "each question and debate_id once", `${key} again`);
      if (notes.faults.length !== before) return null;
      if (key !== null) seen.add(key);
      repeats.set(row.item, replicate + 1);
      return { debate, roundMajorities: row.roundMajorities, finalStored: row.vintage !== "without rounds" };
    },
  };
}

/** Slots of the published mixed panels, which the rows need not name, by the abbreviations in the files' names. */
const slots: Readonly<Record<string, string>> = {
  msl4: "mistral-small-4",
  llama70b: "llama-3.3-70b-instruct",
  dsv4f: "deepseek-v4-flash",
  scout: "llama-4-scout",
  local4b: "qwen3-4b",
};

/** The model of each seat: from the states, else from a mixed panel's name, else the row's for all, else the file's name. */
function modelsOf(line: JsonObject, row: LedgerRow, stem: string): readonly string[] {
  if (row.models !== null) return row.models;
  const count = row.rounds[0].length;
  const mixed = /^hetero_(.+?)(_n\d+)?$/
    .exec(stem)?.[1]
    .split("_")
    .map((slot) => slots[slot]);
  if (mixed && mixed.length === count && mixed.every((model) => model !== undefined)) return mixed;
  const named = modelKeys
    .map((key) => line[key])
    .find((model): model is string => typeof model === "string" && model.trim() !== "");
  return new Array<string>(count).fill(named ?? stem);
}

function rowSeats(line: JsonObject, row: LedgerRow, models: readonly string[], stem: string): readonly Seat[] {
  const backend = typeof line.backend === "string" && line.backend !== "" ? line.backend : null;
  return models.map((model, index) => ({
    seat: String(index + 1),
    model,
    family: null,
    provider: backend ?? (row.vintage === "primary" && model.includes("/") ? model.split("/")[0] : stem.split("_")[0]),
    temperature: row.temperatures?.[index] ?? null,
  }));
}

function runObject(stem: string, row: LedgerRow, seats: readonly Seat[]): JsonObject {
  return {
    slug: stem.replace(/[^A-Za-z0-9._+-]+/g, "-").replace(/^[^A-Za-z0-9]+/, ""),
    // The arms of the redo runs are told apart by name only: in "self" an agent sees nothing but its own text.
    condition: /think(ON|OFF)_self/.test(stem) ? "PRIVATE_REVISION" : "FULL_DEBATE",
    scaffold: `debateledger ${row.vintage}`,
    benchmark: row.benchmark,
    seats,
  };
}
