// Aim: the rooms of the house stay what they are. Reads every source file's syntax tree, looks at what it imports and
// touches, and complains where an arrow turns round. The last block feeds it wrong files: a check that cannot fail is none.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import ts from "typescript";

const root = fileURLToPath(new URL("../", import.meta.url));

/** What each room may import besides itself. `errors` and `config` are the files of that name. */
const arrows: Record<string, readonly string[]> = {
  stats: [],
  debate: ["stats", "errors"],
  import: ["debate", "store", "errors"],
  seal: ["debate", "errors"],
  store: ["debate", "seal", "errors"],
  jobs: ["store", "debate", "stats", "errors"],
  graph: ["debate", "stats", "seal", "import", "store", "jobs", "errors"],
  web: ["graph", "import", "errors", "config"],
  cli: ["stats", "debate", "import", "seal", "store", "jobs", "graph", "web", "errors", "config"],
  main: ["stats", "debate", "import", "seal", "store", "jobs", "graph", "web", "cli", "errors", "config"],
  config: ["errors"],
  errors: [],
};

/** Packages that have one home. */
const homes: readonly { readonly packages: RegExp; readonly room: string }[] = [
  { packages: /^type-graphql$/, room: "graph" },
  { packages: /^(@prisma\/.*|prisma|pg|pglite-prisma-adapter|@electric-sql\/.*)$/, room: "store" },
];

/** Rooms whose functions take values and return values: nothing from outside but hashing and canonical JSON. */
const pure: Record<string, RegExp> = { stats: /^$/, debate: /^node:crypto$/, seal: /^(node:crypto|canonicalize)$/ };

/** Who may touch the file system, and for what. Input files are opened in import/lines.ts and nowhere else. */
const openers: Record<string, string> = {
  "import/lines.ts": "input files",
};

/** Sources of the tested rooms without a test file of their own, and the test file that covers them. */
const testedIn: Record<string, string> = {
  "debate/blockBytes.ts": "debate/panelBlock.test.ts",
  "debate/coding.ts": "debate/panelsOf.test.ts",
  "debate/debate.ts": "debate/codeDebate.test.ts",
  "debate/panels.ts": "debate/panelsOf.test.ts",
  "debate/selectionDigest.ts": "debate/panelsOf.test.ts",
  "debate/sha256.ts": "debate/panelBlock.test.ts",
  "seal/base64.ts": "seal/checkpoint.test.ts",
  "seal/key.ts": "seal/checkpoint.test.ts",
  "seal/merkleProof.ts": "seal/merkle.test.ts",
  "import/ballots.ts": "import/neutralReader.test.ts",
  "import/canonicalJson.ts": "import/neutralReader.test.ts",
  "import/fault.ts": "import/neutralReader.test.ts",
  "import/notes.ts": "import/neutralReader.test.ts",
  "import/reader.ts": "import/neutralReader.test.ts",
  "import/record.ts": "import/neutralReader.test.ts",
  "import/remark.ts": "import/neutralReader.test.ts",
  "import/runLine.ts": "import/neutralReader.test.ts",
};

interface Source {
  /** Relative to src, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const roomOf = (path: string) => path.split("/")[0].replace(/\.ts$/, "");

function nodesOf({ path, text }: Source): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  return nodes;
}

/** Everything a file imports: `import`, `import type`, `export from`, `import()` as a value and as a type. */
function specifiersOf(nodes: readonly ts.Node[]): string[] {
  return nodes.flatMap((node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
    if (ts.isExternalModuleReference(node)) return literal(node.expression);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      return literal(node.arguments[0]);
    return [];
  });
}

const literal = (node: ts.Node | undefined) => (node && ts.isStringLiteralLike(node) ? [node.text] : []);

const isAccess = (node: ts.Node, object: string, property: string) =>
  ts.isPropertyAccessExpression(node) && node.expression.getText() === object && node.name.text === property;

const isPower = (node: ts.Node) =>
  isAccess(node, "Math", "pow") ||
  node.kind === ts.SyntaxKind.AsteriskAsteriskToken ||
  node.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken;

function complaints(source: Source): string[] {
  const { path } = source;
  const room = roomOf(path);
  const nodes = nodesOf(source);
  const allowed = arrows[room];
  if (allowed === undefined) return [`${path}: there is no room called ${room}`];

  const found: string[] = [];
  for (const specifier of specifiersOf(nodes)) {
    if (specifier.startsWith(".")) {
      const target = roomOf(new URL(specifier, `file:///${path}`).pathname.slice(1).replace(/\.js$/, ".ts"));
      if (!specifier.endsWith(".js")) found.push(`${path}: ${specifier} is written without .js`);
      if (target !== room && !allowed.includes(target))
        found.push(`${path}: ${room} must not import ${target} (${specifier})`);
      continue;
    }
    if (pure[room] && !pure[room].test(specifier))
      found.push(`${path}: ${room} is pure and must not import ${specifier}`);
    for (const home of homes)
      if (home.packages.test(specifier) && room !== home.room)
        found.push(`${path}: ${specifier} belongs to ${home.room}`);
    if (/^(node:)?fs(\/promises)?$/.test(specifier) && !(path in openers)) found.push(`${path}: opens files`);
  }
  if (/(^|\/)(index|utils?)(\.ts|\/)/.test(path)) found.push(`${path}: no index files, no utils`);
  if (room !== "config" && nodes.some((node) => isAccess(node, "process", "env")))
    found.push(`${path}: reads process.env`);
  if (room in pure && nodes.some(isPower)) found.push(`${path}: powers differ between Node versions`);
  return found;
}

const sources: Source[] = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("store/generated/"))
  .sort()
  .map((path) => ({ path, text: readFileSync(`${root}src/${path}`, "utf8") }));

it("every arrow between rooms points down, and every package is used in its home", () => {
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.flatMap(complaints)).toEqual([]);
});

it("every source file of stats, debate, import and seal has a test file of its name, or says where it is tested", () => {
  const rooms = /^(stats|debate|import|seal)\//;
  const test = (path: string) => testedIn[path] ?? path.replace(/\.ts$/, ".test.ts");
  const missing = sources
    .map(({ path }) => path)
    .filter((path) => rooms.test(path) && !existsSync(`${root}test/${test(path)}`));
  expect(missing).toEqual([]);
});

it("no exception outlives its reason", () => {
  const stands = (path: string) => sources.find((source) => source.path === path);
  const opens = (path: string) =>
    specifiersOf(nodesOf(stands(path) ?? { path, text: "" })).some((name) => /^(node:)?fs/.test(name));
  expect(Object.keys(openers).filter((path) => !opens(path))).toEqual([]);
  const own = (path: string) => existsSync(`${root}test/${path.replace(/\.ts$/, ".test.ts")}`);
  expect(Object.keys(testedIn).filter((path) => !stands(path) || own(path))).toEqual([]);
});

describe("a wrong file is found:", () => {
  it.each([
    ["an arrow that turns round", "stats/a.ts", `import { b } from "../debate/b.js";`, "must not import debate"],
    ["in a type", "debate/a.ts", `import type { B } from "../graph/b.js";`, "must not import graph"],
    ["in a type written in place", "seal/a.ts", `type B = import("../store/b.js").B;`, "must not import store"],
    ["in a dynamic import", "store/a.ts", `await import("../graph/b.js");`, "must not import graph"],
    ["in a re-export", "import/a.ts", `export * from "../jobs/b.js";`, "must not import jobs"],
    [
      "error codes in the room that knows none",
      "stats/a.ts",
      `import { must } from "../errors.js";`,
      "must not import errors",
    ],
    [
      "the environment's reader in a room below",
      "store/a.ts",
      `import { config } from "../config.js";`,
      "must not import config",
    ],
    ["a missing extension", "debate/a.ts", `import { b } from "./b";`, "without .js"],
    ["decorators outside the schema", "cli/a.ts", `import { Field } from "type-graphql";`, "belongs to graph"],
    ["the database outside the store", "graph/a.ts", `import { Prisma } from "@prisma/client";`, "belongs to store"],
    ["a package in a pure room", "stats/a.ts", `import _ from "lodash";`, "is pure"],
    ["a file opened elsewhere", "graph/a.ts", `import { readFile } from "node:fs/promises";`, "opens files"],
    ["the environment", "store/a.ts", `const home = process.env.HOME;`, "reads process.env"],
    ["a power", "stats/a.ts", `export const square = (x: number) => x ** 2;`, "powers differ"],
    ["a power by name", "debate/a.ts", `export const cube = (x: number) => Math.pow(x, 3);`, "powers differ"],
    ["an index file", "debate/index.ts", ``, "no index files"],
    ["a drawer for odds and ends", "stats/utils.ts", ``, "no utils"],
    ["a room nobody knows", "services/a.ts", ``, "no room called services"],
  ])("%s", (_, path, text, complaint) => {
    expect(complaints({ path, text })).toEqual([expect.stringContaining(complaint)]);
  });

  it("and a right one is left alone", () => {
    const text = `import { type B } from "../stats/b.js";\nimport { must } from "../errors.js";\n/** 2 ** 3 */\n`;
    expect(complaints({ path: "debate/a.ts", text })).toEqual([]);
  });
});
