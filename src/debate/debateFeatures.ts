import { type Exact, type Feature, type FeatureColumn, type FeatureUse } from "./feature.js";
import { chosen, tally } from "./majority.js";
import { margin, unanimous } from "./margin.js";
import { CHANGED, type DerivedColumns, MAX_LABELS, NOT_ASKED_CODE, UNKNOWN, UNPARSED } from "./panels.js";
import { type Seen } from "./seen.js";

const ofRound = (
  kind: Feature["kind"],
  description: string,
  read: Feature["read"],
  firstRound = 0,
  takesSignal = false,
): Feature => ({
  stage: takesSignal ? "SIGNAL" : firstRound === 0 ? "BLIND_ROUND" : "ROUND",
  kind,
  firstRound,
  takesSignal,
  description,
  read,
});

const NULL = 255;
const flags: FeatureColumn["values"] = [whole(0), whole(1), null];

function whole(value: number): Exact {
  return { numerator: BigInt(value), denominator: 1n };
}

/** A yes, a no, or null, debate by debate. */
function flag(size: number, of: (debate: number) => boolean | null): FeatureColumn {
  const codes = new Uint8Array(size);
  for (let debate = 0; debate < size; debate++) {
    const value = of(debate);
    codes[debate] = value === null ? 2 : value ? 1 : 0;
  }
  return { codes, values: flags };
}

/** Small whole numbers, NULL for none: no count of seats is that large where it is defined. */
function wholes(size: number, of: (debate: number) => number | null): FeatureColumn {
  const codes = new Uint16Array(size);
  let most = 0;
  for (let debate = 0; debate < size; debate++) {
    const value = of(debate);
    codes[debate] = value === null ? 0 : value + 1;
    if (value !== null && value > most) most = value;
  }
  return { codes, values: [null, ...Array.from({ length: most + 1 }, (_, value) => whole(value))] };
}

/** Ratios of small counts, each kept exactly. */
function ratios(
  size: number,
  of: (debate: number) => readonly [numerator: number, denominator: number] | null,
): FeatureColumn {
  const codes = new Uint16Array(size);
  const values: (Exact | null)[] = [null];
  const places = new Map<number, number>();
  for (let debate = 0; debate < size; debate++) {
    const value = of(debate);
    if (value === null) continue;
    const key = value[0] * 1024 + value[1];
    let place = places.get(key);
    if (place === undefined) {
      place = values.push({ numerator: BigInt(value[0]), denominator: BigInt(value[1]) }) - 1;
      places.set(key, place);
    }
    codes[debate] = place;
  }
  return { codes, values };
}

/** A double is a fraction; its own, so that comparisons stay exact. */
function exactly(value: number): Exact {
  let denominator = 1n;
  let numerator = value;
  for (; !Number.isInteger(numerator); numerator *= 2) denominator *= 2n;
  return { numerator: BigInt(numerator), denominator };
}

/** What a source derived from ballots that it does not give; its agreement counts an unparsed ballot as an entry of its own. */
const derivedFlag = (code: number): Exact | null => (code >= UNKNOWN ? null : whole(code));
const derivedAgreement = ({ agreement }: DerivedColumns, at: number): number | null =>
  Number.isNaN(agreement[at]) ? null : agreement[at];

const isLabel = (code: number): boolean => code !== UNPARSED && code <= MAX_LABELS;

/** The majority of a round under the coding's tie rule; NULL where it is undefined. */
function majorityIn(seen: Seen): (debate: number, round: number) => number {
  const count = tally(seen);
  return (debate, round) => {
    const label = chosen(count(debate, round), seen.tie);
    return isLabel(label) ? label : NULL;
  };
}

/** Seats that were asked, those of them that could not be read, and different labels among the others. */
function entries({ ballots, rounds, seats }: Seen) {
  const met = new Uint32Array(256);
  let call = 0;
  return (debate: number, round: number): { asked: number; unparsed: number; labels: number } => {
    const start = (debate * rounds + round) * seats;
    const found = { asked: 0, unparsed: 0, labels: 0 };
    call++;
    for (let at = start; at < start + seats; at++) {
      const label = ballots[at];
      if (label === NOT_ASKED_CODE) continue;
      found.asked++;
      if (label === UNPARSED) found.unparsed++;
      else if (met[label] !== call) {
        met[label] = call;
        found.labels++;
      }
    }
    return found;
  };
}

/** Seats with parsed ballots in both rounds that differ. */
function flipsSince({ ballots, rounds, seats }: Seen, debate: number, before: number, after: number): number {
  let flips = 0;
  for (let seat = 0; seat < seats; seat++) {
    const old = ballots[(debate * rounds + before) * seats + seat];
    const now = ballots[(debate * rounds + after) * seats + seat];
    if (isLabel(old) && isLabel(now) && old !== now) flips++;
  }
  return flips;
}

const wasAsked = ({ ballots, rounds, seats }: Seen, debate: number, round: number): boolean => {
  const start = (debate * rounds + round) * seats;
  for (let at = start; at < start + seats; at++) if (ballots[at] !== NOT_ASKED_CODE) return true;
  return false;
};

/** Whether the majority of a round is another one than that of an earlier round, where there none counts as another. */
const changed =
  (since: (round: number) => number): Feature["read"] =>
  (seen, { round }) => {
    const majorityOf = majorityIn(seen);
    return flag(seen.size, (debate) => {
      const now = majorityOf(debate, round!);
      return now === NULL ? null : now !== majorityOf(debate, since(round!));
    });
  };

const signalOf = ({ signals, size }: Seen, { signal }: FeatureUse): Uint8Array =>
  signals.get(signal!) ?? new Uint8Array(size).fill(UNPARSED);

/** Whether a signal and the majority of a round are the same label; null where either is missing. */
const agrees =
  (wanted: boolean): Feature["read"] =>
  (seen, use) => {
    const majorityOf = majorityIn(seen);
    const signal = signalOf(seen, use);
    return flag(seen.size, (debate) => {
      const label = majorityOf(debate, use.round!);
      return label === NULL || signal[debate] === UNPARSED ? null : (label === signal[debate]) === wanted;
    });
  };

/** What ballots and outside ballots say before anything is right or wrong. */
export const debateFeatures = {
  margin: ofRound(
    "NUMBER",
    "Ballots of the leading label less those of the runner-up. Null where some seat has no parsed ballot.",
    (seen, { round }) => {
      const marginOf = margin(seen);
      return wholes(seen.size, (debate) => marginOf(debate, round!));
    },
  ),
  unanimous: {
    ...ofRound("FLAG", "All seats said the same. Null where some seat has no parsed ballot.", (seen, { round }) => {
      const isUnanimous = unanimous(seen);
      return flag(seen.size, (debate) => isUnanimous(debate, round!));
    }),
    readDerived: ({ initialUnanimous, agreement }, at, debate, round) =>
      round === 0
        ? derivedFlag(initialUnanimous[debate])
        : Number.isNaN(agreement[at])
          ? null
          : whole(Number(agreement[at] === 1)),
  },
  labels: ofRound(
    "NUMBER",
    "Different labels among the parsed ballots (diversity). Null when nobody was asked.",
    (seen, { round }) => {
      const entriesOf = entries(seen);
      return wholes(seen.size, (debate) => {
        const { asked, labels } = entriesOf(debate, round!);
        return asked > 0 ? labels : null;
      });
    },
  ),
  agreement: {
    ...ofRound(
      "NUMBER",
      "Ballots of the leading label over the parsed ones. Null when none was parsed.",
      (seen, { round }) => {
        const tallyOf = tally(seen);
        return ratios(seen.size, (debate) => {
          const { count, votes } = tallyOf(debate, round!);
          return votes > 0 ? [count, votes] : null;
        });
      },
    ),
    readDerived: (derived, at) => {
      const found = derivedAgreement(derived, at);
      return found === null ? null : exactly(found);
    },
  },
  disagreement: {
    ...ofRound("NUMBER", "1 - agreement. Null when none was parsed.", (seen, { round }) => {
      const tallyOf = tally(seen);
      return ratios(seen.size, (debate) => {
        const { count, votes } = tallyOf(debate, round!);
        return votes > 0 ? [votes - count, votes] : null;
      });
    }),
    readDerived: (derived, at) => {
      const found = derivedAgreement(derived, at);
      return found === null ? null : exactly(1 - found);
    },
  },
  unparsed: ofRound(
    "NUMBER",
    "Ballots that were asked for and could not be read. Null when nobody was asked.",
    (seen, { round }) => {
      const entriesOf = entries(seen);
      return wholes(seen.size, (debate) => {
        const { asked, unparsed } = entriesOf(debate, round!);
        return asked > 0 ? unparsed : null;
      });
    },
  ),
  hasMajority: ofRound(
    "FLAG",
    "The round has a majority under the coding's tie rule. Never null.",
    (seen, { round }) => {
      const majorityOf = majorityIn(seen);
      return flag(seen.size, (debate) => majorityOf(debate, round!) !== NULL);
    },
  ),
  majorityChanged: {
    ...ofRound(
      "FLAG",
      "The majority is not that of the round before; none there counts as another. Null when this round has none.",
      changed((round) => round - 1),
      1,
    ),
    readDerived: ({ changed }, at) => (changed[at] >= UNKNOWN ? null : whole(Number(changed[at] === CHANGED))),
  },
  majorityChangedSinceStart: ofRound(
    "FLAG",
    "The majority is not that of round 0; none there counts as another. Null when this round has none.",
    changed(() => 0),
    1,
  ),
  flips: ofRound(
    "NUMBER",
    "Seats whose parsed ballots in this round and the one before differ. Null when this round was not asked.",
    (seen, { round }) =>
      wholes(seen.size, (debate) =>
        wasAsked(seen, debate, round!) ? flipsSince(seen, debate, round! - 1, round!) : null,
      ),
    1,
  ),
  flipsSinceStart: {
    ...ofRound(
      "NUMBER",
      "Seats whose parsed ballots in this round and in round 0 differ. Null when this round was not asked.",
      (seen, { round }) =>
        wholes(seen.size, (debate) => (wasAsked(seen, debate, round!) ? flipsSince(seen, debate, 0, round!) : null)),
      1,
    ),
    readDerived: ({ flipped }, at) => derivedFlag(flipped[at]),
  },
  signalPresent: {
    stage: "SIGNAL",
    kind: "FLAG",
    firstRound: null,
    takesSignal: true,
    description: "The debate has an outside ballot of this name. Never null.",
    read: (seen, use) => {
      const signal = signalOf(seen, use);
      return flag(seen.size, (debate) => signal[debate] !== UNPARSED);
    },
  },
  signalEqualsMajority: ofRound(
    "FLAG",
    "The outside ballot is the majority of the round. Null when either is missing.",
    agrees(true),
    0,
    true,
  ),
  signalDiffers: ofRound(
    "FLAG",
    "The outside ballot is another label than the majority of the round. Null when either is missing.",
    agrees(false),
    0,
    true,
  ),
} satisfies Record<string, Feature>;
