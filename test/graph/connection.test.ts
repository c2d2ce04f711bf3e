import { expect, it } from "@jest/globals";
import { connection, cursor, pageRequest } from "../../src/graph/connection.js";

it("a page without arguments is the first twenty", () => {
  expect(pageRequest({}, "order")).toEqual({ take: 20, fromEnd: false, after: null, before: null });
});

it("a cursor gives back its key under the order and filter it was given under", () => {
  const given = cursor(["run", 7], ["SLUG", { cells: ["collapse"] }]);
  expect(pageRequest({ first: 1, after: given }, ["SLUG", { cells: ["collapse"] }]).after).toEqual(["run", 7]);
});

it.each([
  ["of another order", cursor(["run", 7], "other order")],
  ["with a byte changed", cursor(["run", 7], "order").replace(/^./, "X")],
  ["that is no cursor", "not base64 at all"],
])("a cursor %s is refused", (_, after) => {
  expect(() => pageRequest({ first: 1, after }, "order")).toThrow(expect.objectContaining({ code: "BAD_CURSOR" }));
});

it.each([
  [{ first: 1, last: 1 }, "BAD_INPUT"],
  [{ first: -1 }, "BAD_INPUT"],
  [{ last: 101 }, "TOO_LARGE"],
])("page arguments %j are refused with %s", (args, code) => {
  expect(() => pageRequest(args, "order")).toThrow(expect.objectContaining({ code }));
});

it("one node more than asked for says that there is another page, in both directions", () => {
  const forward = connection(pageRequest({ first: 2 }, ""), [1, 2, 3], String, 9);
  expect(forward.edges.map(({ node }) => node)).toEqual([1, 2]);
  expect(forward.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false, startCursor: "1", endCursor: "2" });
  const backward = connection(pageRequest({ last: 2 }, ""), [9, 8, 7], String, 9);
  expect(backward.edges.map(({ node }) => node)).toEqual([8, 9]);
  expect(backward.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true, startCursor: "8", endCursor: "9" });
});

it("an empty page has no cursors and no further pages", () => {
  expect(connection(pageRequest({ first: 0 }, ""), [], String, 0)).toEqual({
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    totalCount: 0,
  });
});
