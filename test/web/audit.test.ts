import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { serverAudits } from "graphql-http";
import { testServer } from "./testServer.js";

// The audit that comes with the GraphQL-over-HTTP specification, run over a real socket. All that a server MUST do
// holds; where ours does otherwise than MAY or SHOULD, it is on purpose and named here.
const onPurpose: Record<string, string> = {
  // A GET from a foreign page is a cross-site request unless it carries a header that the browser asks about first.
  "5A70": "notice",
  D6D5: "notice",
  "6A70": "notice",
  // A question that cannot be executed is answered with 400 under application/json too: curl -f and proxies then see it.
  "572B": "warn",
  FDE2: "warn",
  "7B9B": "warn",
};

let server: Awaited<ReturnType<typeof testServer>>;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

it.each(serverAudits({ url: () => `${server.url}/graphql` }).map((audit) => [audit.id, audit.name, audit] as const))(
  "GraphQL over HTTP %s: %s",
  async (id, _name, audit) => {
    const { status } = await audit.fn();
    expect(status).toBe(onPurpose[id] ?? "ok");
  },
);
