import { proportion, type Proportion } from "../stats/proportion.js";
import { answerParsers, type ParserName } from "./answerParser.js";
import { codePointOrder } from "./codePointOrder.js";
import { type Debate, NOT_ASKED, type Seat } from "./debate.js";
import { wholeNumber } from "./numberRules.js";
import { reread } from "./recoded.js";

/** What a parser reads from stored replies, beside the answers that were recorded. Gold plays no part. */
export interface ParserAudit {
  readonly parser: ParserName;
  readonly debates: number;
  /** Ballots that were asked for. texts + withoutText. */
  readonly asked: number;
  readonly texts: number;
  /** Ballots whose reply the source does not keep. */
  readonly withoutText: number;
  /** Texts in which the parser finds no answer, of all texts. */
  readonly failed: Proportion;
  /** Every rule in its order of precedence, and how many texts it read. */
  readonly rules: readonly { readonly rule: string; readonly count: number }[];
  readonly agreement: ParserAgreement;
  /** The failures by who wrote the text, and when. */
  readonly byModel: readonly ParserFailures[];
  readonly bySeat: readonly ParserFailures[];
  readonly byRound: readonly ParserFailures[];
}

/** How many texts are read as they were recorded. The five counts add up to the texts. */
export interface ParserAgreement {
  readonly same: number;
  readonly otherLabel: number;
  /** Read by the parser and recorded as unparsed. */
  readonly onlyRead: number;
  /** Recorded as an answer and not read by the parser. */
  readonly onlyRecorded: number;
  readonly neither: number;
}

export interface ParserFailures {
  readonly key: string;
  readonly failed: Proportion;
}

type Audited = Pick<Debate, "benchmark" | "labels" | "rounds" | "texts">;

/** Counts debate after debate; `counts` says in which of its seats a debate takes part. */
export function parserAudit(parser: ParserName): {
  add(debate: Audited, seats: readonly Seat[], counts: (seat: string) => boolean): void;
  report(): ParserAudit;
} {
  const rules = new Map(Object.keys(answerParsers[parser].rules).map((rule) => [rule, 0]));
  const agreement = { same: 0, otherLabel: 0, onlyRead: 0, onlyRecorded: 0, neither: 0 };
  const [models, seatNames, rounds] = [tallies(), tallies(), tallies()];
  const all = { debates: 0, asked: 0, texts: 0, failed: 0 };
  const isFreeForm = answerParsers[parser].freeForm;
  const compared = (label: string | null) => label && ((isFreeForm ? wholeNumber(label) : null) ?? label);
  return {
    add(debate, seats, counts) {
      all.debates++;
      const read = reread(debate, parser);
      debate.rounds.forEach((ballots, round) =>
        ballots.forEach((recorded, index) => {
          const { seat, model } = seats[index];
          if (recorded === NOT_ASKED || !counts(seat)) return;
          all.asked++;
          const found = read(round, index);
          if (found === null) return;
          all.texts++;
          const failed = found.label === null ? 1 : 0;
          all.failed += failed;
          if (found.rule !== null) rules.set(found.rule, rules.get(found.rule)! + 1);
          agreement[agrees(found.label, compared(recorded))]++;
          models.add(model, failed);
          seatNames.add(seat, failed);
          rounds.add(String(round), failed);
        }),
      );
    },
    report: () => ({
      parser,
      debates: all.debates,
      asked: all.asked,
      texts: all.texts,
      withoutText: all.asked - all.texts,
      failed: proportion(all.failed, all.texts),
      rules: [...rules].map(([rule, count]) => ({ rule, count })),
      agreement: { ...agreement },
      byModel: models.sorted(codePointOrder),
      bySeat: seatNames.sorted(codePointOrder),
      byRound: rounds.sorted((a, b) => Number(a) - Number(b)),
    }),
  };
}

function agrees(read: string | null, recorded: string | null): keyof ParserAgreement {
  if (read === null) return recorded === null ? "neither" : "onlyRecorded";
  if (recorded === null) return "onlyRead";
  return read === recorded ? "same" : "otherLabel";
}

function tallies() {
  const counts = new Map<string, { failed: number; texts: number }>();
  return {
    add(key: string, failed: number) {
      const known = counts.get(key) ?? { failed: 0, texts: 0 };
      counts.set(key, known);
      known.failed += failed;
      known.texts++;
    },
    sorted: (order: (a: string, b: string) => number): ParserFailures[] =>
      [...counts]
        .sort(([a], [b]) => order(a, b))
        .map(([key, { failed, texts }]) => ({ key, failed: proportion(failed, texts) })),
  };
}
