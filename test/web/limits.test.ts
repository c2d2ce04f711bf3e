import { describe, expect, it } from "@jest/globals";
import { getOperationAST, getIntrospectionQuery, parse } from "graphql";
import { extent, MAX_COST, MAX_DEPTH } from "../../src/web/limits.js";

const of = (text: string, variables: Record<string, unknown> = {}) => {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error("the test's document has no single operation");
  return extent(document, operation, variables);
};

describe("extent", () => {
  it("counts one per field and the length of every page around it", () => {
    expect(of("{ a b { c } }")).toEqual({ depth: 2, cost: 3 });
    // runs 1, and ten times: edges 1, node 1, slug 1
    expect(of("{ runs(first: 10) { edges { node { slug } } } }")).toEqual({ depth: 4, cost: 31 });
  });

  it("takes a page's length from last, from variables and from their defaults, and 20 when nothing is said", () => {
    expect(of("{ runs(last: 3) { edges { node } } }").cost).toBe(7);
    expect(of("query($n: Int) { runs(first: $n) { edges { node } } }", { n: 5 }).cost).toBe(11);
    expect(of("query($n: Int = 4) { runs(first: $n) { edges { node } } }").cost).toBe(9);
    expect(of("{ runs { edges { node } } }").cost).toBe(41);
    expect(of("{ runs { totalCount } }").cost).toBe(2);
  });

  it("a negative length cannot make a question cheap", () => {
    expect(of("{ runs(first: -5) { edges { node } } }").cost).toBe(3);
  });

  it("fragments count where they are spread, and are measured once however often that is", () => {
    expect(of("{ a { ...F } b { ...F } } fragment F on T { x y }")).toEqual({ depth: 2, cost: 6 });
    const levels = 60;
    const nested = Array.from(
      { length: levels },
      (_, i) => `fragment F${i} on T { a { ...F${i + 1} } b { ...F${i + 1} } }`,
    );
    const { depth, cost } = of(`{ ...F0 } ${nested.join(" ")} fragment F${levels} on T { x }`);
    expect(depth).toBe(levels + 1);
    expect(cost).toBeGreaterThan(1e18);
  });

  it("the introspection of ordinary tools stays inside the limits", () => {
    const { depth, cost } = of(getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, oneOf: true }));
    expect(depth).toBeLessThanOrEqual(MAX_DEPTH);
    expect(cost).toBeLessThanOrEqual(MAX_COST);
  });

  it("a page of 100 runs with their whole ledgers is a small part of what is allowed", () => {
    const rate = "{ count of value reason interval { low high level method resamples seed clusters status reason } }";
    const ledger = `{ debates preservation collapse correction unrepaired net conditionalCollapse ${rate} conditionalCorrection ${rate} initialAccuracy ${rate} finalAccuracy ${rate} }`;
    const { cost } = of(
      `{ runs(first: 100) { edges { node { slug ledger { total ${ledger} groups { key ledger ${ledger} } } } } } }`,
    );
    expect(cost).toBeLessThan(MAX_COST / 5);
  });
});
