import { type Debate } from "../debate/debate.js";
import { MAX_LABELS } from "../debate/panels.js";
import { described, quoted } from "./fault.js";
import { lookAlike } from "./lookAlike.js";
import { type Notes } from "./notes.js";

type Remarked = Pick<Debate, "gold" | "labels" | "rounds" | "signals" | "displayed">;

/** What is accepted but worth a word, and the limit on distinct labels, which takes all of them together. */
export function remark({ gold, labels, rounds, signals, displayed }: Remarked, notes: Notes): void {
  const distinct = new Set<string>();
  let outside = 0;
  let first = [0, 0];
  for (let r = 0; r < rounds.length; r++)
    for (let seat = 0; seat < rounds[r].length; seat++) {
      const ballot = rounds[r][seat];
      if (typeof ballot !== "string") continue;
      distinct.add(ballot);
      if (labels.length > 0 && !labels.includes(ballot)) {
        if (outside === 0) first = [r, seat];
        outside++;
      }
    }
  if (outside > 0) {
    const [r, seat] = first;
    notes.warn("OUTSIDE_LABELS", `rounds[${r}][${seat}]`, described(rounds[r][seat]), outside);
  }
  if (gold !== null) distinct.add(gold);
  for (const [, label] of signals) distinct.add(label);
  for (const round of displayed ?? []) for (const shown of round) for (const label of shown) distinct.add(label);
  if (distinct.size > MAX_LABELS)
    notes.fault("", `at most ${MAX_LABELS} distinct labels in one debate`, String(distinct.size));
  for (const label of labels) distinct.add(label);
  const alike = lookAlike(distinct);
  if (alike) notes.warn("LOOK_ALIKE_LABELS", "", `${quoted(alike[0])} and ${quoted(alike[1])}`);
}
