/** What debates are in several respects at once: the combinations that occur, in order, and per debate which of them it is. */
export interface Joint {
  readonly of: Uint16Array;
  /** Each combination has one value for each respect. */
  readonly states: readonly (readonly number[])[];
}

/** `respects`: one number below 65536 per debate each. */
export function joint(respects: readonly ArrayLike<number>[]): Joint {
  const size = respects[0].length;
  const keys = Array.from({ length: size }, (_, debate) =>
    String.fromCharCode(...respects.map((each) => each[debate])),
  );
  const present = [...new Set(keys)].sort();
  const places = new Map(present.map((key, place) => [key, place]));
  return {
    of: Uint16Array.from(keys, (key) => places.get(key)!),
    states: present.map((key) => respects.map((_, at) => key.charCodeAt(at))),
  };
}
