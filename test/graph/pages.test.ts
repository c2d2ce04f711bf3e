// Aim: pages neither lose nor repeat a node, in both directions and any order. Method: walk all pages of a few sizes and
// compare with the whole list.
import { beforeAll, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { testKey } from "./testKey.js";
import { eachStore } from "../store/eachStore.js";
import { createCohort, importLines, seats } from "./exampleServices.js";

interface Page {
  readonly edges: readonly { readonly node: { readonly slug?: string; readonly item?: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

eachStore((store) => {
  let services: Services;
  beforeAll(async () => {
    services = createServices(store(), testKey);
    // Names whose order differs between collations; dates with ties and without.
    const runs: [slug: string, createdAt: string | null, debates: number][] = [
      ["a-1", null, 3],
      ["A-2", "2026-01-01T00:00:00Z", 1],
      ["ab", "2026-01-01T00:00:00Z", 2],
      ["a.c", null, 1],
      ["b", "2025-01-01T00:00:00Z", 2],
    ];
    for (const [slug, createdAt, debates] of runs) {
      const header = { slug, benchmark: "b", condition: "BLIND", seats: seats(1), ...(createdAt && { createdAt }) };
      const lines = Array.from({ length: debates }, (_, item) => ({ item: `q${item}`, gold: "A", rounds: [["A"]] }));
      await importLines(store(), header, lines);
      await createCohort(services, { slug: `all-${slug}`, runs: [slug] });
    }
    await createCohort(services, { slug: "all", runs: runs.map(([slug]) => slug) });
  });

  const get = async (field: string, args: string, node: string): Promise<Page> => {
    const page = `${field}${args} { edges { node { ${node} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount }`;
    const inside = field === "debates" ? `cohort(slug: "all") { ${page} }` : page;
    const data = await ask<Record<string, Page | Record<string, Page>>>(services, `{ ${inside} }`);
    return (field === "debates" ? (data.cohort as Record<string, Page>).debates : data[field]) as Page;
  };
  const names = (page: Page) => page.edges.map(({ node }) => JSON.stringify(node));

  async function walk(field: string, order: string, node: string, size: number, backwards: boolean): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | null = null;
    for (;;) {
      const from: string = cursor === null ? "" : `, ${backwards ? "before" : "after"}: "${cursor}"`;
      const page: Page = await get(field, `(${backwards ? "last" : "first"}: ${size}${from}${order})`, node);
      if (backwards) found.unshift(...names(page));
      else found.push(...names(page));
      cursor = backwards ? page.pageInfo.startCursor : page.pageInfo.endCursor;
      if (!(backwards ? page.pageInfo.hasPreviousPage : page.pageInfo.hasNextPage)) return found;
    }
  }

  it.each([
    ["runs", "", "slug"],
    ...["SLUG", "STORED", "DEBATES", "CREATED_AT"].flatMap((field) =>
      ["ASC", "DESC"].map((direction) => ["runs", `, orderBy: { field: ${field}, direction: ${direction} }`, "slug"]),
    ),
    ["cohorts", "", "slug"],
    ["cohorts", ", orderBy: { field: SIZE, direction: DESC }", "slug"],
    ["debates", "", "item run { slug }"],
    ["debates", ", where: { cells: [preservation] }", "item run { slug }"],
  ])("%s%s: pages of 1, 2 and 3 in both directions are the whole list", async (field, order, node) => {
    const whole = await get(field, `(first: 100${order})`, node);
    expect(new Set(names(whole)).size).toBe(whole.totalCount);
    for (const size of [1, 2, 3])
      for (const backwards of [false, true])
        expect(await walk(field, order, node, size, backwards)).toEqual(names(whole));
  });

  it("runs that do not say when they were made come last in either direction", async () => {
    for (const direction of ["ASC", "DESC"]) {
      const page = await get(
        "runs",
        `(first: 100, orderBy: { field: CREATED_AT, direction: ${direction} })`,
        "slug createdAt",
      );
      const dates = page.edges.map(({ node }) => (node as { createdAt?: string | null }).createdAt);
      expect(dates.slice(0, 3)).not.toContain(null);
      expect(dates.slice(3)).toEqual([null, null]);
    }
  });

  it("slugs come in code point order, whatever collation the database has", async () => {
    const page = await get("runs", "(first: 100)", "slug");
    expect(page.edges.map(({ node }) => node.slug)).toEqual(["A-2", "a-1", "a.c", "ab", "b"]);
  });
});
