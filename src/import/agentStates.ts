import { described } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";

/** What one agent said in one round, as the extension vintage and the core runner store it. */
export interface AgentState {
  readonly answer: string | null;
  readonly text: string | null;
  readonly model: string | null;
  readonly cost: number | null;
  readonly tokens: number | null;
}

const knownKeys: ReadonlySet<string> = new Set([
  "agent_id",
  "answer",
  "reasoning",
  "round_num",
  "cost",
  "usage",
  "model",
  "model_name",
  "model_id",
  "model_returned",
]);

/**
 * The states of one round in slot order: sorted by numeric agent id, others last in the order in which they stand. Null when
 * something is wrong.
 */
export function agentStates(
  value: unknown,
  path: string,
  notes: Notes,
  unknown: [string, unknown][],
): readonly AgentState[] | null {
  if (!Array.isArray(value)) {
    notes.fault(path, "an array of agent states", described(value));
    return null;
  }
  const before = notes.faults.length;
  const states = value.map((entry: unknown, index) => {
    const place = `${path}[${index}]`;
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
      notes.fault(place, "an agent state", described(entry));
      return null;
    }
    const state = entry as JsonObject;
    for (const key in state) if (!knownKeys.has(key)) unknown.push([`${place}.${key}`, state[key]]);
    return { rank: rankOf(state.agent_id), index, id: state.agent_id, read: agentState(state, place, notes) };
  });
  const whole = states.filter((state) => state !== null);
  const ids = new Set<unknown>();
  for (const { id, index } of whole) {
    if (id !== undefined && ids.has(id))
      notes.fault(`${path}[${index}].agent_id`, "each agent once", `${described(id)} again`);
    ids.add(id);
  }
  if (notes.faults.length !== before) return null;
  return whole.sort((a, b) => a.rank - b.rank || a.index - b.index).map(({ read }) => read);
}

/** Greater than any agent's number, and finite, so that differences are. */
const LAST = Number.MAX_SAFE_INTEGER;

function rankOf(id: unknown): number {
  const number = typeof id === "number" ? id : typeof id === "string" && /^\s*\d+\s*$/.test(id) ? Number(id) : LAST;
  return Number.isFinite(number) ? Math.min(number, LAST) : LAST;
}

function agentState(state: JsonObject, path: string, notes: Notes): AgentState {
  const usage = typeof state.usage === "object" && state.usage !== null ? (state.usage as JsonObject) : {};
  return {
    answer: optionalText(state.answer, `${path}.answer`, notes),
    text: optionalText(state.reasoning, `${path}.reasoning`, notes),
    model: [state.model, state.model_name, state.model_id, state.model_returned].find(isName) ?? null,
    cost: finite(state.cost ?? usage.cost),
    tokens: usageTokens(usage),
  };
}

const isName = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

export function optionalText(value: unknown, path: string, notes: Notes): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  notes.fault(path, "string or null", described(value));
  return null;
}

const finite = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

/** All tokens of one reply. The lanes name them differently; null when none of the names is there. */
export function usageTokens(usage: JsonObject): number | null {
  const total = finite(usage.total_tokens);
  if (total !== null) return total;
  const parts = ["prompt_tokens", "completion_tokens", "input_tokens", "output_tokens", "thinking_tokens"]
    .map((key) => finite(usage[key]))
    .filter((part) => part !== null);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0);
}
