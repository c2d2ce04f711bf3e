/*
 * A million replies read anew, on one core: each parser, in texts a second of processor time; beside DebateLedger's rules the same rules in
 * Python's regular expressions, on every tenth text. Replies are 20 to 1,200 characters of words; one in two ends with a tag, the
 * others with a phrase, a line, a capital or nothing, as real ones do. Both must read the same labels.
 *
 *   npm run bench -- parser
 */
import { spawnSync } from "node:child_process";
import { answerReader, type ParserName, parserNames } from "../src/debate/answerParser.js";
import { Philox, STREAM } from "../src/stats/philox.js";

const TEXTS = 1_000_000;
const LABELS = [..."ABCDEFGHIJ"];
const WORDS =
  "the option says that energy is conserved, so we compare each choice with the law and rule out what fails. Then 12".split(
    " ",
  );
const random = new Philox("20260101", STREAM.simulation);
const below = (limit: number) => Math.floor(random.uniform() * limit);

function reply(): string {
  const words = Array.from({ length: 5 + below(200) }, () => WORDS[below(WORDS.length)]).join(" ");
  const label = LABELS[below(10)];
  const ends = [
    `\n\nFinal Answer: ${label}`,
    `\n\nFinal Answer: ${label}`,
    `\nThe answer is ${label}.`,
    `\n**${label}**`,
  ];
  const end = [...ends, `\nFinal Answer: **${label}**`, `, which leaves ${label}`, ""][below(7)];
  return words + end;
}

const texts = Array.from({ length: TEXTS }, reply);
const characters = texts.reduce((sum, { length }) => sum + length, 0);
console.log(`${TEXTS} texts of ${Math.round(characters / TEXTS)} characters, texts a second of processor time`);

function rate(name: ParserName): { perSecond: number; labels: (string | null)[] } {
  const read = answerReader(name, LABELS);
  texts.slice(0, 10_000).forEach(read);
  const labels = new Array<string | null>(TEXTS);
  const start = process.cpuUsage();
  for (let index = 0; index < TEXTS; index++) labels[index] = read(texts[index]).label;
  const { user, system } = process.cpuUsage(start);
  return { perSecond: (TEXTS / (user + system)) * 1e6, labels };
}

const line = (name: string, perSecond: number, beside = "") =>
  console.log(`  ${name.padEnd(48)} ${perSecond.toFixed(0).padStart(9)}${beside}`);

const found = new Map(parserNames.map((name) => [name, rate(name)]));
for (const [name, { perSecond }] of found) line(name, perSecond);

const ours = found.get("debateledger-v1")!;
const script = new URL("../../test/debate/answer_parser.py", import.meta.url).pathname;
const tenth = texts.filter((_, index) => index % 10 === 0);
const { status, stdout, stderr } = spawnSync("python3", [script, "time"], {
  input: JSON.stringify(tenth),
  encoding: "utf8",
  maxBuffer: 1 << 28,
});
if (status !== 0) console.log(`  (no Python peer: ${stderr?.trim().split("\n").at(-1) ?? "python3 was not found"})`);
else {
  const { seconds, labels } = JSON.parse(stdout) as { seconds: number; labels: (string | null)[] };
  if (labels.some((label, index) => label !== ours.labels[10 * index])) throw new Error("Python reads other labels");
  const perSecond = tenth.length / seconds;
  line("debateledger-v1 in Python", perSecond, `  x ${(ours.perSecond / perSecond).toFixed(1)}`);
}
