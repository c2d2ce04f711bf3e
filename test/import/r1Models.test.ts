import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { r1Models } from "../../src/import/r1Models.js";

async function modelsIn(text: string): Promise<readonly string[]> {
  const path = join(await mkdtemp(join(tmpdir(), "counterweight-")), "table");
  await writeFile(path, text);
  return r1Models(path);
}

it("a feature table tells its models in the order of its rows, CSV or JSONL; any other file tells none", async () => {
  const header = "model,question_id,r1_majority_changed";
  expect(await modelsIn(`${header}\nb,q1,0\na,q1,1\nb,q2,0\n`)).toEqual(["b", "a"]);
  expect(await modelsIn('{"model_id":"m","question_id":"q","r1_majority_changed":true}\n')).toEqual(["m"]);
  expect(await modelsIn('{"item":"q","rounds":[["A"]]}\n{"model":"m"}\n')).toEqual([]);
  expect(await modelsIn("")).toEqual([]);
  expect(await r1Models("/no/such/file")).toEqual([]);
});
