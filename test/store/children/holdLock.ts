import { UserError } from "../../../src/errors.js";
import { lock } from "../../../src/store/lock.js";

/** Takes the lock of a home when a line comes in, and keeps it. Says "held", or the code of the refusal. */
process.stdin.once("data", () => {
  try {
    lock(process.argv[2]);
    console.log("held");
  } catch (error) {
    console.log(error instanceof UserError ? error.code : String(error));
  }
});
console.log("ready");
