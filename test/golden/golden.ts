import { readFileSync } from "node:fs";

export interface Tolerance {
  readonly rel?: number;
  readonly abs?: number;
}

export interface GoldenCase<Input, Expected> {
  readonly id: string;
  readonly kind: string;
  readonly input: Input;
  readonly expected: Expected;
  readonly note?: string;
  readonly tolerance?: Tolerance;
}

interface GoldenFile {
  readonly default_tolerance: Tolerance;
  readonly cases: readonly GoldenCase<unknown, unknown>[];
}

/** The cases of one kind (or all) in test/golden/NAME.json, each with the tolerance that holds for it. */
export function golden<Input, Expected>(name: string, kind?: string): readonly GoldenCase<Input, Expected>[] {
  const file = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")) as GoldenFile;
  const cases = file.cases.filter((each) => kind === undefined || each.kind === kind);
  if (cases.length === 0) throw new Error(`no golden case of kind ${kind} in ${name}`);
  return cases.map((each) => ({ ...each, tolerance: each.tolerance ?? file.default_tolerance })) as GoldenCase<
    Input,
    Expected
  >[];
}

/**
 * The places where `got` disagrees with `want`, deeply: numbers within the tolerance, everything else exactly, and keys that only
 * `got` has are ignored. Expect it to equal [].
 */
export function disagreements(got: unknown, want: unknown, tolerance: Tolerance = {}, path = ""): string[] {
  if (typeof want === "number" && typeof got === "number") {
    const allowed = (tolerance.abs ?? 0) + (tolerance.rel ?? 0) * Math.abs(want);
    return Math.abs(got - want) <= allowed ? [] : [`${path}: got ${got}, want ${want}`];
  }
  if (Array.isArray(want) && (Array.isArray(got) || ArrayBuffer.isView(got))) {
    const list = Array.from(got as ArrayLike<unknown>);
    if (list.length !== want.length) return [`${path}: got ${list.length} elements, want ${want.length}`];
    return want.flatMap((each, i) => disagreements(list[i], each, tolerance, `${path}[${i}]`));
  }
  if (want !== null && typeof want === "object" && got !== null && typeof got === "object") {
    return Object.entries(want).flatMap(([key, value]) =>
      disagreements((got as Record<string, unknown>)[key], value, tolerance, `${path}.${key}`),
    );
  }
  return Object.is(got, want) ? [] : [`${path}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`];
}
