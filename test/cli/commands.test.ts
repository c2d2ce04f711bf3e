import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, counterweight, type Ended, serving, temporaryHome } from "./counterweight.js";

// The compiled command, as a user runs it. Most commands run beside one server that holds an embedded store, and so are
// put to it; after the server has ended the same commands open the store themselves and must print the same.
const home = temporaryHome();
let server: Awaited<ReturnType<typeof serving>>;

const seats = ["1", "2", "3"].map((seat) => ({ seat, model: "m", family: "F" }));
const debate = (item: string, ...rounds: string[][]) => ({ item, gold: "A", labels: ["A", "B"], rounds });
const right = ["A", "A", "B"];
const wrong = ["B", "B", "A"];
const write = (name: string, lines: readonly unknown[]) => {
  const path = join(home, name);
  writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return path;
};

// One debate in each cell; the collapse begins in round 2.
const small = write("small.jsonl", [
  { run: { slug: "small", condition: "FULL_DEBATE", benchmark: "b", seats } },
  debate("kept", right, right, right),
  debate("collapsed", right, right, wrong),
  debate("corrected", wrong, right, right),
  debate("unrepaired", wrong, wrong, wrong),
]);

const run = (...args: string[]) => counterweight(home, args);
const json = ({ code, stdout, stderr }: Ended): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
};

beforeAll(async () => {
  await build();
  server = await serving(home, ["serve"]);
  expect(await run("import", small)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

describe("a command line that makes no sense ends with 2", () => {
  it.each([
    ["an unknown command", ["ledgr"], "unknown command"],
    ["no run and no cohort", ["ledger"], "got neither"],
    ["both", ["ledger", "a", "--cohort", "b"], "got both"],
    ["an unknown tie rule", ["ledger", "a", "--tie", "coin"], "Expected one of ALPHABETICAL, FIRST_SEEN, UNDECIDED"],
    ["one slug for two files", ["import", "a.jsonl", "b.jsonl", "--run", "c"], "--run names one run, got 2 files"],
  ])("%s", async (_what, args, complaint) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(complaint);
  });

  it("help is no error, and is there in a moment", async () => {
    const start = performance.now();
    expect(await run("--help")).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Exit codes") });
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe("probes", () => {
  const replies = [..."ABABABAB"];
  const screen = write("screen.jsonl", [
    { probes: { slug: "screen", benchmark: "b", model: "m" } },
    { item: "kept", gold: "A", initial: "A", replies },
    { item: "collapsed", gold: "A", initial: "B", replies: [..."BBBBBBBA"] },
  ]);

  it("are imported, listed, and answered about with what else was asked for", async () => {
    expect((await run("import", screen)).stdout).toContain(
      "stored as probes screen; 2 probes of 2 items and 1 model (default)",
    );
    expect((await run("probes")).stdout).toContain("screen  default          1      2     2        0");
    const told = await run(
      "probes",
      "screen",
      "--interval",
      "NONE",
      "--directed",
      "--against",
      "small",
      "--with",
      "screen",
    );
    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(told.stdout).toContain(
      "screen       2       16         0      5  31.25 %  0.00 %  62.50 %            31.25 %",
    );
    expect(told.stdout).toContain("screen           50.00 %      50.00 %     12.50 %   0.00 %");
    expect(told.stdout).toContain("PAPER          0.6250");
    expect(told.stdout).toContain("debates: 36 generations, no tokens known, no cost known");
    expect(told.stdout).toContain("2 shared questions: correlation of flip rates - (n_too_small)");
  });

  it("--highest prints keys, as --items of a cohort takes them; an unknown name is refused", async () => {
    expect((await run("probes", "screen", "--highest", "1")).stdout).toBe("collapsed\n");
    expect(await run("probes", "none")).toMatchObject({ code: 1, stderr: expect.stringContaining("got none") });
  });
});

describe("import", () => {
  it("lists every fault as file:line: path: expected, got on stderr, ends with 1 and stores nothing", async () => {
    const bad = write("bad.jsonl", [
      { run: { slug: "bad", benchmark: "b", seats } },
      debate("q1", right),
      { item: 2, gold: "A", rounds: [right] },
      { item: "q3", gold: 3, rounds: [["A", "B"]] },
    ]);
    const { code, stdout, stderr } = await run("import", bad);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`${bad}:3: item: expected string, got number 2\n`);
    expect(stderr).toContain(`${bad}:4: gold: expected string or null, got number 3\n`);
    expect(json(await run("runs", "--json"))).toHaveLength(1);
  });

  it("--max-errors stops the list, and --json says it in one object", async () => {
    const bad = write("worse.jsonl", [
      { run: { slug: "worse", benchmark: "b", seats } },
      ...Array.from({ length: 20 }, (_, item) => ({ item, rounds: [right] })),
    ]);
    const { code, stdout } = await run("import", bad, "--max-errors", "3", "--json");
    expect(code).toBe(1);
    const { error } = JSON.parse(stdout) as { error: { code: string; details: { faults: unknown[] } } };
    expect(error.code).toBe("BAD_LINE");
    expect(error.details.faults).toHaveLength(3);
  });

  it("the same file again is a no-op that says so; other content under its name is refused", async () => {
    const again = await run("import", small);
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing to do: run small holds this very content"),
    });
    const other = write("other.jsonl", [{ run: { slug: "small", benchmark: "b", seats } }, debate("q", right)]);
    const refused = await run("import", other);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("small");
  });

  it("flags win over the file, --dry-run stores nothing, and a refused file does not stop the others", async () => {
    const bare = write("bare.jsonl", [debate("q1", right, wrong)]);
    const flags = ["--benchmark", "b", "--seats", JSON.stringify(seats), "--early-stop", "CARRY_FORWARD"];
    const dry = json(await run("import", bare, "--run", "named", ...flags, "--dry-run", "--json"));
    expect(dry).toMatchObject({ run: "named", status: "DRY_RUN", debates: 1 });
    const { code, stdout, stderr } = await run("import", join(home, "missing.jsonl"), bare, ...flags, "--json");
    expect(code).toBe(1);
    expect(stderr).toContain("missing.jsonl");
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([{ error: { code: "BAD_FILE" } }, { run: "bare", status: "IMPORTED" }]);
  });
});

describe("questions", () => {
  it("a ledger counts one debate in each cell, in words and as JSON", async () => {
    const { code, stdout } = await run("ledger", "small", "--interval", "wilson");
    expect(code).toBe(0);
    expect(stdout).toMatch(/small +4 +1 +1 +1 +1 +0 +0 +0\n/);
    expect(stdout).toMatch(/small +50\.00 \[15\.00, 85\.00\] %/);
    expect(json(await run("ledger", "small", "--by", "model", "--json"))).toMatchObject({
      total: { debates: 4, collapse: 1, net: 0, conditionalCollapse: { count: 1, of: 2, value: 0.5 } },
      groups: [{ key: "m", ledger: { debates: 4 } }],
      coding: { tie: "ALPHABETICAL" },
    });
  });

  it("subpanels shows what some of the seats would have said, and the panel without each", async () => {
    const { code, stdout } = await run("subpanels", "small", "--sizes", "1", "3", "--gold", "--each");
    expect(code).toBe(0);
    expect(stdout).toContain("4 debates in which all 3 seats have a ballot in rounds 0 to 2");
    expect(stdout).toMatch(/\n3 +1 +0\.00 0\.00 0\.00/);
    expect(stdout).toMatch(/\n1 2 3 +0\.00 %/);
    expect(stdout).toMatch(/\n3 +4 +100\.00 %/);
    expect(stdout).toContain("caveat NESTED_NOT_REPLICATION");
    expect(json(await run("subpanels", "small", "--json"))).toMatchObject({ debates: 4, sizes: [{ size: 3 }] });
  });

  it("ladder compares runs that share their blind round, in the order given", async () => {
    const again = write("again.jsonl", [
      { run: { slug: "again", condition: "NO_PEERS", benchmark: "b", seats } },
      debate("kept", right, right, ["A", "A", "A"]),
      debate("collapsed", right, right, ["B", "B", "B"]),
      debate("corrected", wrong, right, right),
    ]);
    expect(await run("import", again)).toMatchObject({ code: 0 });
    const { code, stdout } = await run("ladder", "again", "small", "--reference", "again", "--gold");
    expect(code).toBe(0);
    expect(stdout).toContain("3 debates of 2 runs, round 2 against the blind round; left out: 1 NOT_IN_RUN again");
    expect(stdout).toMatch(/\nagain +NO_PEERS +2\/3 = 66\.67 .*2\/2 = 100\.00/);
    expect(stdout).toMatch(/\nagain to small +-66\.67 .*2 +0 +0\.500/);
    expect(stdout).toMatch(/\nsplit votes that end unanimously wrong: 1\nrun +item[^]*\nagain +collapsed +1 +right/);
    expect(json(await run("ladder", "again", "small", "--endpoint", "1", "--json"))).toMatchObject({
      round: 1,
      reference: "small",
      caveats: [{ code: "INTERFACE_INCREMENT" }, { code: "NESTED_NOT_REPLICATION" }],
    });
  });

  it("trajectory, flips, attrition and visibility print a table, and their answers as JSON", async () => {
    const trajectory = await run("trajectory", "small", "--interval", "none");
    expect(trajectory.stdout).toMatch(/small: \d+ of 4 debates have a ballot of every seat in each round/);
    expect(json(await run("trajectory", "small", "--without", "1", "--json"))).toMatchObject({
      without: ["1"],
      total: { batch: 4, naive: [{ round: 1 }, { round: 2 }] },
    });
    expect((await run("flips", "small", "--unpaired", "--interval", "none")).stdout).toMatch(/all rounds +\d+\/\d+ = /);
    const attrition = await run("attrition", "small", "--accuracy", "--resamples", "100");
    expect(attrition.stdout).toMatch(/up to round 1 +kept/);
    expect(attrition.stdout).toContain("right in round 0, up to round 2: kept");
    expect((await run("visibility", "small", "--interval", "none")).stdout).toMatch(/round 0 to 2: \d+ corrected/);
  });

  it("onset shows the round in which the collapse began", async () => {
    expect(json(await run("onset", "small", "--json"))).toMatchObject({
      collapses: 1,
      rounds: [
        { round: 1, count: 0 },
        { round: 2, count: 1 },
      ],
    });
    expect((await run("onset", "small", "--interval", "none")).stdout).toMatch(/round 2 +1\/1 = 100\.00 % +#{30} /);
  });

  it("parse reads the stored replies again, and recode says what that does to the cells", async () => {
    const reply = (answer: string, text: string) => ({ answer, text });
    const start = [reply("A", "Final Answer: A"), reply("A", "I pick A"), reply("B", "B")];
    const end = [reply("B", "so it is A"), reply("B", "Final Answer: A"), reply("A", "who knows")];
    const path = write("replies.jsonl", [
      { run: { slug: "replies", condition: "FULL_DEBATE", benchmark: "b", seats } },
      { item: "q1", gold: "A", labels: ["A", "B"], rounds: [start, end] },
    ]);
    expect(await run("import", path)).toMatchObject({ code: 0 });
    const parsed = await run("parse", "replies", "--parser", "debateledger-v1");
    expect(parsed).toMatchObject({ code: 0, stderr: "" });
    expect(parsed.stdout).toContain("debateledger-v1: 6 of 6 replies of 1 debates are stored");
    expect(parsed.stdout).toMatch(/FINAL_ANSWER +2\n/);
    expect(parsed.stdout).toMatch(/round +1 +1\/3 = 33.33 %\n/);
    const recoded = await run("recode", "replies", "--parser", "debateledger-v1", "--from", "tie=UNDECIDED,endpoint=1");
    expect(recoded).toMatchObject({ code: 0, stderr: "" });
    expect(recoded.stdout).toContain(
      "from coding: unparsed FILTER, tie UNDECIDED, undefined EXCLUDE, final = round 1\n",
    );
    expect(recoded.stdout).toMatch(/replies\/q1 +collapse +A B +preservation +A A\n/);
    expect(await run("parse", "small", "--parser", "debateledger-v1")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("run small keeps no replies that could be read again") as unknown,
    });
    expect(await run("recode", "replies", "--from", "ties=A")).toMatchObject({ code: 2 });
    expect(await run("retract", "replies", "--reason", "of no further use")).toMatchObject({ code: 0 });
  });

  it("a cohort is fixed by recipe and then answers like a run; its name cannot be taken twice", async () => {
    const made = json(
      await run("cohort", "create", "kept-two", "--runs", "small", "--items", "kept", "collapsed", "--json"),
    );
    expect(made).toMatchObject({ slug: "kept-two", size: 2, attrition: [{ reason: "OTHER_ITEM", count: 2 }] });
    expect(json(await run("ledger", "--cohort", "kept-two", "--json"))).toMatchObject({
      total: { debates: 2, collapse: 1 },
    });
    expect(json(await run("cohort", "list", "--json"))).toMatchObject([{ slug: "kept-two", size: 2 }]);
    expect(await run("cohort", "create", "kept-two", "--runs", "small")).toMatchObject({ code: 1 });
  });

  it.each([
    [["ledger", "nobody"]],
    [["ledger", "--cohort", "nobody"]],
    [["ledger", "small", "--endpoint", "9"]],
    [["export", "nobody"]],
  ])("%j is refused with 1, and --json says why", async (args) => {
    const { code, stdout, stderr } = await run(...args, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: expect.any(String) as unknown } });
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("a withdrawn run is listed as such and refused where something new would be built on it", async () => {
    const old = write("old.jsonl", [{ run: { slug: "old", benchmark: "b", seats } }, debate("q", right)]);
    expect(await run("import", old)).toMatchObject({ code: 0 });
    const withdrawn = json(
      await run("retract", "old", "--reason", "wrong prompts", "--superseded-by", "small", "--json"),
    );
    expect(withdrawn).toEqual({
      run: { slug: "old", withdrawals: [{ kind: "SUPERSEDED", by: "small", reason: "wrong prompts" }] },
    });
    expect((await run("runs")).stdout).toMatch(/^old .* SUPERSEDED by small$/m);
    const refused = await run("cohort", "create", "new", "--runs", "old");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("wrong prompts") as unknown });
  });

  it("what export writes goes in again as the same content", async () => {
    const out = join(home, "out");
    expect(json(await run("export", "small", "--to", out, "--json"))).toEqual({ small: 4 });
    expect(readFileSync(join(out, "small.jsonl"), "utf8").trim().split("\n")).toHaveLength(5);
    expect(await run("import", join(out, "small.jsonl"))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing to do"),
    });
  });
});

describe("settings that name no store", () => {
  it.each([
    [
      "a Postgres that does not answer",
      { DATABASE_URL: "postgres://u:secret@127.0.0.1:9/d" },
      "DATABASE_URL: expected a database",
    ],
    [
      "something that is no Postgres",
      { DATABASE_URL: "mysql://u:secret@host/d" },
      "DATABASE_URL: expected postgres://",
    ],
    ["a home that is a file", { COUNTERWEIGHT_HOME: small }, "COUNTERWEIGHT_HOME: expected a directory to write to"],
    ["a port that is none", { PORT: "http" }, "PORT: expected a whole number"],
  ])("%s is refused with 1, without the password", async (_what, settings, complaint) => {
    const { code, stderr } = await counterweight(home, ["runs"], settings);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(complaint) as unknown });
    expect(stderr).not.toContain("secret");
  });
});

describe("one store, one process", () => {
  it("a second server on the same store is told who holds it; a second store cannot take the same port", async () => {
    const second = await counterweight(home, ["serve"], { PORT: "0" });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(server.url);
    const other = temporaryHome();
    const taken = await counterweight(other, ["serve"], { PORT: new URL(server.url).port });
    rmSync(other, { recursive: true, force: true });
    expect(taken.code).toBe(1);
    expect(taken.stderr).toContain("is taken by another process; set PORT");
  });

  it("after SIGTERM the server ends with 0, and the same command opens the store itself and prints the same", async () => {
    const beside = await run("ledger", "small", "--by", "run");
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(await run("ledger", "small", "--by", "run")).toEqual(beside);
  });
});
