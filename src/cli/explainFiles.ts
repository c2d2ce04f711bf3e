import { explain, explained } from "../import/explain.js";
import { faultText } from "../import/fault.js";
import { mapping } from "../import/mapping.js";
import { importOptions } from "../web/importOptions.js";
import { type Parameters } from "./connection.js";
import { REFUSED, Said } from "./failure.js";
import { readText } from "./readText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";
import { UserError } from "../errors.js";

/** What `--map` names, as it travels: the name of a shipped map, or the text of a file, checked under the file's name. */
export async function mapText(given: string): Promise<string> {
  if (!/[/\\]|\.json$/i.test(given)) return given;
  const text = await readText(given);
  mapping(given, text);
  return text;
}

/** Shows how a map reads the first debates of some files, without a store. */
export async function explainFiles(
  files: readonly string[],
  parameters: Parameters,
  given: string | boolean,
  json: boolean,
): Promise<void> {
  const count = given === true ? 3 : Number(given);
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw new UserError("BAD_INPUT", `--explain: expected a number of debates from 1 to 1000, got ${given}`);
  const { map, run: overrides } = importOptions(parameters);
  if (map === undefined) return;
  const sources = files.map((path) => ({ path }));
  const { run, debates, warnings, faults } = await explain(map, sources, count, overrides);
  const texts = faults.map((fault) => faultText(fault.file ?? files[0], fault));
  say(json, { run, debates, warnings, faults: texts }, () =>
    [
      `run ${JSON.stringify(run)}`,
      ...debates.map((debate) => {
        const rows = explained(debate);
        return `\n${debate.file}:${debate.number}\n${textTable(["", "read as", "from", "where stands"], rows, 4)}`;
      }),
      ...warnings.map(({ kind, count: times, sentence }) => `warning ${kind}, ${times} times: ${sentence}`),
      ...texts,
    ].join("\n"),
  );
  if (faults.length > 0) throw new Said(REFUSED);
}
