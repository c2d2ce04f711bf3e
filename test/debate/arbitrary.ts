import fc from "fast-check";
import { coding, type Coding } from "../../src/debate/coding.js";
import { type Ballot, type Debate, NOT_ASKED } from "../../src/debate/debate.js";
import { debate, type RunOf, seat, seatsNamed } from "./fixtures.js";

/** Labels whose code point order, seat order and UTF-16 order all differ, with and without white space around them. */
const label = fc.constantFrom("A", "B", " A", "C", "\uFF21", "\u{1F600}", "ten");
const ballot: fc.Arbitrary<Ballot> = fc.oneof(
  { weight: 8, arbitrary: label },
  { weight: 1, arbitrary: fc.constantFrom<Ballot>(null, "", " ") },
  { weight: 1, arbitrary: fc.constant<Ballot>(NOT_ASKED) },
);

export const anyCoding: fc.Arbitrary<Coding> = fc
  .record({
    unparsed: fc.constantFrom("FILTER" as const, "DROP" as const),
    tie: fc.constantFrom("ALPHABETICAL" as const, "FIRST_SEEN" as const, "UNDECIDED" as const),
    undefined: fc.constantFrom("EXCLUDE" as const, "WRONG" as const),
    noVote: fc.constantFrom("EXCLUDE" as const, "WRONG" as const, null),
  })
  .map(coding);

export interface AnyRun extends RunOf {
  readonly rounds: number;
  readonly carryForward: boolean;
  readonly slug: string;
}

/** A run of up to eight debates with every kind of hole, and panels that differ from the run's. */
export const anyRun = (slug: string): fc.Arbitrary<AnyRun> =>
  fc
    .record({
      rounds: fc.integer({ min: 1, max: 4 }),
      seats: fc.integer({ min: 1, max: 5 }),
      carryForward: fc.boolean(),
    })
    .chain(({ rounds, seats, carryForward }) => {
      const round = fc.oneof(
        { weight: 6, arbitrary: fc.array(ballot, { minLength: seats, maxLength: seats }) },
        { weight: 1, arbitrary: fc.constant(Array.from({ length: seats }, () => NOT_ASKED as Ballot)) },
      );
      const one: fc.Arbitrary<Debate> = fc
        .record({
          item: fc.constantFrom("q1", "q2", "q3", "q4"),
          cluster: fc.constantFrom("c1", "c2", "q1"),
          benchmark: fc.constantFrom("one", "two"),
          category: fc.constantFrom("x", "y", null),
          gold: fc.oneof({ weight: 6, arbitrary: label }, { weight: 1, arbitrary: fc.constantFrom(null, " ") }),
          rounds: fc.array(round, { minLength: 1, maxLength: rounds }),
          seats: fc.constantFrom(null, null, seatsNamed(seats, "other", null), [
            seat("left", "left", "L"),
            ...seatsNamed(seats - 1, "right", "R"),
          ]),
        })
        .map((given) => debate(given));
      return fc.array(one, { maxLength: 8 }).map((debates) => ({
        slug,
        rounds,
        carryForward,
        seats: seatsNamed(seats),
        debates: debates.map((given, index) => ({ ...given, replicate: index })),
      }));
    });

export const anyRuns: fc.Arbitrary<readonly AnyRun[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyRun(`run-${index}`))));
