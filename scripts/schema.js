// Prints the schema of the compiled server into schema.graphql.
import "reflect-metadata";
import { writeFileSync } from "node:fs";
import { schemaText } from "../dist/graph/schemaText.js";

writeFileSync("schema.graphql", schemaText());
