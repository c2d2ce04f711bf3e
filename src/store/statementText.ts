import { parsedJson } from "../seal/parsedJson.js";
import { readStatement, type StatementOf, type StatementType } from "../seal/statements.js";
import { UserError } from "../errors.js";

/** The statement of a log entry, which must be of this type. STORE_DAMAGED when the entry says something else. */
export function statementText<T extends StatementType>(
  type: T,
  position: bigint | number,
  text: string,
): StatementOf<T> {
  const statement = readStatement(parsedJson(text, `the log entry at position ${position}`));
  if (statement.type !== type)
    throw new UserError("STORE_DAMAGED", `log entry ${position}: expected a ${type}, got a ${statement.type}`);
  return statement as StatementOf<T>;
}
