import { type Caveat, caveat, type CaveatCode } from "./caveat.js";
import { type Coding } from "./coding.js";
import { type Counted } from "./counted.js";
import { type Group, type Grouping, type Groups, groupsOf, membersOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { type Ledger } from "./ledger.js";
import { majority } from "./majority.js";
import { NOT_ASKED_CODE, type Panels } from "./panels.js";
import { tieDecides } from "./ties.js";
import { cell, exclusionOf, RIGHT, UNDEFINED_AS_WRONG, verdict } from "./transition.js";
import { endpoints } from "./endpoint.js";

interface Answer {
  readonly panels: Panels;
  readonly coding: Coding;
  readonly by: Grouping | null;
  readonly interval: IntervalOptions;
  readonly states: Uint8Array;
  readonly groups: Groups | null;
  readonly total: Ledger;
  readonly ledgers: readonly (Group & { readonly ledger: Ledger })[];
  readonly rates: { readonly total: Counted; readonly groups: readonly Counted[] };
}

/** What this ledger's own data say against reading too much into it. */
export function ledgerCaveats(answer: Answer): readonly Caveat[] {
  const found: Caveat[] = [];
  const when = (holds: boolean, code: CaveatCode, about: readonly string[] = []) => {
    if (holds) found.push(caveat(code, about));
  };
  const { panels, ledgers, total, by, interval, rates } = answer;
  const few = ledgers.filter((_, index) => isFew(rates.groups[index].sums().clusters)).map(({ label }) => label);
  when(isFew(rates.total.sums().clusters) || few.length > 0, "FEW_CLUSTERS", few);
  const rare = ledgers.filter(({ ledger }) => isRare(ledger)).map(({ label }) => label);
  when(isRare(total) || rare.length > 0, "RARE_EVENTS", rare);
  when((by === "MODEL" || by === "FAMILY" || by === "RUN") && poolsDiffer(answer), "POOLS_DIFFER");
  const families = groupsOf(panels, "FAMILY").groups.length;
  when((by === "FAMILY" || interval.cluster === "MODEL") && families > 0 && families < 10, "FEW_FAMILIES");
  when(by === "FAMILY" && familiesOverlap(answer), "WITHIN_FAMILY_SPREAD");
  when(survivorsEasier(answer), "SURVIVORS_EASIER");
  when(tiesDecide(answer), "TIES_DECIDE");
  when(panels.derived !== null, "DERIVED_COLUMNS");
  return found;
}

const isFew = (clusters: number): boolean => clusters > 0 && clusters < 30;

/** A conditional rate that exists and rests on fewer than ten events or non-events. */
const isRare = ({ conditionalCollapse, conditionalCorrection }: Ledger): boolean =>
  [conditionalCollapse, conditionalCorrection].some(({ count, of }) => of > 0 && Math.min(count, of - count) < 10);

/** Some group lacks an item that another one has, among the debates that are not excluded. */
function poolsDiffer({ panels, states, groups }: Answer): boolean {
  if (!groups) return false;
  // Per item, the last group (from 1) that it was met in: each group's debates are walked together.
  const met = new Uint32Array(panels.items.length);
  const pools = membersOf(groups).map((members, index) => {
    let pool = 0;
    for (const debate of members) {
      if (cell(states[debate]) === null || met[panels.item[debate]] === index + 1) continue;
      met[panels.item[debate]] = index + 1;
      pool++;
    }
    return pool;
  });
  const union = met.reduce((sum, group) => (group > 0 ? sum + 1 : sum), 0);
  return pools.some((pool) => pool > 0 && pool < union);
}

/** The ranges of two families overlap, one of them with two models or more: ranges of their models' conditional collapse. */
function familiesOverlap({ panels, states }: Answer): boolean {
  const models = groupsOf(panels, "MODEL");
  const families = groupsOf(panels, "FAMILY");
  const started = new Float64Array(models.groups.length);
  const collapsed = new Float64Array(models.groups.length);
  const familyOf = new Map<number, number>();
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    if (found !== "preservation" && found !== "collapse") continue;
    started[models.of[debate]]++;
    if (found === "collapse") collapsed[models.of[debate]]++;
    familyOf.set(models.of[debate], families.of[debate]);
  }
  const ranges = families.groups.map((_, family) =>
    [...familyOf].filter(([, of]) => of === family).map(([model]) => collapsed[model] / started[model]),
  );
  return ranges.some((one, index) =>
    ranges.slice(index + 1).some((other) => {
      if (one.length === 0 || other.length === 0 || one.length + other.length < 3) return false;
      return Math.min(...one) <= Math.max(...other) && Math.min(...other) <= Math.max(...one);
    }),
  );
}

/**
 * Debates with gold were left out although their first round has a majority (NOT_ASKED, UNPARSED), and they started right less often
 * than the debates in the four cells did.
 */
function survivorsEasier({ panels, coding, states, total }: Answer): boolean {
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, coding);
  let left = 0;
  let leftRight = 0;
  for (let debate = 0; debate < panels.size; debate++) {
    const reason = exclusionOf(states[debate]);
    if (reason !== "NOT_ASKED" && reason !== "UNPARSED") continue;
    const label = majorityOf(debate, 0);
    const start = verdictOf(debate, label);
    if (label === NOT_ASKED_CODE || start >= UNDEFINED_AS_WRONG) continue;
    left++;
    if (start === RIGHT) leftRight++;
  }
  const { count, of } = total.initialAccuracy;
  return left > 0 && of > 0 && leftRight * of < count * left;
}

function tiesDecide({ panels, coding, states }: Answer): boolean {
  const decides = tieDecides(panels, coding);
  const last = endpoints(panels.runs, coding);
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    if (found === null || found === "undecided") continue;
    if (decides(debate, 0) || decides(debate, last[panels.run[debate]])) return true;
  }
  return false;
}
