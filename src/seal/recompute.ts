import { check, type Check } from "./check.js";
import { decisionsDigest, strayEffect, type Decision } from "./decisions.js";
import { effectSummary, type ExportedEffect } from "./effects.js";
import { nameOf, type Evidence } from "./evidence.js";
import { strayAction } from "./rule.js";

/** Recomputes a result from the exported rows, and holds the rows against the uploaded decisions where those are given. */
export function recompute(
  { result, cohort, policy }: Evidence,
  rows: readonly ExportedEffect[],
  decisions?: readonly Decision[],
): Check[] {
  const { statement: said } = result;
  let found: ReturnType<typeof effectSummary> | undefined;
  const counted = check("data", "exported rows", () => {
    found = effectSummary(rows);
    const strange = rows.find(({ run }) => !cohort.statement.runs.some((part) => part.run === run));
    return strange === undefined ? null : `run ${strange.run} is not in the cohort`;
  });
  if (found === undefined) return [counted];
  const { debates, fired, prevented, lost, abstained, digest } = found;
  const same = (name: string, ours: string | number, theirs: string | number) =>
    check(name, nameOf(result), () => (ours === theirs ? null : `says ${theirs}, the rows give ${ours}`));
  return [
    counted,
    same("data: debates", debates, said.debates),
    same("data: fired", fired, said.fired),
    same("data: prevented collapses", prevented.collapses, said.prevented.collapses),
    same("data: rescues", prevented.rescues, said.prevented.rescues),
    same("data: lost corrections", lost.corrections, said.lost.corrections),
    same("data: breakages", lost.breakages, said.lost.breakages),
    same("data: right verdicts given up", abstained.right, said.abstained.right),
    same("data: wrong verdicts given up", abstained.wrong, said.abstained.wrong),
    same("data: digest", digest, said.effects),
    check("data: action", "exported rows", () => strayAction(policy.statement.rule, rows)),
    ...(decisions === undefined
      ? []
      : [
          check("decisions: digest", nameOf(policy), () => {
            if (policy.statement.decisions === null) return "the policy is a rule, and has no uploaded decisions";
            const ours = decisionsDigest(decisions);
            return ours === policy.statement.decisions.digest ? null : `the decisions given have digest ${ours}`;
          }),
          check("decisions: effects", "exported rows", () => strayEffect(decisions, rows)),
        ]),
  ];
}
