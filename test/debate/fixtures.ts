import { codeDebate } from "../../src/debate/codeDebate.js";
import { type Ballot, type Debate, NOT_ASKED, type RunHeader, type Seat } from "../../src/debate/debate.js";
import { BLOCK_SIZE, panelBlock, type PanelBlock } from "../../src/debate/panelBlock.js";
import { type Panels } from "../../src/debate/panels.js";
import { panels, type PanelsPart } from "../../src/debate/panelsOf.js";

/** One letter per ballot: `-` unparsed, `x` not asked, anything else a label. Rounds are separated by blanks: "AAB AB- xxx". */
export const rounds = (text: string): Ballot[][] =>
  text
    .split(" ")
    .map((round) => [...round].map((letter) => (letter === "x" ? NOT_ASKED : letter === "-" ? null : letter)));

export const seat = (name: string, model = "model", family: string | null = "family"): Seat => ({
  seat: name,
  model,
  family,
  provider: null,
  temperature: null,
});

export const seatsNamed = (count: number, model = "model", family: string | null = "family"): Seat[] =>
  Array.from({ length: count }, (_, index) => seat(String(index + 1), model, family));

export function debate(given: Partial<Debate> & Pick<Debate, "rounds">): Debate {
  const item = given.item ?? "q1";
  return {
    item,
    benchmark: "bench",
    category: null,
    cluster: item,
    gold: "A",
    labels: [],
    replicate: 0,
    texts: null,
    displayed: null,
    signals: [],
    reported: null,
    seats: null,
    tokens: null,
    cost: null,
    meta: null,
    ...given,
  };
}

export interface RunOf {
  readonly slug?: string;
  readonly seats: RunHeader["seats"];
  readonly debates: readonly Debate[];
  readonly rounds?: number;
  readonly carryForward?: boolean;
  readonly condition?: RunHeader["condition"];
}

/** A run's blocks, as an import would have written them. */
export function part({
  slug = "run",
  seats,
  debates,
  rounds: given,
  carryForward = false,
  condition = "FULL_DEBATE",
}: RunOf): PanelsPart {
  const lengths = debates.map((one) => one.rounds.length);
  const shape = {
    rounds: given ?? Math.max(0, ...lengths),
    seats: Math.max(seats.length, ...debates.map((one) => one.seats?.length ?? 0)),
  };
  const blocks: PanelBlock[] = [];
  for (let first = 0; first < debates.length; first += BLOCK_SIZE) {
    const rows = debates.slice(first, first + BLOCK_SIZE);
    blocks.push(
      panelBlock(
        { seats },
        shape,
        first,
        rows.map((one) => ({ debate: one, coded: codeDebate(one, shape) })),
      ),
    );
  }
  return { run: { slug, rounds: shape.rounds, carryForward, condition, contentDigest: `digest of ${slug}` }, blocks };
}

export const panelsOfRuns = (...runs: readonly RunOf[]): Panels => panels(runs.map(part));

/** Panels of debates given as letters, gold A, one item each. */
export function panelsOfLetters(
  texts: readonly string[],
  more: Partial<RunOf> & { gold?: string | null } = {},
): Panels {
  const debates = texts.map((text, index) =>
    debate({ item: `q${index + 1}`, rounds: rounds(text), gold: more.gold === undefined ? "A" : more.gold }),
  );
  return panelsOfRuns({ seats: seatsNamed(debates[0]?.rounds[0].length ?? 1), debates, ...more });
}
