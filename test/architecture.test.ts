// Aim: the rooms of the house stay what they are. Reads every source file's syntax tree, looks at what it imports and
// touches, and complains where an arrow turns round. The last block feeds it wrong files: a check that cannot fail is none.
import { readFileSync, readdirSync } from "node:fs";
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

/** Who may touch the file system, and for what. Input files are opened in src/import/lines.ts and nowhere else. */
const openers: Record<string, string> = {
  "src/cli/demo.ts": "which example runs there are",
  "src/cli/demoSeal.ts": "the receipt that it writes",
  "src/cli/diagnosis.ts": "the table that it writes",
  "src/cli/evaluate.ts": "the receipt that it writes",
  "src/cli/exportDebates.ts": "the files that an export writes",
  "src/cli/readText.ts": "receipts, checkpoints and proofs, to the last byte",
  "src/cli/remote.ts": "a file that is sent to a server as it is",
  "src/import/lines.ts": "the input files",
  "src/import/shippedMaps.ts": "the maps that come with the program",
  "src/store/lock.ts": "the lock beside the embedded database",
  "src/store/migrate.ts": "the schema and its migrations",
  "src/store/open.ts": "the directory of the embedded database",
  "src/store/process.ts": "whether a lock's holder still lives",
  "src/store/signingKey.ts": "the key beside the embedded database",
  "src/store/schemaEngine.ts": "the schema engine's WebAssembly",
};

/** A file and the nodes of its syntax tree. Paths are relative to the repository, with forward slashes. */
interface Source {
  readonly path: string;
  readonly nodes: readonly ts.Node[];
}

function source(path: string, text: string): Source {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  return { path, nodes };
}

const sourcesIn = (directory: string, wanted: (path: string) => boolean): Source[] =>
  readdirSync(`${root}${directory}`, { recursive: true, encoding: "utf8" })
    .map((path) => `${directory}/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && wanted(path))
    .sort()
    .map((path) => source(path, readFileSync(`${root}${path}`, "utf8")));

const roomOf = (path: string) => path.split("/")[1].replace(/\.ts$/, "");

/** Everything a file imports: `import`, `import type`, `export from`, `import()` as a value and as a type. */
function specifiersOf({ nodes }: Source): string[] {
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

/** The file behind a relative import. */
const resolved = (from: string, specifier: string) =>
  new URL(specifier, `file:///${from}`).pathname.slice(1).replace(/\.js$/, ".ts");

const importedFiles = (from: Source) =>
  specifiersOf(from)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => resolved(from.path, specifier));

const isAccess = (node: ts.Node, object: string, property: string) =>
  ts.isPropertyAccessExpression(node) && node.expression.getText() === object && node.name.text === property;

const isPower = (node: ts.Node) =>
  isAccess(node, "Math", "pow") ||
  node.kind === ts.SyntaxKind.AsteriskAsteriskToken ||
  node.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken;

const fileSystem = /^(node:)?fs(\/promises)?$/;

function complaints(file: Source): string[] {
  const { path, nodes } = file;
  const room = roomOf(path);
  const allowed = arrows[room];
  if (allowed === undefined) return [`${path}: there is no room called ${room}`];

  const found: string[] = [];
  for (const specifier of specifiersOf(file)) {
    if (specifier.startsWith(".")) {
      const target = roomOf(resolved(path, specifier));
      if (!specifier.endsWith(".js")) found.push(`${specifier} is written without .js`);
      if (target !== room && !allowed.includes(target)) found.push(`${room} must not import ${target} (${specifier})`);
      continue;
    }
    if (pure[room] && !pure[room].test(specifier)) found.push(`${room} is pure and must not import ${specifier}`);
    for (const home of homes)
      if (home.packages.test(specifier) && room !== home.room) found.push(`${specifier} belongs to ${home.room}`);
    if (fileSystem.test(specifier) && !(path in openers)) found.push("opens files");
  }
  if (/\/(index|utils?)(\.ts|\/)/.test(path)) found.push("no index files, no utils");
  if (room !== "config" && nodes.some((node) => isAccess(node, "process", "env"))) found.push("reads process.env");
  if (room in pure && nodes.some(isPower)) found.push("powers differ between Node versions");
  return found.map((complaint) => `${path}: ${complaint}`);
}

/** Neither tested under its own name, nor named by a test of its room, nor a helper of a file that is. */
function untested(files: readonly Source[], tests: readonly Source[]): string[] {
  const reached = new Set<string>();
  const reach = (path: string) => {
    const file = files.find((other) => other.path === path);
    if (file === undefined || reached.has(path)) return;
    reached.add(path);
    importedFiles(file)
      .filter((helper) => roomOf(helper) === roomOf(path))
      .forEach(reach);
  };
  for (const test of tests) {
    reach(test.path.replace(/^test/, "src").replace(/\.test\.ts$/, ".ts"));
    importedFiles(test)
      .filter((path) => path.startsWith("src/") && roomOf(path) === roomOf(test.path))
      .forEach(reach);
  }
  return files.map(({ path }) => path).filter((path) => !reached.has(path));
}

const sources = sourcesIn("src", (path) => !path.startsWith("src/store/generated/"));
const tests = sourcesIn("test", (path) => path.endsWith(".test.ts"));

it("every arrow between rooms points down, and every package is used in its home", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap(complaints)).toEqual([]);
});

it("no opener outlives its reason", () => {
  const opens = (file: Source) => file.path in openers && specifiersOf(file).some((name) => fileSystem.test(name));
  expect(sources.filter(opens).map(({ path }) => path)).toEqual(Object.keys(openers).sort());
});

it("every file of stats, debate, import and seal has a test, or helps a file that has one", () => {
  const rooms = ["stats", "debate", "import", "seal"];
  expect(
    untested(
      sources.filter(({ path }) => rooms.includes(roomOf(path))),
      tests,
    ),
  ).toEqual([]);
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
    expect(complaints(source(`src/${path}`, text))).toEqual([expect.stringContaining(complaint)]);
  });

  it("a measure that no test of its room names", () => {
    const files = [
      source("src/debate/a.ts", `import { helper } from "./helper.js";`),
      source("src/debate/helper.ts", ""),
      source("src/debate/named.ts", ""),
      source("src/debate/lost.ts", ""),
    ];
    const test = source("test/debate/a.test.ts", `import { named } from "../../src/debate/named.js";`);
    const elsewhere = source("test/stats/b.test.ts", `import { lost } from "../../src/debate/lost.js";`);
    expect(untested(files, [test, elsewhere])).toEqual(["src/debate/lost.ts"]);
  });

  it("and a right one is left alone", () => {
    const text = `import { type B } from "../stats/b.js";\nimport { must } from "../errors.js";\n/** 2 ** 3 */\n`;
    expect(complaints(source("src/debate/a.ts", text))).toEqual([]);
  });
});
