import { afterEach, expect, it } from "@jest/globals";
import { once } from "node:events";
import { connect } from "node:net";
import { finished } from "node:stream/promises";
import { UserError } from "../../src/errors.js";
import { type ImportStream } from "../../src/web/importRoute.js";
import { testServer } from "./testServer.js";

let server: Awaited<ReturnType<typeof testServer>> | undefined;
afterEach(() => server?.stop());

const send = async (importStream: ImportStream, body: string, path = "/import", type = "application/x-ndjson") => {
  server = await testServer({ importStream });
  const response = await fetch(server.url + path, { method: "POST", headers: { "content-type": type }, body });
  const lines = (await response.text()).trimEnd().split("\n");
  return { status: response.status, lines: lines.map((line) => JSON.parse(line) as unknown) };
};

/** Counts lines, as the real import does among other things. */
const counting: ImportStream = async ({ bytes: body }, { onProgress }) => {
  let read = 0;
  let debates = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    read += chunk.length;
    debates += chunk.toString().split("\n").length - 1;
    onProgress?.({ read, total: null, debates });
  }
  return { run: "a", status: "IMPORTED", debates };
};

it("the body arrives as it is; progress and the report come back a line each", async () => {
  const { status, lines } = await send(counting, "{}\n{}\n{}\n");
  expect(status).toBe(200);
  expect(lines).toEqual([
    { progress: { read: 9, total: null, debates: 3 } },
    { report: { run: "a", status: "IMPORTED", debates: 3 } },
  ]);
});

it("query parameters reach the import as it takes them", async () => {
  const seen: unknown[] = [];
  await send(
    (_body, options) => {
      seen.push(options);
      return Promise.resolve({ run: "a", status: "IMPORTED", debates: 0 });
    },
    "x",
    "/import?slug=a&dryRun=true&maxErrors=3",
  );
  expect(seen).toMatchObject([{ dryRun: true, maxErrors: 3, run: { slug: "a" } }]);
});

it("a refusal in the middle of a large body reaches the sender whole, with every fault", async () => {
  const faults = [{ line: 1, path: "rounds", expected: "a list", got: "nothing" }];
  const { lines } = await send(
    async ({ bytes: body }) => {
      await once(body, "data");
      body.destroy();
      throw new UserError("BAD_LINE", "1 fault", faults);
    },
    `${"x".repeat(1000)}\n`.repeat(20_000),
  );
  expect(lines).toEqual([{ error: { code: "BAD_LINE", message: "1 fault", details: faults } }]);
});

it("our own fault is masked and logged", async () => {
  const { lines } = await send(() => Promise.reject(new Error("swordfish")), "x");
  expect(lines).toEqual([
    { error: { code: "INTERNAL", message: "Something went wrong on our side. The log has it." } },
  ]);
  expect(server?.log.join("")).toContain("swordfish");
});

it.each(["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])(
  "a form on another site cannot start an import (%s)",
  async (type) => {
    const { status, lines } = await send(counting, "{}\n", "/import", type);
    expect(status).toBe(415);
    expect(lines).toMatchObject([{ errors: [{ extensions: { code: "BAD_INPUT" } }] }]);
  },
);

it("a sender that goes away ends the import with an error, not with half a file", async () => {
  let ended: (error: unknown) => void;
  const failure = new Promise((resolve) => (ended = resolve));
  server = await testServer({
    importStream: async ({ bytes: body }) => {
      try {
        await finished(body.resume());
        ended("the file looked whole");
      } catch (error) {
        ended(error);
      }
      return { run: "a", status: "IMPORTED", debates: 0 };
    },
  });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    "POST /import HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: 1000\r\n\r\n{}\n",
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  expect(await failure).toMatchObject({ code: "CANCELLED" });
});
