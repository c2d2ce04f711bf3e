import { type Probe, strengths } from "../debate/probe.js";
import { described } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";
import {
  answerOf,
  costOf,
  countOf,
  isAmount,
  ledgerRowOf,
  metaOf,
  objectOf,
  objectsOf,
  probeHeader,
  type ProbeReader,
  type ReadProbe,
  revises,
  type RowOf,
  sameNumber,
} from "./probeReader.js";
import { fileStem, type RunOverrides } from "./reader.js";
import { repliesOf } from "./saCausal.js";

/** Reads rows one by one once the header stands; each format says what a row holds. */
const rowReader =
  (rows: (line: JsonObject, row: RowOf, notes: Notes) => readonly ReadProbe[] | null) =>
  (file: string, overrides: RunOverrides): ProbeReader => {
    let header: ReturnType<typeof probeHeader> = null;
    let started = false;
    return {
      header: () => header?.header ?? null,
      read(line, notes) {
        if (!started) header = probeHeader(file, {}, overrides, notes);
        started = true;
        const before = notes.faults.length;
        const row = ledgerRowOf(line, fileStem(file), overrides, notes);
        const read = row && rows(line, row, notes);
        return notes.faults.length === before ? read : null;
      },
    };
  };

const shared = [
  "question_id",
  "benchmark",
  "category",
  "correct_label",
  "model",
  "model_name",
  "backend",
  "total_cost",
];
const none: ReadonlySet<string> = new Set();

/**
 * `block0_alpha*`: a row is one question with the probes of its agents. The `alpha` of `alpha_estimates` is the slope of a fitted curve,
 * no flip rate: it is kept. `mean_flip_rate` is compared.
 */
export const block0AlphaReader = rowReader((line, row, notes) => {
  const agents = objectsOf(line.agents, "agents", notes);
  const results = objectOf(line.probe_results);
  const estimates = objectOf(line.alpha_estimates);
  const meta = metaOf(line, new Set([...shared, "agents", "probe_results"]), new Set(["alpha_estimates"]), none, notes);
  return (agents ?? []).map((agent, index): ReadProbe => {
    const path = `agents[${index}]`;
    const initial = answerOf(agent.initial_answer, `${path}.initial_answer`, notes);
    const items = results[String(agent.agent_id)];
    const given = items === undefined ? [] : objectsOf(items, `probe_results.${String(agent.agent_id)}`, notes);
    const replies = initial === null ? [] : (repliesOf(given ?? [], numberedStrength, notes) ?? []);
    const { mean_flip_rate: rate, n_revised: revised } = objectOf(estimates[String(agent.agent_id)]);
    return {
      probe: {
        ...row,
        condition: "default",
        seat: seatOf(agent.agent_id, `${path}.agent_id`, notes),
        replicate: 0,
        temperature: isAmount(agent.temperature) ? agent.temperature : null,
        initial,
        replies,
        counted: null,
        tokens: null,
        cost: costOf(undefined, [agent.initial_cost, ...(given ?? []).map(({ cost }) => cost)]),
        meta: index === 0 ? meta : null,
      },
      contradictions: contradictionsOf({ rate, revised, correct: agent.initial_correct }, row.gold, initial, replies),
    };
  });
});

/** `r5_*`: a row is one question once more, by one agent at temperature 0. */
export const r5PanelReader = rowReader((line, row, notes) => {
  const initial = answerOf(line.initial_answer, "initial_answer", notes);
  const items = objectsOf(line.probe_results, "probe_results", notes) ?? [];
  const replies = initial === null ? [] : (repliesOf(items, numberedStrength, notes) ?? []);
  const tokens = Object.values(objectOf(line.initial_tokens)).filter(isAmount);
  const read = new Set([
    ...shared,
    ...["repeat", "initial_answer", "initial_correct", "initial_parse_none", "initial_tokens", "initial_cost", "alpha"],
    ...["n_revised", "n_probes", "post_answer_none", "probe_cost", "probe_results"],
  ]);
  const probe: Probe = {
    ...row,
    condition: "default",
    seat: "1",
    replicate: countOf(line.repeat, "repeat", notes),
    temperature: 0,
    initial,
    replies,
    counted: null,
    tokens: tokens.length === 0 ? null : tokens.reduce((sum, count) => sum + count, 0),
    cost: costOf(undefined, [line.initial_cost, line.probe_cost]),
    meta: metaOf(line, read, none, new Set(["timestamp"]), notes),
  };
  const said = { rate: line.alpha, revised: line.n_revised, correct: line.initial_correct };
  return [{ probe, contradictions: contradictionsOf(said, row.gold, initial, replies) }];
});

/** `cross_benchmark_*`: of the screen only counts are kept, by agent. What the row says of its debate is in no probe. */
export const crossBenchmarkReader = rowReader((line, row, notes) => {
  const { agents, mean, max, cost, ...others } = objectOf(line.alpha);
  void [mean, max, cost];
  for (const key of Object.keys(others)) notes.warn("UNKNOWN_KEYS", `alpha.${key}`, described(others[key]));
  if (line.standard_debate !== undefined)
    notes.warn("DEBATE_PASSED_OVER", "standard_debate", "a verdict without ballots");
  return countedAgents(agents, "alpha.agents", row, notes);
});

/** `block3_*`: as above; its `alpha` is a flip rate. */
export const block3AlphaReader = rowReader((line, row, notes) => {
  for (const method of ["standard_debate", "abc_debate"])
    if (line[method] !== undefined) notes.warn("DEBATE_PASSED_OVER", method, "a verdict without ballots");
  return countedAgents(objectOf(line.alpha_estimation).agents, "alpha_estimation.agents", row, notes);
});

function countedAgents(agents: unknown, path: string, row: RowOf, notes: Notes): readonly ReadProbe[] {
  return (objectsOf(agents, path, notes) ?? []).map((agent, index): ReadProbe => {
    const place = `${path}[${index}]`;
    const initial = answerOf(agent.initial_answer, `${place}.initial_answer`, notes);
    const counted =
      initial === null
        ? null
        : {
            revised: countOf(agent.n_revised, `${place}.n_revised`, notes),
            of: countOf(agent.n_probes, `${place}.n_probes`, notes),
          };
    if (counted !== null && counted.revised > counted.of)
      notes.fault(`${place}.n_revised`, `at most ${counted.of}`, String(counted.revised));
    const rate = counted === null || counted.of === 0 ? null : counted.revised / counted.of;
    return {
      probe: {
        ...row,
        condition: "default",
        seat: seatOf(agent.agent_idx ?? agent.agent_id, `${place}.agent_idx`, notes),
        replicate: 0,
        temperature: isAmount(agent.temperature) ? agent.temperature : null,
        initial,
        replies: [],
        counted,
        tokens: null,
        cost: costOf(undefined, [agent.initial_cost ?? agent.cost]),
        meta: null,
      },
      contradictions: [
        ...(sameNumber(agent.alpha, rate) ? [] : ["alpha"]),
        ...contradictedStart(agent.initial_correct, row.gold, initial),
      ],
    };
  });
}

/** The pilots write the strength as a number and its name as the type of the probe. */
function numberedStrength({ strength, probe_type: type }: JsonObject): unknown {
  const named = typeof type === "string" && strengths.some((known) => known.toLowerCase() === type);
  if (named) return type;
  const place = isAmount(strength) ? strength * strengths.length - 1 : -1;
  return strengths[place]?.toLowerCase() ?? strength;
}

/** `agent_0` and 0 are the first seat, "1". */
function seatOf(agent: unknown, path: string, notes: Notes): string {
  const index = typeof agent === "string" ? /^agent_(\d{1,3})$/.exec(agent)?.[1] : agent;
  return String(countOf(typeof index === "string" ? Number(index) : index, path, notes) + 1);
}

function contradictionsOf(
  said: { readonly rate: unknown; readonly revised: unknown; readonly correct: unknown },
  gold: string | null,
  initial: string | null,
  replies: Probe["replies"],
): readonly string[] {
  const asked = replies.filter((reply) => reply !== null);
  const revised = asked.filter(({ answer }) => revises(initial, answer)).length;
  return [
    ...(sameNumber(said.rate, asked.length === 0 ? null : revised / asked.length) ? [] : ["flip_rate"]),
    ...(typeof said.revised === "number" && said.revised !== revised ? ["n_revised"] : []),
    ...contradictedStart(said.correct, gold, initial),
  ];
}

const contradictedStart = (said: unknown, gold: string | null, initial: string | null): readonly string[] =>
  typeof said === "boolean" && gold !== null && said !== (initial === gold) ? ["initial_correct"] : [];
