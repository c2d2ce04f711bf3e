import { described, quoted } from "./fault.js";
import { FirstLines } from "./firstLines.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";
import { overridden, type Reader, type RunOverrides, slugOfFile } from "./reader.js";
import { record } from "./record.js";
import { runLine, type RunLine } from "./runLine.js";

/** Reads the neutral format: a run line, or none when everything that it would say is given from outside, then debates. */
export function neutralReader(file: string, overrides: RunOverrides): Reader {
  let run: RunLine | null = null;
  let lines = 0;
  let debates = 0;
  const firstLines = new FirstLines();

  const start = (line: JsonObject, isRunLine: boolean, notes: Notes): RunLine | null => {
    const own = isRunLine ? line.run : {};
    if (typeof own !== "object" || own === null || Array.isArray(own)) {
      notes.fault("run", "object", described(own));
      return null;
    }
    return runLine(overridden({ slug: slugOfFile(file), ...own }, overrides), notes);
  };

  return {
    run: () => run,
    read(line, notes) {
      const isRunLine = Object.hasOwn(line, "run") && !Object.hasOwn(line, "item");
      // When lines before this one could not be read, the run line may be among them: nothing is said to be missing then.
      if (++lines === 1) run = notes.faults.length > 0 ? null : start(line, isRunLine, notes);
      else if (isRunLine) notes.fault("run", "a debate (the run line comes first and once)", "a run line");
      if (isRunLine) {
        for (const key in line)
          if (key !== "run") notes.fault(key, "nothing beside run in a run line", described(line[key]));
        return null;
      }
      // What the run line misses is said once, not for every debate.
      if (run !== null && ++debates === 1 && !complete(run, line, notes)) run = null;
      const debate = record(line, run, notes);
      if (debate === null || run === null) return null;
      const first = run.seats === null;
      if (first) run = { ...run, seats: debate.seats };
      const key = debate.replicate === 0 ? debate.item : `${debate.item}\u0000${debate.replicate}`;
      const before = firstLines.seen(key, notes.line);
      if (before === null)
        return { debate: first ? { ...debate, seats: null } : debate, roundMajorities: null, finalStored: true };
      const got = `${quoted(debate.item)}, replicate ${debate.replicate}, as on line ${before}`;
      notes.fault("item", "each item and replicate once", got);
      return null;
    },
  };
}

function complete(run: RunLine, first: JsonObject, notes: Notes): boolean {
  const seats = (run.seats ?? first.seats ?? null) !== null;
  const benchmark = (run.benchmark ?? first.benchmark ?? null) !== null;
  if (!seats) notes.fault("seats", "seats in the run line, in each debate or from outside", "nothing");
  if (!benchmark) notes.fault("benchmark", "a benchmark in the run line, in each debate or from outside", "nothing");
  return seats && benchmark;
}
