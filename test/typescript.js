// `node --import test/typescript.js file.ts` runs TypeScript as the tests do: for children that must be real processes.
import { register } from "node:module";

register("./typescriptHooks.js", import.meta.url);
