import { lexicographicSortSchema, printSchema } from "graphql";
import { schema } from "./schema.js";

/** The schema as `schema.graphql` holds it: sorted, so that a change shows where it is and nowhere else. */
export const schemaText = (): string => `${printSchema(lexicographicSortSchema(schema()))}\n`;
