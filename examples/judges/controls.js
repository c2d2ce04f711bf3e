/**
 * Writes the three control conditions beside the panel: `node examples/judges/controls.js [DIRECTORY]`. Same bytes every time.
 *
 * The panel is a synthetic log with the published counts of "Unanimity Without Persuasion"; its authors' control rounds are not public. These
 * runs repeat its blind round on the items that it marks as usable under all controls (m280), or under fake peers too (m303), and have the
 * published number of unanimous debates: 234 (no peers), 219 of the 280 and 232 of the 303 (fake peers), 251 (labels only, 245 of them unanimous
 * in full debate as well). Which debates those are is invented, and so is everything else.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const directory = process.argv[2] ?? here;

const [header, ...debates] = readFileSync(join(here, "unanimity-panel7.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

const agree = (round) => new Set(round).size === 1;
const marked = (mark) => debates.filter(({ meta }) => meta.matched?.includes(mark));
const shared = marked("m280");
const unanimous = shared.filter(({ rounds }) => agree(rounds[1]));
const split = shared.filter(({ rounds }) => !agree(rounds[1]));
const fakeOnly = marked("m303").filter(({ meta }) => !meta.matched.includes("m280"));

/** A second round in which these debates end unanimous with their first majority, and no other does. */
function write(slug, condition, title, items, ending) {
  const lines = items.map((debate) => {
    const [first] = debate.rounds;
    const correct = first.filter((ballot) => ballot === "correct").length;
    const leading = correct > first.length / 2 ? "correct" : "incorrect";
    const other = leading === "correct" ? "incorrect" : "correct";
    const second = ending.includes(debate)
      ? first.map(() => leading)
      : agree(first)
        ? [other, ...first.slice(1)]
        : first;
    const { item, benchmark, cluster, gold, labels } = debate;
    return { item, benchmark, cluster, gold, labels, rounds: [first, second] };
  });
  const run = { ...header.run, slug, title, condition, scaffold: null, note: "synthetic, published counts" };
  const text = [{ run }, ...lines].map((line) => JSON.stringify(line)).join("\n");
  writeFileSync(join(directory, `${slug}.jsonl`), `${text}\n`);
}

write("judges-no-peers", "NO_PEERS", "Asked to look again, nothing shown", shared, unanimous.slice(0, 234));
write(
  "judges-fake-peers",
  "FAKE_PEERS",
  "Shown made-up labels",
  [...shared, ...fakeOnly],
  [...unanimous.slice(0, 219), ...fakeOnly.slice(0, 13)],
);
write("judges-labels-only", "LABELS_ONLY", "Shown the others' ballots without reasons", shared, [
  ...unanimous.slice(0, 245),
  ...split.slice(0, 6),
]);
