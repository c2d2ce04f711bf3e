// Writes the Prisma client into src/store/generated. Prisma insists on locating a schema engine although generating
// does not run one; naming any executable spares the download (docs/decisions/migrations.md).
import { existsSync } from "node:fs";
import { spawnSync } from "node:child_process";

if (!existsSync("prisma/schema.prisma")) process.exit(0);
const { status } = spawnSync("npx", ["--no-install", "prisma", "generate"], {
  stdio: "inherit",
  shell: process.platform === "win32",
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
});
process.exit(status ?? 1);
