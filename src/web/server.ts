import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { ApolloServer, type BaseContext } from "@apollo/server";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginDrainHttpServer } from "@apollo/server/plugin/drainHttpServer";
import { expressMiddleware } from "@as-integrations/express5";
import express, { type ErrorRequestHandler } from "express";
import { type GraphQLSchema } from "graphql";
import { type Logger } from "pino";
import { type ErrorCode, UserError } from "../errors.js";
import { checkpointRoute, receiptRoute, type SealedFiles } from "./sealedRoutes.js";
import { decisionsRoute, type DecisionsUpload } from "./decisionsRoute.js";
import { formatError } from "./formatError.js";
import { sendGraphiql } from "./graphiql.js";
import { type ImportStream, importRoute } from "./importRoute.js";
import { listen } from "./listen.js";
import { limits, MAX_TOKENS } from "./limits.js";
import { createMetrics } from "./metrics.js";

/** What a server answers from, handed in as values. */
export interface Answers {
  readonly schema: GraphQLSchema;
  /** A new context for each request, from its `Authorization` header. */
  readonly context: (authorization: string | undefined) => BaseContext;
  /** The team behind an `Authorization` header; rejects when it may not write. */
  readonly team: (authorization: string | undefined) => Promise<string>;
  /** Rejects when the store cannot answer. */
  readonly ready: () => Promise<unknown>;
  readonly importStream: ImportStream;
  readonly decisions: DecisionsUpload;
  readonly sealed: SealedFiles;
  readonly logger: Logger;
}

export interface RunningServer {
  /** Where a client on this host reaches it, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Takes no new work, lets what runs finish for a while, then closes. */
  stop(): Promise<void>;
}

/** A question is text; even one with hundreds of fields and long variables is far below this. */
const BODY_LIMIT = "1mb";
const GRACE_MS = 10_000;

export async function startServer(answers: Answers, host: string, port: number): Promise<RunningServer> {
  const { logger } = answers;
  const metrics = createMetrics();
  const app = express();
  // A map travels in the address of an import, and may be longer than a browser's would.
  const server = createServer({ maxHeaderSize: 128 * 1024 }, app);
  // A large import may take longer than the five minutes that Node allows a request by default.
  server.requestTimeout = 0;
  const apollo = new ApolloServer({
    schema: answers.schema,
    introspection: true,
    csrfPrevention: true,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    maxRecursiveSelections: true,
    parseOptions: { maxTokens: MAX_TOKENS },
    formatError: formatError(logger),
    logger,
    plugins: [
      limits,
      metrics.counted,
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginDrainHttpServer({ httpServer: server, stopGracePeriodMillis: GRACE_MS }),
    ],
  });
  await apollo.start();

  let stopping = false;
  app.disable("x-powered-by");
  app.use((_request, response, next) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    next();
  });
  app.use(metrics.timed);
  app.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  app.get("/readyz", async (_request, response) => {
    const reason = stopping ? "stopping" : await answers.ready().then(() => null, String);
    response
      .status(reason === null ? 200 : 503)
      .json(reason === null ? { status: "ready" } : { status: "not ready", reason });
  });
  app.get("/metrics", async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.get("/", (_request, response) => response.redirect("/graphql"));
  app.get("/graphql", (request, response, next) =>
    request.accepts(["json", "html"]) === "html" ? sendGraphiql(request, response) : next(),
  );
  app.all(
    "/graphql",
    express.json({ limit: BODY_LIMIT }),
    (request, _response, next) => {
      request.body ??= {};
      next();
    },
    expressMiddleware(apollo, {
      context: ({ req }) => Promise.resolve(answers.context(req.headers.authorization)),
    }),
  );
  app.post("/import", importRoute(answers.importStream, answers.team, logger, metrics.importedDebates));
  app.post("/decisions", decisionsRoute(answers.decisions));
  app.get("/receipts/:file", receiptRoute(answers.sealed));
  app.get("/log/checkpoint", checkpointRoute(answers.sealed));
  app.use((request, response) => {
    response
      .status(404)
      .json({ errors: [{ message: `nothing is served at ${request.path}`, extensions: { code: "NOT_FOUND" } }] });
  });
  app.use(refuse(logger));

  await listen(server, host, port);
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${reachable(host)}:${bound}`;
  logger.info({ url }, "listening");
  return {
    url,
    async stop() {
      stopping = true;
      await apollo.stop();
    },
  };
}

/** The address a client on this host uses for what a server binds to. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** Refusals whose code has a status of its own in HTTP; all others are 400. */
const statusOf: Readonly<Partial<Record<ErrorCode, number>>> = {
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  BLIND: 403,
  CONFLICT: 409,
  TOO_LARGE: 413,
};

/** Errors outside GraphQL, in the shape that GraphQL errors have. */
const refuse =
  (logger: Logger): ErrorRequestHandler =>
  (error: { status?: number; message?: string }, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof UserError) {
      const { code, message, details } = error;
      response.status(statusOf[code] ?? 400).json({ errors: [{ message, extensions: { code, details } }] });
      return;
    }
    const status = error.status ?? 500;
    if (status >= 500) logger.error({ err: error }, "a request failed");
    const code = status === 413 ? "TOO_LARGE" : status < 500 ? "BAD_INPUT" : "INTERNAL";
    const message = status < 500 ? String(error.message) : "Something went wrong on our side.";
    response.status(status).json({ errors: [{ message, extensions: { code } }] });
  };
