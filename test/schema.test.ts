import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { schema } from "../src/graph/schema.js";
import { schemaText } from "../src/graph/schemaText.js";

it("schema.graphql is the schema; `npm run schema` rewrites it", () => {
  expect(schemaText()).toBe(readFileSync("schema.graphql", "utf8"));
});

/** Relay's own words need no description of ours. */
const plain = /^(edges|node|cursor|pageInfo|hasNextPage|hasPreviousPage|startCursor|endCursor)$/;

it("every type, argument and enum value, and every field that its name does not explain, has a description", () => {
  const mute = Object.values(schema().getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .flatMap(undescribed);
  expect(mute).toEqual([]);
});

function undescribed(type: GraphQLNamedType): string[] {
  const own = type.description || ["Query", "Mutation", "PageInfo"].includes(type.name) ? [] : [type.name];
  if (isEnumType(type))
    return [
      ...own,
      ...type
        .getValues()
        .filter((v) => !v.description)
        .map((v) => `${type.name}.${v.name}`),
    ];
  if (isInputObjectType(type))
    return [
      ...own,
      ...Object.values(type.getFields())
        .filter((f) => !f.description)
        .map((f) => `${type.name}.${f.name}`),
    ];
  if (!isObjectType(type) && !isInterfaceType(type)) return own;
  const fields = Object.values(type.getFields());
  return [
    ...own,
    ...fields.filter((f) => !f.description && !plain.test(f.name)).map((f) => `${type.name}.${f.name}`),
    ...fields.flatMap((f) => f.args.filter((a) => !a.description).map((a) => `${type.name}.${f.name}(${a.name})`)),
  ];
}
