import { codeDebate } from "../src/debate/codeDebate.js";
import { coding } from "../src/debate/coding.js";
import { intervalOptions } from "../src/debate/intervalOptions.js";
import { type Ledger, ledgerReport } from "../src/debate/ledger.js";
import { BLOCK_SIZE, decodePanelBlock, encodePanelBlock, panelBlock } from "../src/debate/panelBlock.js";
import { panels, type PanelsPart } from "../src/debate/panelsOf.js";

/*
 * From stored blocks to a ledger by model with intervals, in memory: no database takes part. Beside it, in the same run, the same ledger
 * counted the obvious way, on strings and objects that are already in memory; it has no intervals at all.
 * Panels: 4 rounds of 3 seats, 14 models over the same items, 60 % of ballots right.
 */

const MODELS = 14;
const ROUNDS = 4;
const SEATS = 3;
const LABELS = ["A", "B", "C", "D"];

interface Plain {
  readonly model: string;
  readonly gold: string;
  readonly rounds: string[][];
}

export interface LedgerBench {
  readonly debates: number;
  /** Milliseconds of each step. */
  readonly steps: Readonly<Record<string, number>>;
}

export function ledgerBench(debates: number): LedgerBench {
  const { encoded, plain } = synthetic(debates);
  const steps: Record<string, number> = {};
  const timed = <T>(step: string, act: () => T): T => {
    const start = performance.now();
    const result = act();
    steps[step] = performance.now() - start;
    return result;
  };
  const parts = timed("decode blocks", () =>
    encoded.map(({ run, blocks }): PanelsPart => ({ run, blocks: blocks.map(decodePanelBlock) })),
  );
  const columns = timed("put columns together", () => panels(parts));
  const report = timed("ledger by model", () => ledgerReport(columns, coding(), "MODEL", intervalOptions()));
  timed("its default intervals", () =>
    report.groups.forEach(({ ledger }) => rates(ledger).forEach((rate) => rate.interval())),
  );
  timed("the bootstrap beside them", () =>
    report.groups.forEach(({ ledger }) => rates(ledger).forEach((rate) => rate.beside())),
  );
  timed("the total's bootstrap", () => rates(report.total).forEach((rate) => rate.beside()));
  timed("caveats", () => report.caveats());
  const naive = timed("naive: ledger by model on strings", () => naiveLedger(plain));
  for (const { key, ledger } of report.groups)
    if (naive.get(key ?? "")?.collapse !== ledger.collapse) throw new Error(`the two ledgers of ${key} differ`);
  return { debates, steps };
}

const rates = ({ initialAccuracy, finalAccuracy, conditionalCollapse, conditionalCorrection }: Ledger) => [
  initialAccuracy,
  finalAccuracy,
  conditionalCollapse,
  conditionalCorrection,
];

function naiveLedger(debates: readonly Plain[]): Map<string, Record<string, number>> {
  const majority = (ballots: string[]): string => {
    const counts = new Map<string, number>();
    for (const ballot of ballots) counts.set(ballot, (counts.get(ballot) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return [...counts.entries()]
      .filter(([, count]) => count === most)
      .map(([label]) => label)
      .sort()[0];
  };
  const ledgers = new Map<string, Record<string, number>>();
  for (const { model, gold, rounds } of debates) {
    const initial = majority(rounds[0]) === gold;
    const final = majority(rounds[ROUNDS - 1]) === gold;
    const cell = initial ? (final ? "preservation" : "collapse") : final ? "correction" : "unrepaired";
    const ledger = ledgers.get(model) ?? {};
    ledger[cell] = (ledger[cell] ?? 0) + 1;
    ledgers.set(model, ledger);
  }
  return ledgers;
}

function synthetic(debates: number) {
  let state = 1;
  const below = (n: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return ((state >>> 16) * n) >>> 16;
  };
  const shape = { rounds: ROUNDS, seats: SEATS };
  const perModel = Math.ceil(debates / MODELS);
  const plain: Plain[] = [];
  const encoded = Array.from({ length: MODELS }, (_, m) => {
    const model = `model-${m}`;
    const seats = ["1", "2", "3"].map((seat) => ({
      seat,
      model,
      family: `family-${m % 7}`,
      provider: null,
      temperature: null,
    }));
    const blocks: Uint8Array[] = [];
    for (let first = 0; first < perModel; first += BLOCK_SIZE) {
      const rows = Array.from({ length: Math.min(BLOCK_SIZE, perModel - first) }, (_row, at) => {
        const gold = LABELS[below(4)];
        const rounds = Array.from({ length: ROUNDS }, () =>
          Array.from({ length: SEATS }, () => (below(10) < 6 ? gold : LABELS[below(4)])),
        );
        plain.push({ model, gold, rounds });
        const item = `question-${first + at}`;
        const debate = { item, cluster: item, benchmark: "synthetic", category: null, gold, rounds, replicate: 0 };
        const whole = { ...debate, signals: [], displayed: null, seats: null };
        return { debate: whole, coded: codeDebate(whole, shape) };
      });
      blocks.push(encodePanelBlock(panelBlock({ seats }, shape, first, rows)));
    }
    return {
      run: {
        slug: model,
        rounds: ROUNDS,
        carryForward: false,
        condition: "FULL_DEBATE" as const,
        contentDigest: model,
      },
      blocks,
    };
  });
  return { encoded, plain };
}
