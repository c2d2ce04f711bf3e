import { type ApolloServerPlugin } from "@apollo/server";
import { type RequestHandler } from "express";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

/** What /metrics tells: the process, requests by route and status, GraphQL operations by type and error code. */
export function createMetrics() {
  const registers = [new Registry()];
  const [registry] = registers;
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "counterweight_http_request_seconds",
    help: "Time from request to end of answer.",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  });
  const operations = new Counter({
    name: "counterweight_graphql_operations_total",
    help: "GraphQL operations by type and by the code of their first error, or OK.",
    labelNames: ["type", "code"] as const,
    registers,
  });
  const importedDebates = new Counter({
    name: "counterweight_imported_debates_total",
    help: "Debates stored by POST /import.",
    registers,
  });

  /** Unknown paths share one label, or anyone could fill the registry with names. */
  const timed: RequestHandler = (request, response, next) => {
    const stop = seconds.startTimer({ method: request.method });
    response.on("close", () => {
      const route = request.route as { path: string } | undefined;
      stop({ route: route?.path ?? "other", status: response.statusCode });
    });
    next();
  };

  const counted: ApolloServerPlugin = {
    requestDidStart: () =>
      Promise.resolve({
        willSendResponse: ({ operation, response }) => {
          const errors = response.body.kind === "single" ? response.body.singleResult.errors : undefined;
          const code = errors?.[0]?.extensions?.code;
          operations.inc({ type: operation?.operation ?? "none", code: typeof code === "string" ? code : "OK" });
          return Promise.resolve();
        },
      }),
  };
  return { registry, timed, counted, importedDebates };
}
