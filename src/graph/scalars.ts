import { GraphQLScalarType, Kind, type ValueNode } from "graphql";
import { UserError } from "../errors.js";
import { minimalDecimal } from "../seal/decimal.js";

export { GraphQLJSON as JsonScalar } from "graphql-scalars";

/** Prices never pass through a floating point number: a literal is taken as it is written, and variables are texts. */
export const DecimalScalar = new GraphQLScalarType<string, string>({
  name: "Decimal",
  description:
    'An exact decimal as text, such as "2.5". Also accepted: a number in the query itself, and a whole number in variables.',
  serialize: (value) => {
    if (typeof value !== "string") throw new Error("a decimal is kept as text");
    return value;
  },
  parseValue: (value) => {
    if (typeof value === "string" || Number.isSafeInteger(value)) return minimalDecimal(String(value));
    throw new UserError("BAD_INPUT", `expected a decimal as text, such as "2.5", got ${JSON.stringify(value)}`);
  },
  parseLiteral: (node: ValueNode) => {
    if (node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT)
      return minimalDecimal(node.value);
    throw new UserError("BAD_INPUT", 'expected a decimal, such as 2.5 or "2.5"');
  },
});
