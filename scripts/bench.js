// Runs every measurement in bench/ in turn, each in a process of its own: npm run bench, or npm run bench -- bootstrap for one of them.
// They are compiled first, so that what is measured is what is shipped.
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const options = process.argv.slice(2).filter((argument) => argument.startsWith("-"));
const folder = new URL("../dist-bench/bench/", import.meta.url);
const found = readdirSync(folder)
  .filter((file) => file.endsWith(".js"))
  .map((file) => file.slice(0, -3))
  .sort();

// The store looks for its migrations beside the compiled sources.
cpSync(new URL("../prisma/", import.meta.url), new URL("../dist-bench/prisma/", import.meta.url), { recursive: true });

for (const name of wanted) {
  if (!found.includes(name)) {
    console.error(`there is no bench/${name}.ts; there are ${found.join(", ")}`);
    process.exit(2);
  }
}
for (const name of wanted.length > 0 ? wanted : found) {
  console.log(`\n# ${name}\n`);
  const { status } = spawnSync(process.execPath, [new URL(`${name}.js`, folder).pathname, ...options], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
