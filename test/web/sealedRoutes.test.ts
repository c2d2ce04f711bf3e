import { expect, it } from "@jest/globals";
import { UserError } from "../../src/errors.js";
import { testServer } from "./testServer.js";

const digest = "ab".repeat(32);

it("a receipt is served as it is signed, and what has none is not found", async () => {
  const receipt = (asked: string) =>
    asked === digest
      ? Promise.resolve('{"payload":""}')
      : Promise.reject(new UserError("NOT_FOUND", "no such evaluation"));
  const server = await testServer({ sealed: { receipt, checkpoint: () => Promise.resolve("") } });
  try {
    const found = await fetch(`${server.url}/receipts/${digest}.json`);
    expect([found.status, found.headers.get("content-type"), await found.text()]).toEqual([
      200,
      expect.stringContaining("application/vnd.dsse+json"),
      '{"payload":""}',
    ]);
    const missing = await fetch(`${server.url}/receipts/${"0".repeat(64)}.json`);
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { errors: [{ message: "no such evaluation", extensions: { code: "NOT_FOUND" } }] },
    ]);
    for (const path of ["receipts/..%2Fkey.json", `receipts/${digest}`, "receipts/x.json"])
      expect((await fetch(`${server.url}/${path}`)).status).toBe(404);
  } finally {
    await server.stop();
  }
});

it("a receipt that a blind cohort withholds is refused, and the checkpoint is plain text that nobody caches", async () => {
  const sealed = {
    receipt: () => Promise.reject(new UserError("BLIND", "cohort c is blind")),
    checkpoint: () => Promise.resolve("counterweight\n3\nroot\n"),
  };
  const server = await testServer({ sealed });
  try {
    expect((await fetch(`${server.url}/receipts/${digest}.json`)).status).toBe(403);
    const checkpoint = await fetch(`${server.url}/log/checkpoint`);
    expect(checkpoint.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(checkpoint.headers.get("cache-control")).toBe("no-store");
    expect(await checkpoint.text()).toBe("counterweight\n3\nroot\n");
  } finally {
    await server.stop();
  }
});
