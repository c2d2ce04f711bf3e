import { canonical } from "../seal/canonical.js";
import { check, type Check } from "../seal/check.js";
import { parsedJson } from "../seal/parsedJson.js";
import { readStatement, type StatementOf, type StatementType } from "../seal/statements.js";
import { statementText } from "./statementText.js";
import { type VerifiedLog } from "./verifyLog.js";

/** A row that stands for the entry at a position. */
interface Standing {
  readonly position: bigint;
  readonly object: string;
}

export type RowLedger = ReturnType<typeof rowLedger>;

/** Holds rows against the entries that they stand for, and remembers which entries have one. */
export function rowLedger({ entries, size }: VerifiedLog) {
  const checks: Check[] = [];
  const stands = new Set<number>();
  return {
    checks,
    size,
    /** Compares what a row says with what its entry says; both must be equal as texts. */
    row<T extends StatementType>(
      type: T,
      { position, object }: Standing,
      compare: (
        said: StatementOf<T>,
        words: string,
      ) => readonly (readonly [what: string, row: unknown, entry: unknown])[],
    ): void {
      const at = Number(position);
      if (at >= size) return;
      stands.add(at);
      checks.push(
        check("row", object, () => {
          const words = entries[at]?.statement ?? "";
          const different = compare(statementText(type, at, words), words).find(
            ([, row, entry]) => canonical(row ?? null) !== canonical(entry ?? null),
          );
          if (different === undefined) return null;
          const [what, row, entry] = different.map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
          return `${what}: the row says ${row}, log entry ${at} says ${entry}`;
        }),
      );
    },
    /** Entries for which no row stands, or whose kind is not that of their statement. */
    lone: (): Check[] =>
      entries.map(({ kind, statement }, position) =>
        check("entry", `entry at position ${position}`, () => {
          if (!stands.has(position)) return `no row stands for the ${kind}`;
          const { type } = readStatement(parsedJson(statement, "the statement"));
          return type === kind ? null : `its kind says ${kind}, its statement is a ${type}`;
        }),
      ),
  };
}

/** A list whose order means nothing, to be compared. */
export const unordered = (values: readonly unknown[]): string =>
  canonical([...values].map((value) => canonical(value)).sort());
