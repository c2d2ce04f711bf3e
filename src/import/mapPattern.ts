import { RE2JS } from "re2js";

/** Characters of a text that patterns are held against. */
export const MAX_PATTERN_TEXT = 1_000_000;
/** Characters times matches: what one pattern may look at in one text. */
const MAX_WORK = 200_000_000;

/** One match: where it stands, and its groups; a group that took no part is null. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
}

export interface Pattern {
  readonly groups: number;
  /** Every match, from the left; null when the text is too long or matches too often to be read in bounded time. */
  all(text: string): readonly Match[] | null;
}

/**
 * A regular expression in RE2's syntax: no back references and no looking around, and in return time that grows with the text's
 * length alone, whatever the pattern. See docs/decisions/mapping-files.md. Throws what is wrong with it.
 */
export function pattern(source: string, ignoreCase: boolean): Pattern {
  const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const groups = compiled.groupCount();
  return {
    groups,
    all(text) {
      if (text.length > MAX_PATTERN_TEXT) return null;
      const matcher = compiled.matcher(text);
      const found: Match[] = [];
      while (matcher.find()) {
        if (found.length * text.length > MAX_WORK) return null;
        const texts = Array.from({ length: groups + 1 }, (_, group) => matcher.group(group));
        found.push({ start: matcher.start(), end: matcher.end(), groups: texts });
      }
      return found;
    },
  };
}

/** A pattern for the text itself. */
export const literal = (text: string): string => RE2JS.quote(text);
