import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Some rooms of src as plain JavaScript in a directory of their own, as `npm run build` would write them: threads need compiled
 * files, and a test must not depend on a build that someone may have forgotten. Remove the directory afterwards.
 */
export function compiled(rooms: readonly string[]): string {
  const directory = mkdtempSync(join(tmpdir(), "counterweight-compiled-"));
  writeFileSync(join(directory, "package.json"), JSON.stringify({ type: "module" }));
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  for (const room of rooms) {
    mkdirSync(join(directory, room));
    for (const name of readdirSync(join(root, "src", room)).filter((file) => file.endsWith(".ts"))) {
      const text = readFileSync(join(root, "src", room, name), "utf8");
      const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
      const { outputText } = ts.transpileModule(text, { compilerOptions: options });
      writeFileSync(join(directory, room, name.replace(/\.ts$/, ".js")), outputText);
    }
  }
  return directory;
}
