// Aim: docs/statistics.md has an entry for whatever src/stats computes, names only what is there, and sends nobody to a golden file that is not.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/statistics.md", root), "utf8");
const source = (room: string): string =>
  readdirSync(new URL(`src/${room}/`, root))
    .map((name) => readFileSync(new URL(`src/${room}/${name}`, root), "utf8"))
    .join("\n");
const stems = (folder: string, ending: string): string[] =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

it("every file of src/stats is named on the page", () => {
  expect(stems("src/stats/", ".ts").filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it("every golden file is named on the page", () => {
  expect(
    stems("test/golden/", ".json").filter((name) => !page.includes(`\`${name}\``) && !name.startsWith("bootstrap_")),
  ).toEqual([]);
});

it("names in code on the page are files, functions, words of the API, or golden files and kinds", () => {
  const golden = stems("test/golden/", ".json");
  const kinds = golden.map((name) => readFileSync(new URL(`test/golden/${name}.json`, root), "utf8")).join("\n");
  const known = `${source("stats")}\n${source("debate")}\n${kinds}\n${golden.join("\n")}\n${stems("src/stats/", ".ts").join("\n")}`;
  const words = [...page.matchAll(/`([A-Za-z_0-9]+)`/g)].map(([, word]) => word);
  expect(
    words.filter((word) => !new RegExp(`\\b${word}\\b`).test(known) && word !== "code" && word !== "bootstrap_"),
  ).toEqual([]);
});

it("files that the page names by their path exist", () => {
  const paths = [...page.matchAll(/`((?:src|test|scripts)\/[\w./]+\.(?:ts|js))`/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) expect(() => readFileSync(new URL(path, root))).not.toThrow();
});
