import { expect, it } from "@jest/globals";
import { nodeId, parseNodeId } from "../../src/graph/node.js";

it("a node id is base64url of its type and key, whatever the key holds", () => {
  expect(Buffer.from(nodeId("Run", "a:b/c"), "base64url").toString()).toBe("Run:a:b/c");
  expect(parseNodeId(nodeId("Run", "a:b/c"))).toEqual({ type: "Run", key: "a:b/c" });
});

it.each(["", "Run:x", "UnVu", nodeId("Run", "x") + "=", " " + nodeId("Run", "x")])("%j is no node id", (id) => {
  expect(() => parseNodeId(id)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
});
