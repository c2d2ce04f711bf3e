import { codePointOrder } from "../debate/codePointOrder.js";
import { digest } from "./digest.js";
import { type StatementOf } from "./statements.js";

type Selection = StatementOf<"cohort">["runs"][number];

/**
 * A cohort is the debates it selects and the seats that remain, whatever it is called: content digests of its runs, the
 * bitsets over them, and the seats that were dropped.
 */
export const cohortDigest = (
  runs: readonly Pick<Selection, "content" | "members">[],
  dropSeats: readonly string[],
): string =>
  digest({
    runs: runs
      .map(({ content, members }) => ({ content, members }))
      .sort((a, b) => codePointOrder(a.content, b.content)),
    dropSeats: [...dropSeats].sort(codePointOrder),
  });

/** A policy is what it does: its rule, or its decisions without what is said of them, so that new words are no new policy. */
export const policyDigest = ({ rule, decisions }: Pick<StatementOf<"policy">, "rule" | "decisions">): string =>
  digest(decisions === null ? { rule } : { decisions: decisions.digest });
