import { registerEnumType } from "type-graphql";

/** Registers a GraphQL enum from its values and what each means; the values are their own names. */
export function enumOf<V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
): { readonly [K in V]: K } {
  const names = Object.fromEntries(Object.keys(values).map((value) => [value, value])) as { [K in V]: K };
  const valuesConfig = Object.fromEntries(
    Object.entries<string>(values).map(([value, meaning]) => [value, { description: meaning }]),
  ) as Record<V, { description: string }>;
  registerEnumType(names, { name, description, valuesConfig });
  return names;
}
