import { text } from "node:stream/consumers";
import { expect, it } from "@jest/globals";
import { UserError } from "../../src/errors.js";
import { type DecisionsUpload } from "../../src/web/decisionsRoute.js";
import { testServer } from "./testServer.js";

async function upload(query: string, type: string, decisions: DecisionsUpload, headers: Record<string, string> = {}) {
  const server = await testServer({ decisions });
  try {
    const response = await fetch(`${server.url}/decisions?${query}`, {
      method: "POST",
      headers: { "content-type": type, ...headers },
      body: "item,freeze\nq1,true\n",
    });
    return { status: response.status, body: (await response.json()) as unknown };
  } finally {
    await server.stop();
  }
}

const seen: DecisionsUpload = async (body, given, authorization) => ({
  ...given,
  authorization,
  text: await text(body),
});

it("the body is the file, the query says its name, what it was fitted on and its format", async () => {
  const headers = { authorization: "Bearer cw_x" };
  expect(await upload("slug=p&fittedOn=other%20models", "text/csv", seen, headers)).toEqual({
    status: 200,
    body: {
      slug: "p",
      fittedOn: "other models",
      format: "CSV",
      authorization: "Bearer cw_x",
      text: "item,freeze\nq1,true\n",
    },
  });
  expect(await upload("slug=p&fittedOn=x", "application/x-ndjson", seen)).toMatchObject({ body: { format: "NDJSON" } });
});

it.each([
  ["without a name", "fittedOn=x", "text/csv", "slug: expected one query parameter, got none"],
  ["of another format", "slug=p&fittedOn=x&format=XLS", "text/csv", 'format: expected NDJSON or CSV, got "XLS"'],
  ["from a form of some other site", "slug=p&fittedOn=x", "text/plain", "content-type: expected text/csv"],
])("an upload %s is refused", async (_, query, type, message) => {
  expect(await upload(query, type, seen)).toMatchObject({
    status: 400,
    body: { errors: [{ message: expect.stringContaining(message), extensions: { code: "BAD_INPUT" } }] },
  });
});

it("a refusal in the middle of the file is answered with its code", async () => {
  const refused: DecisionsUpload = () => Promise.reject(new UserError("FORBIDDEN", "no token"));
  expect(await upload("slug=p&fittedOn=x", "text/csv", refused)).toMatchObject({ status: 403 });
});
