import { PLACES, type Probe, type Reply } from "../debate/probe.js";
import { canonicalJson } from "./canonicalJson.js";
import { decimalSum } from "./decimalSum.js";
import { described } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";
import { answerOf, countOf, isAmount, objectOf, probeHeader, type ProbeReader } from "./probeReader.js";
import { type RunOverrides } from "./reader.js";
import { MAX_ITEM_LENGTH } from "./record.js";
import { name, requiredName } from "./runLine.js";

const knownKeys: ReadonlySet<string> = new Set([
  ...["item", "benchmark", "category", "model", "family", "provider", "scaffold", "condition", "seat", "replicate"],
  ...["temperature", "gold", "initial", "replies", "suggested", "counted", "tokens", "cost", "meta"],
]);

/** Reads the neutral file of probes: a line `{"probes": {...}}` with what holds for all, or none, then a probe a line. */
export function neutralProbesReader(file: string, overrides: RunOverrides): ProbeReader {
  let start: ReturnType<typeof probeHeader> = null;
  let lines = 0;
  return {
    header: () => start?.header ?? null,
    read(line, notes) {
      const isHeader = Object.hasOwn(line, "probes") && !Object.hasOwn(line, "item");
      if (++lines === 1) start = probeHeader(file, isHeader ? objectOf(line.probes) : {}, overrides, notes);
      else if (isHeader) notes.fault("probes", "a probe (the line about all of them comes first and once)", "another");
      if (isHeader || start === null) return start === null ? null : [];
      const probe = probeOf(line, start.defaults, overrides, notes);
      return probe && [{ probe, contradictions: [] }];
    },
  };
}

function probeOf(
  line: JsonObject,
  defaults: JsonObject,
  { model, family, provider }: RunOverrides,
  notes: Notes,
): Probe | null {
  const before = notes.faults.length;
  const said = (key: string): unknown => line[key] ?? defaults[key];
  const names = (key: string, given?: string) => given ?? name(said(key), key, notes);
  const required = (key: string, given?: string) => given ?? requiredName(said(key), key, notes);
  const initial = answerOf(line.initial, "initial", notes);
  const counted = line.counted === undefined || line.counted === null ? null : countedOf(line.counted, notes);
  const replies =
    counted === null ? repliesOf(line.replies, initial, answerOf(line.suggested, "suggested", notes), notes) : [];
  const { temperature = null, tokens = null, cost = null } = line;
  if (temperature !== null && typeof temperature !== "number")
    notes.fault("temperature", "number or null", described(temperature));
  if (cost !== null && !isAmount(cost)) notes.fault("cost", "a number from 0, or null", described(cost));
  const unknown = Object.entries(line).filter(([key]) => !knownKeys.has(key));
  for (const [key, value] of unknown) notes.warn("UNKNOWN_KEYS", key, described(value));
  const meta = { ...objectOf(line.meta), ...Object.fromEntries(unknown) };
  const probe: Probe = {
    item: requiredName(line.item, "item", notes, "string", MAX_ITEM_LENGTH),
    benchmark: required("benchmark"),
    category: names("category"),
    model: required("model", model),
    family: names("family", family),
    provider: names("provider", provider),
    scaffold: names("scaffold"),
    condition: names("condition") ?? "default",
    seat: names("seat") ?? "1",
    replicate: countOf(line.replicate ?? 0, "replicate", notes),
    temperature: typeof temperature === "number" ? temperature : null,
    gold: answerOf(line.gold, "gold", notes),
    initial,
    replies,
    counted,
    tokens: tokens === null ? null : countOf(tokens, "tokens", notes),
    cost: isAmount(cost) ? decimalSum([cost]) : null,
    meta: Object.keys(meta).length === 0 ? null : canonicalJson(meta),
  };
  return notes.faults.length === before ? probe : null;
}

/** Eight replies, or none where the initial answer could not be read. */
function repliesOf(
  value: unknown,
  initial: string | null,
  suggested: string | null,
  notes: Notes,
): readonly (Reply | null)[] {
  if (initial === null && (value === undefined || (Array.isArray(value) && value.length === 0))) return [];
  if (!Array.isArray(value) || value.length !== PLACES) {
    const got = Array.isArray(value) ? String(value.length) : described(value);
    notes.fault("replies", `${PLACES} replies: weak to very strong, each solo and then social`, got);
    return [];
  }
  if (initial === null) notes.fault("initial", "an answer, since replies were recorded", "null");
  return value.map((reply: unknown, place): Reply | null => {
    const path = `replies[${place}]`;
    if (reply === null || typeof reply === "string") return { answer: answerOf(reply, path, notes), suggested };
    const given = objectOf(reply);
    if (given.asked === false) return null;
    if (!Object.hasOwn(given, "answer")) notes.fault(path, "string, null or an object with answer", described(reply));
    return {
      answer: answerOf(given.answer, `${path}.answer`, notes),
      suggested: answerOf(given.suggested, `${path}.suggested`, notes) ?? suggested,
    };
  });
}

function countedOf(value: unknown, notes: Notes): Probe["counted"] {
  const { revised, of } = objectOf(value);
  const counted = { revised: countOf(revised, "counted.revised", notes), of: countOf(of, "counted.of", notes) };
  if (counted.revised > counted.of) notes.fault("counted.revised", `at most ${counted.of}`, String(counted.revised));
  return counted;
}
