import { graphql, type GraphQLSchema } from "graphql";
import { createContext, type Services } from "./context.js";
import { LOCAL_TEAM } from "../store/teams.js";
import { schema } from "./schema.js";

let built: GraphQLSchema | undefined;

/**
 * Asks the schema in process, so that a number printed anywhere is the number that the API gives. Throws the first
 * error as it was thrown, a `UserError` with its code.
 */
export async function ask<Answer>(
  services: Services,
  source: string,
  variables: Record<string, unknown> = {},
  team: string = LOCAL_TEAM,
): Promise<Answer> {
  const { data, errors } = await graphql({
    schema: (built ??= schema()),
    source,
    variableValues: variables,
    contextValue: createContext(services, () => Promise.resolve(team)),
  });
  if (errors?.length) throw errors[0].originalError ?? errors[0];
  return data as Answer;
}
