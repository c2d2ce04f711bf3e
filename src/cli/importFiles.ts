import { type Command, Option } from "commander";
import { r1Models } from "../import/r1Models.js";
import { slugText } from "../import/r1Reader.js";
import { formats, runKeys } from "../web/importOptions.js";
import { withConnection } from "./connect.js";
import { type Connection, type Parameters } from "./connection.js";
import { DONE, failure, OURS, Said } from "./failure.js";
import { explainFiles, mapText } from "./explainFiles.js";
import { reportText } from "./importText.js";
import { say } from "./say.js";
import { showProgress } from "./showProgress.js";

type Flags = Readonly<Record<string, string | boolean | undefined>>;

export function importCommand(program: Command): void {
  const command = program
    .command("import <files...>")
    .description(
      "Load files of debates, a run each: all of a file or nothing. The same file again is a no-op that says so.",
    )
    .option("--run <slug>", runKeys.slug)
    .addOption(new Option("--format <name>", "the file's format").choices(formats).default("auto"))
    .option("--map <name or file>", "how logs of another shape are read: all files are then one run")
    .option("--explain [count]", "show how the map reads the first debates, store nothing")
    .option("--dry-run", "read and check, store nothing")
    .option("--max-errors <count>", "how many faults to list before giving up")
    .option("--json", "print one JSON object a line, one for each file");
  for (const [key, meaning] of Object.entries(runKeys)) {
    if (key === "slug") continue;
    const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(key === "synthetic" ? `--${flag}` : `--${flag} <value>`, meaning);
  }
  command.action(async (files: string[], { run, json, map: given, explain, ...flags }: Flags) => {
    if (files.length > 1 && run !== undefined && given === undefined)
      command.error(`error: --run names one run, got ${files.length} files`);
    const options = Object.fromEntries(
      Object.entries({ ...flags, slug: run }).map(([key, value]) => [
        key,
        value === undefined ? undefined : String(value),
      ]),
    );
    if (explain !== undefined && given === undefined) command.error("error: --explain shows how a --map reads");
    if (typeof given === "string") {
      const map = await mapText(given);
      if (explain !== undefined) return explainFiles(files, { ...options, map }, explain, Boolean(json));
      return withConnection(async (connection) => {
        const name = files.length === 1 ? files[0] : `${files.length} files`;
        const { report, seconds } = await importWithProgress(connection, name, { ...options, map }, files);
        say(Boolean(json), { files, ...report }, () => reportText(name, report, seconds));
      });
    }
    return withConnection(async (connection) => {
      let worst = DONE;
      for (const file of files) {
        try {
          for (const parameters of await runsOf(file, options)) {
            const { report, seconds } = await importWithProgress(connection, file, parameters);
            say(Boolean(json), { file, ...report }, () => reportText(file, report, seconds));
          }
        } catch (error) {
          // The other files are read all the same.
          worst = Math.max(worst, failure(error, Boolean(json)));
          if (worst === OURS) break;
        }
      }
      if (worst !== DONE) throw new Said(worst);
    });
  });
}

/** A file is one run; a feature table of several models is one for each of them. */
async function runsOf(file: string, options: Parameters): Promise<readonly Parameters[]> {
  const models = options.only === undefined ? await r1Models(file) : [];
  if (models.length < 2) return [options];
  return models.map((only) => ({
    ...options,
    only,
    slug: options.slug === undefined ? undefined : `${options.slug}-${slugText(only)}`,
  }));
}

/** Imports one file, showing how far it is, and answers how long it took. */
export async function importWithProgress(
  connection: Connection,
  file: string,
  parameters: Parameters,
  paths: readonly string[] = [file],
) {
  const progress = showProgress(file);
  const start = performance.now();
  try {
    const report = await connection.importFile(paths, parameters, (state) => progress.update(state));
    return { report, seconds: (performance.now() - start) / 1000 };
  } finally {
    progress.stop();
  }
}
