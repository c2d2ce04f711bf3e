/** The verdict of a majority; undefined where there is none. */
export type EffectVerdict = "right" | "wrong" | "undefined";

/** What a policy did to one debate. */
export interface DebateEffect {
  readonly fired: boolean;
  /** The round it was frozen to; null where the policy did not fire. */
  readonly to: number | null;
  /** Of the initial majority. */
  readonly initial: EffectVerdict;
  /** Without and with the action. */
  readonly before: EffectVerdict;
  readonly after: EffectVerdict;
}

const verdicts: readonly EffectVerdict[] = ["right", "wrong", "undefined"];
const NO_CELL = 255;
const NO_ROUND = 255;

/**
 * Effects as they are stored, two bytes a debate in the order of its panels: verdicts in base 3 and whether it fired, then
 * the round. Null: a debate that is in no cell, and so in no replay.
 */
export function effectBytes(size: number, effectOf: (debate: number) => DebateEffect | null): Buffer {
  const bytes = Buffer.alloc(2 * size, NO_CELL);
  for (let debate = 0; debate < size; debate++) {
    const effect = effectOf(debate);
    if (effect === null) continue;
    const [initial, before, after] = [effect.initial, effect.before, effect.after].map((each) =>
      verdicts.indexOf(each),
    );
    bytes[2 * debate] = ((initial * 3 + before) * 3 + after) * 2 + (effect.fired ? 1 : 0);
    bytes[2 * debate + 1] = effect.to ?? NO_ROUND;
  }
  return bytes;
}

/** The effect on one debate, as it was stored. */
export function effectAt(bytes: Uint8Array, debate: number): DebateEffect | null {
  const code = bytes[2 * debate];
  if (code === NO_CELL) return null;
  const to = bytes[2 * debate + 1];
  const verdict = (unit: number): EffectVerdict => verdicts[Math.floor(code / unit) % 3];
  return {
    fired: code % 2 === 1,
    to: to === NO_ROUND ? null : to,
    initial: verdict(18),
    before: verdict(6),
    after: verdict(2),
  };
}
