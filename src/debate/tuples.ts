import { must } from "../errors.js";
import { OUTSIDE } from "./counted.js";

/** What each debate adds to several sums at once, as kinds to be counted: few different tuples occur. */
export interface Tuples {
  readonly of: Uint16Array;
  readonly tuples: readonly (readonly number[])[];
}

/** Debates that are not put in stay OUTSIDE. */
export function kindsOf(size: number): {
  readonly put: (debate: number, tuple: readonly number[]) => void;
  readonly done: () => Tuples;
} {
  const of = new Uint16Array(size).fill(OUTSIDE);
  const tuples: (readonly number[])[] = [];
  const places = new Map<string, number>();
  return {
    put(debate, tuple) {
      const key = tuple.join(" ");
      let place = places.get(key);
      if (place === undefined) {
        place = tuples.push(tuple) - 1;
        must(place < OUTSIDE, "fewer different tuples than kinds occur");
        places.set(key, place);
      }
      of[debate] = place;
    },
    done: () => ({ of, tuples }),
  };
}
