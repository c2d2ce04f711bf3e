import { randomUUID } from "node:crypto";
import { GraphQLError, type GraphQLFormattedError, Kind } from "graphql";
import { type Logger } from "pino";
import { UserError } from "../errors.js";

/**
 * What a client sees of an error. A `UserError` keeps its text, code and particulars; an error of the GraphQL language
 * (syntax, validation, variables) keeps the text and code it has; all else becomes a plain internal error whose
 * reference stands in the log beside the real one.
 */
export const formatError =
  (logger: Logger) =>
  (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const thrown = cause(error);
    const { message, locations, path } = formatted;
    const where = { ...(locations && { locations }), ...(path && { path }) };
    if (thrown instanceof UserError)
      return {
        message,
        ...where,
        extensions: { code: thrown.code, ...(thrown.details !== undefined && { details: thrown.details }) },
      };
    const code = formatted.extensions?.code;
    if (code !== "INTERNAL_SERVER_ERROR") return { message, ...where, extensions: { code } };
    if (thrown instanceof GraphQLError && concernsArgument(thrown))
      return { message, ...where, extensions: { code: "BAD_USER_INPUT" } };
    const reference = randomUUID();
    logger.error({ err: thrown, path, reference }, "a field failed");
    return {
      message: `Something went wrong on our side. The log has it under ${reference}.`,
      ...where,
      extensions: { code: "INTERNAL", reference },
    };
  };

/** The error a resolver threw, under what GraphQL wrapped around it. */
function cause(error: unknown): unknown {
  while (error instanceof GraphQLError && error.originalError) error = error.originalError;
  return error;
}

/** GraphQL's own complaint about an argument's value that only execution could see, such as null for a variable with a default. */
const concernsArgument = (error: GraphQLError) => error.nodes?.some((node) => node.kind !== Kind.FIELD) ?? false;
