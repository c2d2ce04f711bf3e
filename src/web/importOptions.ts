import { UserError } from "../errors.js";
import { givenMap } from "../import/shippedMaps.js";
import { type ImportOptions } from "../import/importRun.js";

/** Keys of the run that may be said from outside the file; they win over what it says of itself. */
export const runKeys = {
  slug: "the run's name; the file's own name when nobody says",
  title: "a title for people",
  condition: "FULL_DEBATE, LABELS_ONLY, FAKE_PEERS, NO_PEERS, PRIVATE_REVISION, BLIND or OTHER",
  scaffold: "how the debate was set up, such as du2024-3r",
  benchmark: "where the items come from, when debates do not say",
  category: "the same for their category",
  seats: 'the panel as JSON: [{"seat":"1","model":"...","family":"...","temperature":0}]',
  model: "the model in every seat",
  only: "of a table that holds several models, the one whose rows are read",
  family: "the family of every seat's model",
  provider: "who served every seat",
  earlyStop: "CARRY_FORWARD: a debate that ended early repeats its last asked round",
  fold: "UPPER: answers are compared in upper case",
  createdAt: "when the debates were held, ISO 8601",
  license: "the data's license",
  note: "anything worth knowing",
  synthetic: "true when the debates were made, not held",
} as const;

export const formats = [
  "auto",
  "neutral",
  "debateledger",
  "debateledger-r1",
] as const satisfies readonly ImportOptions["format"][];

const ownKeys = ["format", "dryRun", "maxErrors", "map"];

/** Reads the query parameters of POST /import, which are also what the command line's flags become. */
export function importOptions(given: Readonly<Record<string, string | undefined>>): Omit<ImportOptions, "onProgress"> {
  const run: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(given)) {
    if (text === undefined || ownKeys.includes(key)) continue;
    if (!Object.hasOwn(runKeys, key))
      throw new UserError("BAD_INPUT", `${key}: expected one of ${[...ownKeys, ...Object.keys(runKeys)].join(", ")}`);
    run[key] = key === "seats" ? json(key, text) : key === "synthetic" ? flag(key, text) : text;
  }
  const { dryRun, maxErrors, map } = given;
  const format = formats.find((known) => known === given.format);
  if (given.format !== undefined && format === undefined)
    throw new UserError("BAD_INPUT", `format: expected one of ${formats.join(", ")}, got ${given.format}`);
  return {
    format,
    dryRun: flag("dryRun", dryRun ?? "false"),
    maxErrors: count("maxErrors", maxErrors),
    run,
    ...(map !== undefined && { map: givenMap(map) }),
  };
}

function json(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError("BAD_INPUT", `${key}: expected JSON, got ${text}`);
  }
}

function flag(key: string, text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new UserError("BAD_INPUT", `${key}: expected true or false, got ${text}`);
}

function count(key: string, text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,5}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UserError("BAD_INPUT", `${key}: expected a whole number from 1, got ${text}`);
}
