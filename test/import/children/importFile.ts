import { importRun } from "../../../src/import/importRun.js";
import { openStore } from "../../../src/store/open.js";

/** Imports a file and says each time it has read on how many debates that makes; at the end "done". */
const [path, home, databaseUrl] = process.argv.slice(2);
const store = await openStore({ home, databaseUrl: databaseUrl ?? null });
await importRun(store, { path }, { onProgress: ({ debates }) => console.log(debates) });
console.log("done");
await store.close();
