import {
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from "graphql";
import { pino } from "pino";
import { UserError } from "../../src/errors.js";
import { type Answers, startServer } from "../../src/web/server.js";

const page: GraphQLObjectType = new GraphQLObjectType({
  name: "Page",
  fields: () => ({
    edges: { type: new GraphQLNonNull(page), resolve: () => ({}) },
    node: { type: page, args: { first: { type: GraphQLInt } }, resolve: () => ({}) },
    value: { type: GraphQLFloat, resolve: () => 1 },
  }),
});

/** A schema in which everything that can go wrong has a field. */
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: "Query",
    fields: {
      hello: { type: GraphQLString, resolve: () => "world" },
      refused: {
        type: GraphQLString,
        resolve: () => {
          throw new UserError("BAD_INPUT", "rounds: expected 1 or more, got 0", [{ path: "rounds" }]);
        },
      },
      broken: {
        type: GraphQLString,
        resolve: () => {
          throw new Error("the password is swordfish");
        },
      },
      tooBig: { type: GraphQLInt, resolve: () => 1e12 },
      slow: { type: GraphQLString, resolve: () => new Promise((resolve) => setTimeout(() => resolve("done"), 400)) },
      page: { type: page, args: { first: { type: GraphQLInt } }, resolve: () => ({}) },
      echo: {
        type: GraphQLString,
        args: {
          text: { type: new GraphQLNonNull(GraphQLString) },
          input: { type: new GraphQLInputObjectType({ name: "EchoInput", fields: { a: { type: GraphQLInt } } }) },
        },
        resolve: (_root, { text }: { text: string }) => text,
      },
    },
  }),
});

/** A server on a free port whose log can be read. */
export async function testServer(given: Partial<Answers> = {}, port = 0) {
  const log: string[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void log.push(line) });
  const server = await startServer(
    {
      schema,
      context: () => ({}),
      team: () => Promise.resolve("local"),
      decisions: () => Promise.resolve({}),
      sealed: { receipt: () => Promise.resolve("{}"), checkpoint: () => Promise.resolve("") },
      ready: () => Promise.resolve(),
      importStream: () => Promise.resolve({ run: "a", status: "IMPORTED", debates: 0 }),
      logger,
      ...given,
    },
    "127.0.0.1",
    port,
  );
  const post = async (query: string, variables: object = {}) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
    });
    const body = (await response.json()) as {
      data?: Record<string, unknown> | null;
      errors?: { message: string; extensions: { code: string; details?: unknown; reference?: string } }[];
    };
    return { status: response.status, ...body };
  };
  return { ...server, log, post };
}
