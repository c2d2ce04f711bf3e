import { expect, it } from "@jest/globals";
import { fileKind } from "../../src/import/fileKind.js";

it.each([
  ['{"run":{}}', { format: "neutral" }],
  ['{"item":"q","rounds":[]}', { format: "neutral" }],
  ['{"question_id":"q","round_traces":[]}', { format: "debateledger" }],
  ['{"question_id":"q","round_states":[]}', { format: "debateledger" }],
  ['{"question_id":"q","initial_answers":[]}', { format: "debateledger" }],
  [
    '{"question_id":"q","condition":"default","agent_idx":0,"initial_answer":"A"}',
    { other: "a row of a DebateLedger probe screen (sa_causal_*)" },
  ],
  [
    '{"question_id":"q","alpha":{},"standard_debate":{}}',
    { other: "a row of a DebateLedger stress check (cross_benchmark_*)" },
  ],
  [
    '{"question_id":"q","standard_debate":{},"abc_debate":{}}',
    { other: "a row of a DebateLedger method comparison (block1_*, block3_*)" },
  ],
  [
    '{"question_id":"q","agents":[],"alpha_estimates":{}}',
    { other: "a row of a DebateLedger pilot screen (block0_alpha*)" },
  ],
  [
    '{"question_id":"q","repeat":0,"initial_parse_none":false}',
    { other: "a row of the DebateLedger repeatability panel (r5_*)" },
  ],
  ['{"model":"m","question_id":"q","r1_majority_changed":1}', { format: "debateledger-r1" }],
  ['{"schema_version":"0.1","artifact_type":"x"}', { other: "a DebateLedger reuse card" }],
  ['{"item":"q","model":"m","seat":"1","initial":"A","replies":[]}', { other: "a line of a probe file" }],
  ['{"item":"q","freeze":true}', { other: "a line of a decision file" }],
  ['{"prompt":"hello"}', null],
])("the first line %s shows what a file is", (line, kind) => {
  expect(fileKind(JSON.parse(line) as Record<string, unknown>)).toEqual(kind);
});
