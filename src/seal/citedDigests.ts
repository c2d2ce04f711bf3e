import { digest } from "./digest.js";
import { type StatementOf } from "./statements.js";

/** A cohort is the debates it selects, whatever it is called: content digests of its runs and the bitsets over them. */
export const cohortDigest = (runs: readonly Pick<StatementOf<"cohort">["runs"][number], "content" | "members">[]) =>
  digest(
    runs
      .map(({ content, members }) => ({ content, members }))
      .sort((a, b) => (a.content < b.content ? -1 : a.content > b.content ? 1 : 0)),
  );

/** A policy is what it does: its rule, or its decisions without what is said of them, so that new words are no new policy. */
export const policyDigest = ({ rule, decisions }: Pick<StatementOf<"policy">, "rule" | "decisions">): string =>
  digest(decisions === null ? { rule } : { decisions: decisions.digest });
