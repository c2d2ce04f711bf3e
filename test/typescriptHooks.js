import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath, URL } from "node:url";
import { transformSync } from "@swc/core";

export async function resolve(specifier, context, next) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
  const source = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
  return existsSync(fileURLToPath(source)) ? { url: source.href, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), {
    jsc: {
      target: "es2022",
      parser: { syntax: "typescript", decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: false },
    },
    module: { type: "es6" },
  });
  return { format: "module", source: code, shortCircuit: true };
}
