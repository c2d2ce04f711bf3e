// Aim: real public logs, imported and asked through the API, answer what an independent script counted. Method: every neutral
// file of ../shared, each coding of real-data.json, as the file stands and (where debates stop early) carried forward.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { testKey } from "./testKey.js";
import { importRun } from "../../src/import/importRun.js";
import { importLines } from "./exampleServices.js";
import { sharedFiles, sharedFolder } from "../import/sharedData.js";
import { openMemoryStore } from "../store/openMemoryStore.js";

interface Counted {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
  readonly wilson95?: readonly [number, number] | null;
}
interface Expected {
  readonly slug: string;
  readonly tiesFired: number;
  readonly codings: Readonly<Record<string, ExpectedCoding>>;
  readonly carryForward?: Readonly<Record<string, ExpectedCoding>>;
  readonly byRound: readonly {
    readonly margins: Readonly<Record<string, number>>;
    readonly asked: number;
    readonly noVote: number;
  }[];
  readonly flips: readonly (Readonly<
    Record<"pairs" | "flips" | "toward" | "away" | "elsewhere" | "shownTie" | "nothingShown", number>
  > & { readonly perSeat: readonly Counted[]; readonly towardOfAtRisk: Counted })[];
  readonly goldSubstitution: Readonly<
    Record<
      "ALPHABETICAL" | "UNDECIDED",
      readonly {
        readonly debates: number;
        readonly substitutions: number;
        readonly changes: number;
        readonly changesByMargin: Readonly<Record<string, number>>;
      }[]
    >
  >;
  readonly reported: Readonly<Record<string, { readonly compared: number; readonly differs: number }>> | null;
}
interface ExpectedCoding {
  readonly ledger: Readonly<Record<string, unknown>> & { readonly exclusions: Readonly<Record<string, number>> };
  readonly onset: {
    readonly collapses: number;
    readonly rounds: Record<string, Counted>;
    readonly finalSwitch: Record<string, Counted>;
  } | null;
}

const golden = sharedFolder("golden");
const expected =
  golden === null
    ? {}
    : (JSON.parse(readFileSync(`${golden}/real-data.json`, "utf8")) as { files: Record<string, Expected> }).files;

const codings = {
  default: {},
  "undefined-wrong": { undefined: "WRONG" },
  "ties-excluded": { tie: "UNDECIDED" },
  "ties-wrong": { tie: "UNDECIDED", undefined: "WRONG" },
} as const;

const question = `query ($slug: String!, $coding: CodingInput) { run(slug: $slug) {
  ledger(coding: $coding, interval: { method: WILSON }) { total {
    debates preservation collapse correction unrepaired undecided net exclusions { reason count }
    initialAccuracy { count of value } finalAccuracy { count of value }
    conditionalCollapse { count of value interval { low high } } conditionalCorrection { count of value interval { low high } }
  } }
  onset(coding: $coding) { collapses rounds { round count finalSwitch } }
  ties(coding: $coding) { total { fired } }
} }`;

interface Rate {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
  readonly interval?: { readonly low: number; readonly high: number } | null;
}
interface Answer {
  readonly run: {
    readonly ledger: {
      readonly total: Readonly<Record<string, number>> & {
        readonly exclusions: readonly { reason: string; count: number }[];
        readonly conditionalCollapse: Rate;
        readonly conditionalCorrection: Rate;
      };
    };
    readonly onset: {
      readonly collapses: number;
      readonly rounds: readonly { round: number; count: number; finalSwitch: number }[];
    };
    readonly ties: { readonly total: { readonly fired: number } };
  };
}

const files = sharedFiles("data/neutral", ".jsonl.gz");
const nameOf = (path: string) => path.replace(/^.*\//, "").replace(/\.jsonl\.gz$/, "");
(files.length === 0 ? describe.skip : describe)("the neutral files", () => {
  let services: Services;
  beforeAll(async () => {
    services = createServices(await openMemoryStore(), testKey);
  });
  afterAll(() => services.store.close());

  it.each(files.map((path) => [nameOf(path), path]))("%s", async (name, path) => {
    const {
      codings: asItStands,
      carryForward,
      tiesFired,
      reported,
    } = Object.entries(expected).find(([key]) => key.includes(name))![1];
    const plain = await importRun(services.store, { path }, { run: { slug: name } });
    await check(plain.run, asItStands, tiesFired);
    const mostDiffer = Math.max(0, ...Object.values(reported ?? {}).map(({ differs }) => differs));
    expect(await contradicted(plain.run)).toBe(mostDiffer);
    if (!carryForward) return;
    const carried = await importRun(
      services.store,
      { path },
      { run: { slug: `${name}-carried`, earlyStop: "CARRY_FORWARD" } },
    );
    await check(carried.run, carryForward, tiesFired);
  });

  /** Every contradiction of these files is in one field, or in one that follows from another of the same debate. */
  async function contradicted(slug: string): Promise<number> {
    const list =
      "query ($slug: String!) { run(slug: $slug) { disagreements debates(where: { contradicted: true }) { totalCount } } }";
    const { run } = await ask<{ run: { disagreements: number; debates: { totalCount: number } } }>(services, list, {
      slug,
    });
    expect(run.debates.totalCount).toBe(run.disagreements);
    return run.disagreements;
  }

  async function check(slug: string, answers: Expected["codings"], tiesFired: number): Promise<void> {
    for (const [name, coding] of Object.entries(codings)) {
      const { run } = await ask<Answer>(services, question, { slug, coding });
      const { ledger, onset } = answers[name];
      const { exclusions, ...total } = run.ledger.total;
      for (const key of ["debates", "preservation", "collapse", "correction", "unrepaired", "undecided", "net"])
        expect([key, total[key]]).toEqual([key, ledger[key]]);
      expect(Object.fromEntries(exclusions.map(({ reason, count }) => [reason, count]))).toEqual(ledger.exclusions);
      for (const key of ["initialAccuracy", "finalAccuracy", "conditionalCollapse", "conditionalCorrection"]) {
        const { wilson95, ...rate } = ledger[key] as Counted;
        const { interval, ...found } = total[key] as unknown as Rate;
        expect(found).toEqual(rate);
        if (wilson95 === undefined) continue;
        if (wilson95 === null) expect(interval).toBeNull();
        else
          [interval!.low, interval!.high].forEach((end, side) =>
            expect(Math.abs(end - wilson95[side])).toBeLessThan(1e-12),
          );
      }
      if (onset !== null) {
        expect(run.onset.collapses).toBe(onset.collapses);
        expect(run.onset.rounds.map(({ round, count, finalSwitch }) => [round, count, finalSwitch])).toEqual(
          Object.keys(onset.rounds).map((round) => [
            Number(round),
            onset.rounds[round].count,
            onset.finalSwitch[round].count,
          ]),
        );
      }
      expect(run.ties.total.fired).toBe(tiesFired);
    }
  }
});

interface Panel {
  readonly flips: {
    readonly total: {
      readonly steps: readonly {
        readonly all: Readonly<Record<"flips" | "toward" | "yielded", Rate>> &
          Readonly<Record<"away" | "left" | "shownTie" | "nothingShown", number>>;
        readonly seats: readonly { readonly flips: Rate }[];
      }[];
    };
  };
  readonly interventions: {
    readonly rounds: readonly {
      readonly substitution: Rate;
      readonly standings: readonly {
        readonly margin: number | null;
        readonly debates: number;
        readonly changes: number;
      }[];
    }[];
  };
}

const panelQuestion = `query ($slug: String!, $tie: TieRule!) { run(slug: $slug) {
  flips(paired: false) { total { steps {
    all { flips { count of } toward { count of } yielded { count of } away left shownTie nothingShown } seats { flips { count of value } } } } }
  interventions(signal: "gold", coding: { tie: $tie }) { rounds { substitution { count of } standings { margin debates changes } } } } }`;

// The measures themselves meet every file in test/debate; these are asked for over the whole way, some of each kind.
const asked = files.filter((path) =>
  /council-governance.test-debate|llmbar-judges.(vanilla|cot)-5|dylan-math|pvd-gpqa.debate/.test(path),
);
(asked.length === 0 ? describe.skip : describe)("margins, flips and gold in place of each seat", () => {
  let services: Services;
  beforeAll(async () => {
    services = createServices(await openMemoryStore(), testKey);
    for (const path of asked) {
      const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n");
      const [{ run }, ...debates] = lines.map((line) => JSON.parse(line) as { run: object; gold?: string | null });
      // As they stand: the answers were counted on rounds that somebody was asked in.
      const header = { ...run, slug: nameOf(path).replaceAll(".", "-"), earlyStop: undefined };
      const signals = (gold?: string | null) => (gold === null || gold === undefined ? {} : { signals: { gold } });
      await importLines(
        services.store,
        header,
        debates.map((line) => ({ ...line, ...signals(line.gold) })),
      );
    }
  }, 60_000);
  afterAll(() => services.store.close());

  it("judges asked under two prompts began otherwise in most items: refused, or left out by count", async () => {
    const runs = ["llmbar-judges-vanilla-5", "llmbar-judges-cot-5"];
    const first = runs.map((_, at) => {
      const path = asked.find((each) => each.includes(["vanilla-5", "cot-5"][at]))!;
      const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n").slice(1);
      return new Map(
        lines.map((line) => {
          const { item, rounds } = JSON.parse(line) as { item: string; rounds: (string | null)[][] };
          return [item, rounds[0]];
        }),
      );
    });
    const alike = [...first[0]].filter(
      ([item, ballots]) => JSON.stringify(first[1].get(item)) === JSON.stringify(ballots),
    );
    const usable = alike.filter(([, ballots]) => ballots.every((ballot) => ballot !== null));
    const unanimous = usable.filter(([, ballots]) => new Set(ballots).size === 1);
    const ladder = (match: string) =>
      ask<{ ladder: { debates: number; blind: { unanimity: Rate }; rungs: { unanimity: Rate }[] } }>(
        services,
        `query ($runs: [String!]!) { ladder(runs: $runs, match: ${match}) { debates blind { unanimity { count of } } rungs { unanimity { count of } } } }`,
        { runs },
      );
    await expect(ladder("EQUAL")).rejects.toThrow(
      `differs from that of ${runs[0]} in ${first[0].size - alike.length} debates`,
    );
    const unanimity = { count: unanimous.length, of: usable.length };
    expect(unanimous.length).toBeGreaterThan(0);
    expect(await ladder("LEAVE_OUT")).toEqual({
      ladder: { debates: usable.length, blind: { unanimity }, rungs: [{ unanimity }, { unanimity }] },
    });
  });

  const cases = asked.flatMap((path) =>
    (["ALPHABETICAL", "UNDECIDED"] as const).map((tie) => [nameOf(path), tie] as const),
  );
  it.each(cases)("%s, ties %s", async (name, tie) => {
    const slug = name.replaceAll(".", "-");
    const { run } = await ask<{ run: Panel }>(services, panelQuestion, { slug, tie });
    const { byRound, flips, goldSubstitution } = Object.entries(expected).find(([key]) => key === name)![1];
    const counts = ({ count, of }: { count: number; of: number }) => [count, of];
    expect(run.flips.total.steps.length).toBe(flips.length);
    flips.forEach((want, step) => {
      const { all, seats } = run.flips.total.steps[step];
      expect([...counts(all.flips), all.toward.count, all.left, all.away - all.left]).toEqual([
        ...[want.flips, want.pairs, want.toward, want.away, want.elsewhere],
      ]);
      expect([all.shownTie, all.nothingShown]).toEqual([want.shownTie, want.nothingShown]);
      expect(counts(all.yielded)).toEqual(counts(want.towardOfAtRisk));
      expect(seats.map((seat) => seat.flips)).toEqual(
        want.perSeat.map(({ count, of, value }) => ({ count, of, value })),
      );
    });
    const byMargin = (
      standings: Panel["interventions"]["rounds"][number]["standings"],
      what: "debates" | "changes",
    ) => {
      const found: Record<string, number> = {};
      for (const one of standings)
        if (one[what] > 0) found[one.margin ?? "none"] = (found[one.margin ?? "none"] ?? 0) + one[what];
      return found;
    };
    goldSubstitution[tie].forEach(({ substitutions, changes, changesByMargin }, round) => {
      const { substitution, standings } = run.interventions.rounds[round];
      expect(counts(substitution)).toEqual([changes, substitutions]);
      expect(byMargin(standings, "changes")).toEqual(changesByMargin);
      const read = standings.filter(({ margin }) => margin !== null);
      expect(byMargin(read, "debates")).toEqual(byRound[round].margins);
    });
  });
});
