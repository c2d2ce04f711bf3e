// Aim: what the pages point at is there, and so is every page that the code points at.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const filesIn = (directory: string, ending: RegExp) =>
  readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .map((path) => `${directory}/${path.replaceAll("\\", "/")}`)
    .filter((path) => ending.test(path) && !path.startsWith("src/store/generated/"));

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...["docs", "examples"].flatMap((directory) => filesIn(directory, /\.md$/)),
];

it.each(pages)("every link of %s leads somewhere", (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => target);
  const local = targets.filter((target) => !/^[a-z]+:/.test(target));
  expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

it("every page that the code names exists", () => {
  const code = ["src", "scripts", "prisma", "test"].flatMap((directory) => filesIn(directory, /\.(ts|js|prisma|sql)$/));
  const named = code.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([page]) => `${file}: ${page}`),
  );
  expect(named.filter((line) => !existsSync(join(root, line.slice(line.indexOf(": ") + 2))))).toEqual([]);
});

it("every decision is listed among the decisions", () => {
  const listed = read("docs/decisions/README.md");
  const decisions = readdirSync(join(root, "docs/decisions")).filter((name) => name !== "README.md");
  expect(decisions.filter((name) => !listed.includes(`(${name})`))).toEqual([]);
});
