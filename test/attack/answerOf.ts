import { getNamedType, graphql, type GraphQLObjectType, isInterfaceType, isLeafType, isObjectType } from "graphql";
import { createContext, type Services } from "../../src/graph/context.js";
import { schema } from "../../src/graph/schema.js";
import { LOCAL_TEAM } from "../../src/store/teams.js";

export const built = schema();

export interface Answer {
  readonly data: unknown;
  readonly errors: readonly { readonly message: string; readonly path: unknown; readonly code: unknown }[];
}

/** The whole answer, as a client gets it: data and every error. */
export async function answerOf(
  services: Services,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<Answer> {
  const contextValue = createContext(services, () => Promise.resolve(LOCAL_TEAM));
  const { data, errors = [] } = await graphql({ schema: built, source, variableValues, contextValue });
  return {
    data,
    errors: errors.map(({ message, path, originalError }) => ({
      message,
      path,
      code: (originalError as { code?: unknown } | undefined)?.code ?? null,
    })),
  };
}

/** The measures that may be refused as a whole; they cannot be null, so asking for one can take its whole subject away. */
const MEASURES = [
  ...["ledger", "onset", "ties", "expectedAccuracy", "seatOutcomes"],
  ...["attritionAccuracy", "errorVisibility", "diagnosis", "featureTable", "recode"],
];

/** What is asked where a field has to be told something; a field with another such argument is passed over. */
const SUPPLIED: Readonly<Record<string, string>> = {
  interventions: '(signal: "tests")',
  recode: "(to: { tie: UNDECIDED })",
  susceptibility: '(run: "other")',
};

/**
 * A selection of every field that is reached from this type without an argument, each type once on a path, by walking the
 * schema: a field that is added later is asked for too.
 */
export function everything(name: string, above: readonly string[] = []): string {
  const type = built.getType(name) as GraphQLObjectType;
  const path = [...above, name];
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(({ type, defaultValue }) => String(type).endsWith("!") && defaultValue === undefined))
      return [];
    if (above.length > 0 && MEASURES.includes(field.name)) return [];
    const answered = getNamedType(field.type);
    if (isLeafType(answered)) return field.name;
    if (isInterfaceType(answered) || path.includes(answered.name)) return [];
    return `${field.name} ${everything(answered.name, path)}`;
  });
  return `{ ${["__typename", ...fields].join(" ")} }`;
}

/** One selection for each field of a type, with everything that is reached through it. */
export const eachField = (name: string): string[] =>
  Object.values((built.getType(name) as GraphQLObjectType).getFields()).flatMap((field) => {
    const told = field.args.some(({ type }) => String(type).endsWith("!")) ? SUPPLIED[field.name] : "";
    if (told === undefined) return [];
    const answered = getNamedType(field.type);
    return isObjectType(answered)
      ? `${field.name}${told} ${everything(answered.name, [name])}`
      : `${field.name}${told}`;
  });
