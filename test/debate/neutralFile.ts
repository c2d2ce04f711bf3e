import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type Ballot, type Debate, NOT_ASKED, type Reported, type Seat } from "../../src/debate/debate.js";
import { debate, type RunOf, seat } from "./fixtures.js";

/** Where the shared reference data lie; tests that need them say so and pass when they are absent. */
export const sharedFolder = process.env.COUNTERWEIGHT_SHARED ?? new URL("../../../shared", import.meta.url).pathname;
export const hasShared = existsSync(`${sharedFolder}/golden/real-data.json`);

interface Line {
  readonly run?: { slug: string; benchmark: string; seats: Partial<Seat>[]; earlyStop?: string };
  readonly item?: string;
  readonly cluster?: string;
  readonly category?: string | null;
  readonly gold?: string | null;
  readonly replicate?: number;
  readonly rounds?: (string | null | { asked: false } | { answer: string | null })[][];
  readonly displayed?: string[][][];
  readonly reported?: Reported;
  readonly signals?: Readonly<Record<string, string>>;
  readonly benchmark?: string;
  readonly meta?: object;
}

/** A small reader of well-formed neutral files, so that these tests need no other room. */
export const neutralFile = (name: string): RunOf & { readonly slug: string } =>
  runOfLines(name, gunzipSync(readFileSync(`${sharedFolder}/data/neutral/${name}.jsonl.gz`)).toString("utf8"));

/** The synthetic logs that have published counts. */
export const reconstructedFile = (name: string): RunOf & { readonly slug: string } =>
  runOfLines(name, readFileSync(`${sharedFolder}/data/reconstructed/${name}.jsonl`, "utf8"));

function runOfLines(name: string, text: string): RunOf & { readonly slug: string } {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);
  const { run } = lines[0];
  if (!run) throw new Error(`${name} has no run line`);
  const debates = lines.slice(1).map((line): Debate =>
    debate({
      item: line.item,
      cluster: line.cluster ?? line.item,
      benchmark: line.benchmark ?? run.benchmark,
      category: line.category ?? null,
      gold: line.gold ?? null,
      replicate: line.replicate ?? 0,
      rounds: line.rounds!.map((round) => round.map(ballot)),
      displayed: line.displayed ?? null,
      reported: line.reported ?? null,
      signals: Object.entries(line.signals ?? {}),
      meta: line.meta === undefined ? null : JSON.stringify(line.meta),
    }),
  );
  const seats = run.seats.map(({ seat: name, model, family }) => seat(name!, model, family ?? null));
  return { slug: run.slug, seats, debates, carryForward: run.earlyStop === "CARRY_FORWARD" };
}

function ballot(given: string | null | { asked: false } | { answer: string | null }): Ballot {
  if (given === null || typeof given === "string") return given;
  return "asked" in given ? NOT_ASKED : given.answer;
}
