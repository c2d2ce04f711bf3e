import { openStore } from "../../../src/store/open.js";
import { beginLoad, writeBatch } from "../../../src/store/writeRun.js";
import { sampleBatch } from "../sampleRun.js";

/** Imports the run "killed" without end, and says after each batch how many are written. */
const [home, databaseUrl] = process.argv.slice(2);
const store = await openStore({ home, databaseUrl: databaseUrl ?? null });
const load = await beginLoad(store, "killed");
for (let index = 0; ; index++) {
  await writeBatch(store, load, sampleBatch(index, 200));
  console.log(index + 1);
}
