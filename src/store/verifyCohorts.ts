import { countBits, hasBit, isBitsetOf } from "../debate/bitset.js";
import { sha256 } from "../debate/sha256.js";
import { check } from "../seal/check.js";
import { type Database } from "./open.js";
import { type RowLedger, unordered } from "./rowLedger.js";

/** Cohorts, which debates they select and leave out, and the openings of blind ones. */
export async function verifyCohorts({ cohort, cohortOpening }: Database, ledger: RowLedger): Promise<void> {
  const run = { select: { slug: true, contentDigest: true, debates: true } };
  const rows = await cohort.findMany({ select: { id: true } });
  for (const { id } of rows) {
    const include = {
      parts: { orderBy: { index: "asc" }, include: { run } },
      exclusions: { include: { run } },
    } as const;
    const { parts, exclusions, slug, position, ...row } = await cohort.findUniqueOrThrow({ where: { id }, include });
    const object = `cohort ${slug}`;
    ledger.row("cohort", { position, object }, (said) => [
      ["slug", slug, said.slug],
      ["digest", row.digest, said.digest],
      ["size", row.size, said.size],
      ["recipe", row.recipe, said.recipe],
      ["blind", row.visibility === "BLIND" ? { until: row.opensAt, board: row.board } : null, said.blind],
      [
        "parts",
        parts.map(({ run: { slug: run, contentDigest: content }, size, bits }) => {
          return { run, content, members: sha256(bits), size };
        }),
        said.runs,
      ],
      ["who was left out", unordered(totals(exclusions)), unordered(said.excluded)],
    ]);
    for (const { runId, size, bits, run } of parts)
      ledger.checks.push(
        check("bits", `${object}, its part of run ${run.slug}`, () => {
          if (!isBitsetOf(run.debates, bits)) return `its bits are not those of ${run.debates} debates`;
          if (countBits(bits) !== size) return `its bits count ${countBits(bits)} debates, it says ${size}`;
          const left = exclusions.filter((each) => each.runId === runId);
          const wrong = left.find((each) => !isBitsetOf(run.debates, each.bits) || countBits(each.bits) !== each.count);
          if (wrong) return `who was left out as ${wrong.reason} does not add up to ${wrong.count}`;
          const sets = [bits, ...left.map((each) => each.bits)];
          for (let ordinal = 0; left.length > 0 && ordinal < run.debates; ordinal++)
            if (sets.filter((set) => hasBit(set, ordinal)).length !== 1)
              return `debate ${ordinal} is not either in it or left out for one reason`;
          return null;
        }),
      );
  }
  const opened = { cohort: { select: { slug: true, entry: { select: { statement: true } } } } };
  for (const { position, cohort: of } of await cohortOpening.findMany({ include: opened }))
    ledger.row("cohortOpened", { position, object: `opening of cohort ${of.slug}` }, (said) => [
      ["slug", of.slug, said.slug],
      ["cohort", sha256(of.entry.statement), said.cohort],
    ]);
}

/** Counts by reason, over all runs. */
function totals(exclusions: readonly { readonly reason: string; readonly count: number }[]) {
  const counts = new Map<string, number>();
  for (const { reason, count } of exclusions) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].map(([reason, count]) => ({ reason, count }));
}
