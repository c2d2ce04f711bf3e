// Aim: real public logs, imported and asked through the API, answer what an independent script counted. Method: every neutral
// file of ../shared, each coding of real-data.json, as the file stands and (where debates stop early) carried forward.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { testKey } from "./testKey.js";
import { importRun } from "../../src/import/importRun.js";
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
