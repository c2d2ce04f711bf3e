import { delong } from "../stats/delong.js";
import { dealtFolds, descentOutOfFold } from "../stats/dealtFolds.js";
import { foldsByGroup } from "../stats/foldsByGroup.js";
import { outOfFold } from "../stats/outOfFold.js";
import { rocAuc, type RocAuc } from "../stats/rocAuc.js";
import { aucContrasts, type AucContrast } from "./aucContrasts.js";
import { type Caveat } from "./caveat.js";
import { clustersOf } from "./clustering.js";
import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { type Group, type Grouping, groupsOf, membersOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { ledgerReport } from "./ledger.js";
import { type Panels } from "./panels.js";
import { type Predictor, predictors } from "./predictors.js";
import { type Access, accessOf, featureColumns, r1Features } from "./r1Features.js";
import { cell, transitions } from "./transition.js";

/**
 * How out-of-fold chances of collapse are made. PUBLISHED: DebateLedger's script, 300 steps of gradient descent on raw columns over five
 * folds that Python's generator deals (seed 42). CONVERGED: the same folds, penalised logistic regression at its optimum on standardised
 * columns (C = 1). ITEMS_HELD_OUT: that over five folds of whole item clusters, so that no question is in both parts.
 */
export const diagnosisMethods = ["PUBLISHED", "CONVERGED", "ITEMS_HELD_OUT"] as const;
export type DiagnosisMethod = (typeof diagnosisMethods)[number];

/** Named sets, each of which adds to the one before it in its list. */
const nested = {
  baseline: ["init_correct", "init_unanimous", "init_agree_frac"],
  baselineAndRound1: ["r1_majority_changed", "r1_n_flipped_from_init", "r1_agree_frac"],
  full: ["r2_majority_changed", "r2_agree_frac", "r3_majority_changed", "r3_agree_frac"],
} as const;
const prospective = {
  blindRound: ["init_unanimous", "init_agree_frac"],
  blindRoundAndRound1: ["r1_majority_changed", "r1_n_flipped_from_init", "r1_agree_frac"],
} as const;

export interface FeatureSet {
  readonly name: string;
  readonly access: Access;
  readonly features: readonly string[];
  /** The set that it adds to; null for the first of its list. */
  readonly addsTo: string | null;
}

export interface SetAuc extends FeatureSet {
  /** Values that are not defined and count as 0, as in the published procedure. */
  readonly missing: number;
  readonly auc: RocAuc;
  /** By DeLong for independent debates, on the logit scale. */
  readonly limits: readonly [number, number] | null;
  /** Why there is no AUC: a training part, or the debates, of one class; fewer clusters than folds. */
  readonly reason: "one_class" | "one_class_train" | "few_clusters" | null;
}

export interface DiagnosisReport {
  readonly coding: Coding;
  readonly method: DiagnosisMethod;
  /** Debates in the four cells; all others are left out. */
  readonly debates: number;
  readonly collapses: number;
  readonly sets: readonly SetAuc[];
  /** Each set against the one it adds to. */
  readonly differences: readonly (AucContrast & { readonly set: string; readonly less: string })[];
  readonly predictors: readonly Predictor[];
  /** Single predictors by group, never pooled; empty without by. */
  readonly groups: readonly (Group & { readonly predictors: readonly Predictor[] })[];
  readonly caveats: readonly Caveat[];
}

/** How well features tell the debates that collapse from all others. Sets name features that exist in these debates; others are left out. */
export const diagnosisReport =
  (method: DiagnosisMethod) =>
  (panels: Panels, coding: Coding, by: Grouping | null, interval: IntervalOptions): DiagnosisReport => {
    const { rows, collapsed } = population(panels, coding);
    const features = r1Features(Math.max(1, ...endpoints(panels.runs, coding).map((last) => last + 1)));
    const columns = featureColumns(panels, coding, features).map((column) =>
      Float64Array.from(rows, (row) => column[row]),
    );
    const named = new Map(features.map(({ name }, at) => [name, columns[at]]));
    const score = scorer(panels, rows, collapsed, method, interval);
    const sets = featureSets(features).map((set) => {
      const own = set.features.map((name) => named.get(name)!);
      const missing = own.reduce((sum, column) => sum + column.filter(Number.isNaN).length, 0);
      const { chances, reason } = score(own.map((column) => column.map((value) => (Number.isNaN(value) ? 0 : value))));
      const auc = chances ? rocAuc(collapsed, chances) : { ...noAuc(collapsed) };
      const limits = chances ? delong(collapsed, chances, interval.level).logit : null;
      return { set: { ...set, missing, auc, limits, reason: reason ?? auc.reason }, chances };
    });
    const contrasts = aucContrasts(panels, rows, collapsed, interval.level);
    const groups = by && groupsOf(panels, by);
    const places = new Int32Array(panels.size).fill(-1);
    rows.forEach((row, place) => (places[row] = place));
    return {
      coding,
      method,
      debates: rows.length,
      collapses: collapsed.reduce((sum, one) => sum + one, 0),
      sets: sets.map(({ set }) => set),
      differences: sets.flatMap(({ set, chances }) => {
        const less = sets.find((other) => other.set.name === set.addsTo);
        if (!less) return [];
        return [{ set: set.name, less: less.set.name, ...contrasts(chances, less.chances) }];
      }),
      predictors: predictors(named, collapsed, null, interval.level),
      groups:
        groups?.groups.map((group, at) => {
          const members = membersOf(groups)[at];
          const own = Array.from(members, (debate) => places[debate]).filter((place) => place >= 0);
          return { ...group, predictors: predictors(named, collapsed, own, interval.level) };
        }) ?? [],
      caveats: ledgerReport(panels, coding, "MODEL", interval).caveats(),
    };
  };

/** The debates in the four cells, and which of them collapsed. */
function population(panels: Panels, coding: Coding): { rows: Uint32Array; collapsed: Uint8Array } {
  const states = transitions(panels, coding);
  const rows: number[] = [];
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    if (found !== null && found !== "undecided") rows.push(debate);
  }
  return {
    rows: Uint32Array.from(rows),
    collapsed: Uint8Array.from(rows, (row) => Number(cell(states[row]) === "collapse")),
  };
}

/** The named sets of which at least one new feature exists. */
export function featureSets(
  features: readonly { readonly name: string; readonly access: Access }[],
): readonly FeatureSet[] {
  const known = new Map(features.map((feature) => [feature.name, feature]));
  return [nested, prospective].flatMap((list) => {
    const sets: FeatureSet[] = [];
    let all: string[] = [];
    for (const [name, added] of Object.entries<readonly string[]>(list)) {
      const own = added.filter((feature) => known.has(feature));
      if (own.length === 0) break;
      all = [...all, ...own];
      const access = accessOf(all.map((feature) => known.get(feature)!));
      sets.push({ name, access, features: all, addsTo: sets[sets.length - 1]?.name ?? null });
    }
    return sets;
  });
}

const FOLDS = 5;
/** Of the published script. */
const SEED = 42;
const DESCENT = { rate: 0.1, steps: 300, l2: 0.001 };
const OPTIMUM = { c: 1, standardize: true };

interface Scored {
  readonly chances: Float64Array | null;
  readonly reason: SetAuc["reason"];
}

function scorer(
  panels: Panels,
  rows: Uint32Array,
  collapsed: Uint8Array,
  method: DiagnosisMethod,
  { seed }: IntervalOptions,
): (columns: readonly Float64Array[]) => Scored {
  const one = rocAuc(collapsed, new Float64Array(collapsed.length)).reason;
  if (one !== null) return () => ({ chances: null, reason: one });
  if (method === "ITEMS_HELD_OUT") {
    const { of } = clustersOf(panels, "ITEM_CLUSTER");
    const clusters = Array.from(rows, (row) => panels.clusters[of[row]]);
    if (new Set(clusters).size < FOLDS) return () => ({ chances: null, reason: "few_clusters" });
    const folds = foldsByGroup(clusters, FOLDS, seed);
    return (columns) => outOfFold(columns, collapsed, [folds], OPTIMUM);
  }
  const dealt = dealtFolds(rows.length, FOLDS, SEED);
  if (method === "CONVERGED") return (columns) => outOfFold(columns, collapsed, [dealt.fold], OPTIMUM);
  return (columns) => ({ chances: descentOutOfFold(columns, collapsed, dealt, DESCENT), reason: null });
}

function noAuc(collapsed: Uint8Array): RocAuc {
  const positives = collapsed.reduce((sum, one) => sum + one, 0);
  return { auc: null, positives, negatives: collapsed.length - positives, reason: "one_class" };
}
