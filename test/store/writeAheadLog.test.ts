// Aim: an embedded store never stops for ever in a commit because its write-ahead log has grown.
// Method: Postgres is told never to begin a checkpoint by itself, and where the last one began moves on after much was written.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { expect, it } from "@jest/globals";
import { openStore } from "../../src/store/open.js";
import { startParams, trimmedLog } from "../../src/store/writeAheadLog.js";

const redo = async (pglite: PGlite) =>
  (await pglite.query<{ at: string }>(`SELECT redo_lsn::text AS at FROM pg_control_checkpoint()`)).rows[0].at;

it("the log is trimmed once it has grown past the limit, and not before", async () => {
  const pglite = await PGlite.create({ startParams: [...startParams] });
  try {
    await pglite.exec("CHECKPOINT; CREATE TABLE filled (text text)");
    const trimLog = trimmedLog(pglite, 8);
    const before = await redo(pglite);
    await trimLog();
    expect(await redo(pglite)).toBe(before);
    const fill = "INSERT INTO filled SELECT repeat(md5(n::text), 40) FROM generate_series(1, 8000) AS n";
    for (let round = 0; round < 3; round++) {
      const last = await redo(pglite);
      await pglite.exec(fill);
      await trimLog();
      expect(await redo(pglite)).not.toBe(last);
    }
  } finally {
    await pglite.close();
  }
});

it("a store on disk never begins a checkpoint by itself", async () => {
  const home = mkdtempSync(join(tmpdir(), "wal-"));
  const store = await openStore({ databaseUrl: null, home });
  try {
    expect(await store.prisma.$queryRaw`SELECT current_setting('max_wal_size') AS size`).toEqual([{ size: "1TB" }]);
  } finally {
    await store.close();
    rmSync(home, { recursive: true });
  }
});
