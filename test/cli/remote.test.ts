import { afterAll, afterEach, expect, it } from "@jest/globals";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { remote } from "../../src/cli/remote.js";
import { UserError } from "../../src/errors.js";
import { type Answers } from "../../src/web/server.js";
import { testServer } from "../web/testServer.js";

const folder = mkdtempSync(join(tmpdir(), "counterweight-remote-"));
const file = join(folder, "a.jsonl");
writeFileSync(file, "{}\n".repeat(2_000_000));
afterAll(() => rmSync(folder, { recursive: true }));

let server: Awaited<ReturnType<typeof testServer>> | undefined;
afterEach(() => server?.stop());
const connect = async (given: Partial<Answers> = {}) => remote((server = await testServer(given)).url);

it("answers are those of the schema, and a refusal is the error it was there", async () => {
  const connection = await connect();
  expect(await connection.ask("{ hello }")).toEqual({ hello: "world" });
  await expect(connection.ask("{ refused }")).rejects.toMatchObject({
    name: "UserError",
    code: "BAD_INPUT",
    message: "rounds: expected 1 or more, got 0",
    details: [{ path: "rounds" }],
  });
});

it("a variable that does not fit is the caller's, a masked fault is ours", async () => {
  const connection = await connect();
  const unfit = connection.ask("query($t: String!) { echo(text: $t) }", { t: 1 });
  await expect(unfit).rejects.toMatchObject({ code: "BAD_INPUT" });
  const ours = await connection.ask("{ broken }").catch((error: unknown) => error);
  expect(ours).toBeInstanceOf(Error);
  expect(ours).not.toBeInstanceOf(UserError);
});

it("a file is sent whole, under its own name, and progress comes back while it is read", async () => {
  const progress: unknown[] = [];
  const names: string[] = [];
  const connection = await connect({
    importStream: async ({ name, bytes, size }, { onProgress }) => {
      names.push(name);
      let read = 0;
      for await (const chunk of bytes as AsyncIterable<Buffer>)
        onProgress?.({ read: (read += chunk.length), total: size ?? null, debates: 0 });
      return { run: "a", status: "IMPORTED", debates: read / 3 };
    },
  });
  const report = await connection.importFile([file], { slug: "a" }, (state) => progress.push(state));
  expect(report).toMatchObject({ debates: 2_000_000 });
  expect(names).toEqual([file]);
  expect(progress.at(-1)).toEqual({ read: 6_000_000, total: 6_000_000, debates: 0 });
});

it("a refusal in the middle of a large file comes back with every fault", async () => {
  const connection = await connect({
    importStream: async ({ bytes: body }) => {
      await once(body, "data");
      body.destroy();
      throw new UserError("BAD_LINE", "1 fault", { faults: [{ line: 1 }] });
    },
  });
  await expect(connection.importFile([file], {}, () => undefined)).rejects.toMatchObject({
    code: "BAD_LINE",
    details: { faults: [{ line: 1 }] },
  });
});

it("a file that is not there is refused before anything is sent", async () => {
  const connection = await connect();
  await expect(connection.importFile([join(folder, "no.jsonl")], {}, () => undefined)).rejects.toMatchObject({
    code: "BAD_FILE",
  });
  await expect(connection.importFile([file, file], {}, () => undefined)).rejects.toThrow("takes one at a time, got 2");
  await expect(connection.importFile([folder], {}, () => undefined)).rejects.toThrow(
    "expected a file, got a directory",
  );
});
