import { answerParsers, answerReader, type ParserName, type ReadAnswer } from "./answerParser.js";
import { type Ballot, type Debate, NOT_ASKED } from "./debate.js";
import { wholeNumber } from "./numberRules.js";

type Read = Pick<Debate, "benchmark" | "gold" | "labels" | "rounds" | "texts" | "signals" | "displayed">;

/**
 * The same debate with its ballots read anew from its texts. A seat that was asked and whose reply the source does not keep is
 * unparsed. Under a parser of numbers, gold, signals and displayed labels that are numbers are written in the same plain form, so that
 * "18.0" is "18".
 */
export function recoded<T extends Read>(debate: T, parser: ParserName): T {
  const ballots = reread(debate, parser);
  const same: (label: string) => string = answerParsers[parser].freeForm
    ? (label) => wholeNumber(label) ?? label
    : (label) => label;
  return {
    ...debate,
    rounds: debate.rounds.map((round, r) =>
      round.map((ballot, seat): Ballot => (ballot === NOT_ASKED ? NOT_ASKED : (ballots(r, seat)?.label ?? null))),
    ),
    gold: debate.gold === null ? null : same(debate.gold),
    signals: debate.signals.map(([name, label]) => [name, same(label)] as const),
    displayed: debate.displayed?.map((seats) => seats.map((shown) => shown.map(same))) ?? null,
  };
}

/** What a parser reads from the text of one seat in one round, and by which rule. Null where there is no text. */
export function reread(
  { benchmark, labels, texts }: Pick<Read, "benchmark" | "labels" | "texts">,
  parser: ParserName,
): (round: number, seat: number) => ReadAnswer | null {
  const read = answerReader(parser, labels.length > 0 ? labels : LETTERLESS.has(benchmark) ? [] : null);
  return (round, seat) => {
    const text = texts?.[round]?.[seat] ?? null;
    return text === null ? null : read(text);
  };
}

/** Benchmarks whose questions have no option letters; their sources list no labels, as those that leave them out do. */
const LETTERLESS = new Set(["gsm8k"]);
