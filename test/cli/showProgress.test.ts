import { expect, it } from "@jest/globals";
import { showProgress } from "../../src/cli/showProgress.js";

it("off a terminal a plain line appears every five seconds, with rate and time left", () => {
  let time = 0;
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  const progress = showProgress("a.jsonl", stream, () => time);
  for (const [at, read, debates] of [
    [1000, 100, 1000],
    [5000, 250, 5000],
    [6000, 300, 6000],
    [10_000, 500, 10_000],
  ]) {
    time = at;
    progress.update({ read, total: 1000, debates });
  }
  progress.stop();
  expect(written).toEqual([
    "a.jsonl: 25 %, 5000 debates, 1000/s, 15 s left\n",
    "a.jsonl: 50 %, 10000 debates, 1000/s, 10 s left\n",
  ]);
});
