import { sha256 } from "../debate/sha256.js";
import { decisionsOf } from "./decisions.js";
import { faultOf } from "./faultOf.js";
import { type Database } from "./open.js";
import { policiesBySlug } from "./policies.js";
import { type RowLedger } from "./rowLedger.js";

/** Weights, policies, declarations and results, with what was abandoned, and leaderboards. */
export async function verifySealed(database: Database, ledger: RowLedger): Promise<void> {
  await weights(database, ledger);
  await policies(database, ledger);
  await declarations(database, ledger);
  await leaderboards(database, ledger);
}

async function weights({ weights: stored }: Database, ledger: RowLedger): Promise<void> {
  const include = { seal: true, abandonment: true } as const;
  for (const { slug, position, digest, teamSlug, seal, abandonment } of await stored.findMany({ include })) {
    const object = `weights ${slug}`;
    const first = seal?.position === position ? ("weights" as const) : ("weightsDraft" as const);
    ledger.row(first, { position, object }, (said, words) => [
      ["slug", slug, said.slug],
      ["team", teamSlug, said.team],
      ["digest", digest, sha256(words)],
    ]);
    if (seal)
      ledger.row("weights", { position: seal.position, object: `seal of ${object}` }, (said, words) => [
        ["slug", slug, said.slug],
        ["digest", seal.digest, sha256(words)],
        ["draft", first === "weights" ? null : digest, said.draft],
      ]);
    if (abandonment)
      ledger.row("abandonment", { position: abandonment.position, object: `abandonment of ${object}` }, (said) => [
        ["weights", digest, said.statement],
      ]);
  }
}

async function policies(database: Database, ledger: RowLedger): Promise<void> {
  for (const { slug, position, digest, teamSlug, kind } of await database.policy.findMany()) {
    const object = `policy ${slug}`;
    ledger.row("policy", { position, object }, (said) => [
      ["slug", slug, said.slug],
      ["team", teamSlug, said.team],
      ["digest", digest, said.digest],
      ["kind", kind, said.decisions === null ? "FIXED" : "DECISIONS"],
    ]);
    if (kind !== "DECISIONS") continue;
    const fault = await faultOf(async () => {
      const policy = (await policiesBySlug(database, [slug])).get(slug);
      const decisions = policy && (await decisionsOf(database, policy));
      return decisions?.length === policy?.decisions?.count ? null : `it has ${decisions?.length} decisions`;
    });
    ledger.checks.push({ check: "decisions", object, fault });
  }
}

async function declarations({ declaration }: Database, ledger: RowLedger): Promise<void> {
  const include = {
    policy: true,
    cohort: true,
    weights: true,
    evaluation: { omit: { effects: true } },
    abandonment: true,
  };
  for (const { digest, position, teamSlug, policy, cohort, weights, ...row } of await declaration.findMany({
    include,
  })) {
    ledger.row("declaration", { position, object: `declaration ${digest}` }, (said, words) => [
      ["digest", digest, sha256(words)],
      ["team", teamSlug, said.team],
      ["policy", policy.digest, said.policy],
      ["cohort", cohort.digest, said.cohort],
      ["weights", weights.digest, said.weights],
    ]);
    const { evaluation, abandonment } = row;
    if (evaluation)
      ledger.row("result", { position: evaluation.position, object: `result of ${digest}` }, (said) => [
        ["declaration", digest, said.declaration],
        ["detail", sha256(evaluation.detail), said.detail],
      ]);
    if (abandonment)
      ledger.row("abandonment", { position: abandonment.position, object: `abandonment of ${digest}` }, (said) => [
        ["declaration", digest, said.statement],
      ]);
  }
}

async function leaderboards({ leaderboard }: Database, ledger: RowLedger): Promise<void> {
  const include = { cohort: true, weights: true, closing: true } as const;
  for (const { slug, digest, position, teamSlug, ...row } of await leaderboard.findMany({ include })) {
    ledger.row("leaderboardOpened", { position, object: `leaderboard ${slug}` }, (said, words) => [
      ["slug", slug, said.slug],
      ["digest", digest, sha256(words)],
      ["team", teamSlug, said.team],
      ["cohort", row.cohort.digest, said.cohort],
      ["weights", row.weights.digest, said.weights],
    ]);
    if (row.closing)
      ledger.row(
        "leaderboardClosed",
        { position: row.closing.position, object: `closing of leaderboard ${slug}` },
        (said) => [["leaderboard", digest, said.opened]],
      );
  }
}
