import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testServer } from "./testServer.js";

let server: Awaited<ReturnType<typeof testServer>>;
let storeAnswers = true;
beforeAll(async () => {
  server = await testServer({
    ready: () => (storeAnswers ? Promise.resolve() : Promise.reject(new Error("no connection"))),
  });
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: "manual" });

describe("health", () => {
  it("healthz says that the process answers, whatever the store does", async () => {
    storeAnswers = false;
    const response = await get("/healthz");
    storeAnswers = true;
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  it("readyz is 503 with the reason while the store does not answer, and 200 when it does again", async () => {
    storeAnswers = false;
    const down = await get("/readyz");
    expect([down.status, await down.json()]).toEqual([503, { status: "not ready", reason: "Error: no connection" }]);
    storeAnswers = true;
    expect((await get("/readyz")).status).toBe(200);
  });

  it("metrics count operations by their code and keep unknown paths under one label", async () => {
    await server.post("{ hello }");
    await server.post("{ refused }");
    await get("/no/such/place");
    const text = await (await get("/metrics")).text();
    expect(text).toContain('counterweight_graphql_operations_total{type="query",code="OK"}');
    expect(text).toContain('counterweight_graphql_operations_total{type="query",code="BAD_INPUT"}');
    expect(text).toContain('route="other",status="404"');
    expect(text).not.toContain("/no/such/place");
  });
});

describe("the query page", () => {
  it("is sent to a browser only; a program that GETs without a query is told what is missing", async () => {
    const page = await get("/graphql", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("content-security-policy")).toContain("connect-src 'self'");
    expect(await page.text()).toContain("renderYogaGraphiQL");
    expect((await get("/graphql", { accept: "application/json" })).status).toBe(400);
  });

  it("stands at the address itself until there is a report", async () => {
    expect((await get("/")).headers.get("location")).toBe("/graphql");
  });
});

describe("errors", () => {
  it("a refusal keeps its text, code and particulars", async () => {
    const { errors } = await server.post("{ refused }");
    expect(errors).toMatchObject([
      {
        message: "rounds: expected 1 or more, got 0",
        extensions: { code: "BAD_INPUT", details: [{ path: "rounds" }] },
      },
    ]);
  });

  it("our own fault is masked, and its reference finds it in the log", async () => {
    const { errors, data } = await server.post("{ hello broken }");
    expect(data).toEqual({ hello: "world", broken: null });
    expect(errors?.[0]?.extensions.code).toBe("INTERNAL");
    expect(JSON.stringify(errors)).not.toContain("swordfish");
    const logged = server.log.find((line) => line.includes(String(errors?.[0]?.extensions.reference)));
    expect(logged).toContain("swordfish");
  });

  it("a value that does not fit its type is our fault, not the caller's", async () => {
    expect((await server.post("{ tooBig }")).errors?.[0]?.extensions.code).toBe("INTERNAL");
  });

  it.each([
    ["an unknown field", "{ nothing }", {}, "GRAPHQL_VALIDATION_FAILED"],
    ["broken syntax", "{", {}, "GRAPHQL_PARSE_FAILED"],
    [
      "an unknown field of a variable",
      'query($i: EchoInput) { echo(text: "a", input: $i) }',
      { i: { b: 1 } },
      "BAD_USER_INPUT",
    ],
    ["null for a required argument", 'query($t: String = "a") { echo(text: $t) }', { t: null }, "BAD_USER_INPUT"],
  ])("%s is the caller's, in words", async (_what, query, variables, code) => {
    const { errors } = await server.post(query, variables);
    expect(errors?.[0]?.extensions).toEqual({ code });
    expect(errors?.[0]?.message).not.toContain("our side");
  });

  it("a path where nothing is served and a body that is no JSON have the shape of any other error", async () => {
    expect(await (await get("/nowhere")).json()).toEqual({
      errors: [{ message: "nothing is served at /nowhere", extensions: { code: "NOT_FOUND" } }],
    });
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_INPUT" } }] });
  });
});

describe("limits", () => {
  it("a question longer than a megabyte is refused before it is read", async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ hello }", variables: { pad: "x".repeat(1_100_000) } }),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "TOO_LARGE" } }] });
  });

  it("a page of pages beyond the limit is refused with its size", async () => {
    const { errors } = await server.post(
      "{ page(first: 100) { edges { node(first: 1000) { value edges { value } } } } }",
    );
    expect(errors?.[0]).toMatchObject({ extensions: { code: "TOO_LARGE" } });
    expect(errors?.[0]?.message).toMatch(/at most 100000 fields over all pages, got 300201/);
  });

  it("a form on another site cannot ask, because the browser need not ask first", async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ query: "{ hello }" }),
    });
    expect(response.status).toBe(400);
  });

  it("introspection is answered", async () => {
    expect((await server.post("{ __schema { queryType { name } } }")).data).toEqual({
      __schema: { queryType: { name: "Query" } },
    });
  });
});

describe("start and stop", () => {
  it("a taken port is named, with what to do", async () => {
    const port = Number(new URL(server.url).port);
    await expect(testServer({}, port)).rejects.toThrow(
      `port ${port} on 127.0.0.1 is taken by another process; set PORT`,
    );
  });

  it("stopping lets a running question finish and takes no new one", async () => {
    const other = await testServer();
    const running = other.post("{ slow }");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const stopped = other.stop();
    expect((await running).data).toEqual({ slow: "done" });
    await stopped;
    await expect(fetch(`${other.url}/healthz`)).rejects.toThrow();
  });
});
