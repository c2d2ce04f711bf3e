import { type Tally } from "./tally.js";

export interface Study {
  readonly sets: number;
  readonly resamples: number;
  readonly level: number;
  readonly scenarios: readonly {
    readonly name: string;
    readonly truth: number;
    readonly crossed: boolean;
    readonly methods: Readonly<Record<string, Tally>>;
  }[];
}

type Results = Study["scenarios"][number];

const percent = (part: number, sets: number): number => (100 * part) / sets;

/** The tables of docs/coverage.md: coverage in %, below 93 in bold, the share of data sets without an interval in brackets. */
export function coverageMarkdown({ sets, resamples, scenarios }: Study): string {
  const error = (100 * Math.sqrt((0.95 * 0.05) / sets)).toFixed(2);
  const table = (rows: readonly Results[]): string => {
    const methods = [...new Set(rows.flatMap(({ methods }) => Object.keys(methods)))];
    const cell = (tally: Tally | undefined): string => {
      if (tally === undefined || tally.none === sets) return "";
      const coverage = percent(tally.covered, sets).toFixed(1);
      const none = tally.none === 0 ? "" : ` (${percent(tally.none, sets).toFixed(1)})`;
      return (Number(coverage) < 93 ? `**${coverage}**` : coverage) + none;
    };
    const lines = rows.map(({ name, methods: tallies }) => [name, ...methods.map((method) => cell(tallies[method]))]);
    const all = [["scenario", ...methods], ["scenario", ...methods].map(() => "---"), ...lines];
    return all.map((line) => `| ${line.join(" | ")} |`).join("\n");
  };
  return `# Coverage of the intervals

Written by \`npm run study:coverage\`: ${sets} data sets per scenario, ${resamples} resamples each, fixed seeds, nominal 95%. The Monte Carlo error of
a coverage near 95% is ${error} points. Below 93 in bold; in brackets the share of data sets on which the method gives no interval, which
counts as a miss. Logit-t, Korn-Graubard and AUTO count clusters by Clopper-Pearson where the rate is 0 or 1; the others are judged as they are.
STUDENTIZED has no interval when more than one resample in twenty has no variance of its own, as with few events. The scenarios repeat the
simulation from which the defaults were chosen, and add 100 and 500 clusters; the two agree within Monte Carlo error wherever the recipe
says all (a test compares them).

What it shows: AUTO keeps between 94 and 96% from 100 clusters on, and is conservative, not short, where a rate has about three events. The
percentile bootstrap falls short at low rates under 200 clusters and with 7 to 14 large ones, always on the same side: it sits below the truth.
BCa repairs part of that for rates and makes differences worse. Ignoring clusters costs little while they are nearly single rows, and
everything when they are models or families. For a claim about new models, resampling questions alone is far too certain.

![Coverage of AUTO, of the percentile bootstrap and of ignoring clusters](coverage.svg)

## One-way

${table(scenarios.filter(({ crossed }) => !crossed))}

## Crossed: the claim is about new questions and new models

${table(scenarios.filter(({ crossed }) => crossed))}
`;
}

const SHOWN = [
  { methods: ["AUTO", "TWO_WAY_LOGIT_T", "CR1_T"], colour: "#0b6e4f", label: "AUTO (AUC: CR1 t)" },
  { methods: ["PERCENTILE", "PIGEONHOLE"], colour: "#c77700", label: "percentile bootstrap" },
  {
    methods: ["ignoring clusters", "question PERCENTILE"],
    colour: "#b3261e",
    label: "ignoring clusters (crossed: questions only)",
  },
];

/** A dot per scenario and method on one axis of coverage, with the band in which 2,000 data sets cannot tell a method from nominal. */
export function coverageSvg({ sets, scenarios }: Study): string {
  const [left, right, top, row] = [330, 60, 70, 22];
  const width = 960;
  const height = top + row * scenarios.length + 40;
  const x = (coverage: number): number => left + ((Math.max(50, coverage) - 50) / 50) * (width - left - right);
  const band = 196 * Math.sqrt((0.95 * 0.05) / sets);
  const text = (at: number, y: number, anchor: string, content: string, fill = "#333"): string =>
    `<text x="${at.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${fill}">${content}</text>`;
  const parts = [
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<rect x="${x(95 - band).toFixed(1)}" y="${top - 12}" width="${(x(95 + band) - x(95 - band)).toFixed(1)}" height="${row * scenarios.length + 8}" fill="#dfe9e4"/>`,
    ...[50, 60, 70, 80, 90, 95, 100].map((tick) =>
      text(x(tick), height - 14, "middle", tick === 50 ? "50 or less" : `${tick}%`),
    ),
    ...SHOWN.flatMap(({ colour, label }, i) => [
      `<circle cx="${left + 10 + 150 * i}" cy="26" r="5" fill="${colour}"/>`,
      text(left + 20 + 150 * i, 30, "start", label),
    ]),
    text(10, 30, "start", "How often a 95% interval holds the truth"),
  ];
  scenarios.forEach(({ name, methods }, i) => {
    const y = top + row * i;
    parts.push(
      text(left - 14, y + 4, "end", name),
      `<line x1="${left}" x2="${width - right}" y1="${y}" y2="${y}" stroke="#ccc"/>`,
    );
    for (const { methods: candidates, colour } of [...SHOWN].reverse()) {
      const found = candidates
        .map((method) => methods[method])
        .find((tally) => tally !== undefined && tally.none < sets);
      if (found)
        parts.push(`<circle cx="${x(percent(found.covered, sets)).toFixed(1)}" cy="${y}" r="5" fill="${colour}"/>`);
    }
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">\n${parts.join("\n")}\n</svg>\n`;
}
