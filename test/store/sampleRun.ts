import { codeDebate } from "../../src/debate/codeDebate.js";
import { type Debate, NOT_ASKED, type RunHeader } from "../../src/debate/debate.js";
import { blockDigest, BLOCK_SIZE, encodePanelBlock, panelBlock } from "../../src/debate/panelBlock.js";
import { identities } from "../../src/debate/identity.js";
import { sha256 } from "../../src/debate/sha256.js";
import { type Store } from "../../src/store/open.js";
import { type Batch, beginLoad, completeRun, type NewRun, writeBatch } from "../../src/store/writeRun.js";

export const shape = { rounds: 3, seats: 3 };

export const sampleHeader = (slug: string): RunHeader => ({
  slug,
  title: `Run ${slug}`,
  condition: "FULL_DEBATE",
  scaffold: "three rounds",
  benchmark: "sums",
  // One seat is of a model of the run's own: runs of this name or that share no debate.
  seats: ["m-small", "m-small", `m-${slug || "small"}`].map((model, index) => {
    return { seat: String(index + 1), model, family: "M", provider: "p", temperature: 0.7 };
  }),
  rounds: shape.rounds,
  carryForward: false,
  foldUpper: false,
  synthetic: true,
  license: null,
  note: null,
  createdAt: null,
  salt: null,
});

/** Debate `index` of a made-up run: most are plain, every seventh has everything that a debate can have, models of its own included. */
export function sampleDebate(index: number, slug = ""): Debate {
  const label = (round: number, seat: number) => "ABC"[(index + round * seat) % 3];
  const plain: Debate = {
    item: `item ${index}`,
    benchmark: "sums",
    category: null,
    cluster: `item ${index}`,
    gold: "A",
    labels: ["A", "B", "C"],
    replicate: 0,
    rounds: [0, 1, 2].map((round) => [0, 1, 2].map((seat) => label(round, seat))),
    texts: null,
    displayed: null,
    signals: [],
    reported: null,
    seats: null,
    tokens: null,
    cost: null,
    meta: null,
  };
  if (index % 7 !== 6) return plain;
  return {
    ...plain,
    benchmark: "products",
    category: 'quotes " and \\ and {commas, too}',
    cluster: "a cluster of its own",
    gold: null,
    labels: [],
    replicate: 2,
    rounds: [
      ["\u{1f600}", null, "NULL"],
      [null, NOT_ASKED, '"\\'],
    ],
    texts: [
      ["I say \u{1f600}\n", null, "NULL"],
      ["", null, "{}"],
    ],
    displayed: [[["\u{1f600}"], [], ["NULL", "z"]]],
    signals: [
      ["__proto__", "z"],
      ["tests", "NULL"],
    ],
    reported: { initialMajority: null, collapsed: true },
    seats: ["x", "y", "z"].map((seat) => ({
      seat,
      model: `m-${seat}${slug}`,
      family: null,
      provider: null,
      temperature: null,
    })),
    tokens: 3_000_000_000,
    cost: "0.100",
    meta: '{"b":1,"a":"\\u0000"}',
  };
}

/** Consecutive debates as a batch; `size` of them unless the run ends before. */
export function sampleBatch(
  index: number,
  size: number,
  debateAt: (index: number) => Debate = (at) => sampleDebate(at),
  end = Infinity,
  slug = "",
): Batch {
  const first = index * size;
  const debates = Array.from({ length: Math.min(size, end - first) }, (_, at) => {
    const debate = debateAt(first + at);
    return { debate, coded: codeDebate(debate, shape), disagreements: debate.reported ? ["collapsed"] : [] };
  });
  const header = sampleHeader(slug);
  const bytes = encodePanelBlock(panelBlock(header, shape, first, debates));
  const known = identities(
    header,
    debates.map(({ debate }) => debate),
  );
  return { index, first, shape, debates, bytes, digest: blockDigest(bytes), known };
}

export const sampleRun = (slug: string, debates: number): NewRun => ({
  ...sampleHeader(slug),
  debates,
  replicates: 0,
  disagreements: Math.floor(debates / 7),
  warnings: [],
  sourceDigest: sha256(`source of ${slug}`),
  contentDigest: sha256(`content of ${slug}`),
  importer: "sample",
  importerVersion: "1",
});

/** Stores a whole run of this many debates. */
export async function storeSampleRun(store: Store, slug: string, debates: number, header: Partial<NewRun> = {}) {
  const load = await beginLoad(store, slug);
  for (let index = 0; index * BLOCK_SIZE < debates; index++) {
    await writeBatch(
      store,
      load,
      sampleBatch(index, BLOCK_SIZE, (at) => sampleDebate(at, slug), debates, slug),
    );
  }
  await completeRun(store, load, { ...sampleRun(slug, debates), ...header });
}
