import { debate, panelsOfRuns, rounds, type RunOf, seatsNamed } from "./fixtures.js";

/** Eight items, five seats, rounds 0 to 2, by hand: c correct, i incorrect; t6 fails in round 1 and is not played on, t8 fails in round 2. */
const lines = `
t1 p1 c ccccc ccccc ccccc c
t2 p1 i cccci ccccc ccccc i
t3 p2 c cciii cccci ccccc c
t4 p2 c cccii ccccc ccccc i
t5 p3 i iiiic iiicc iiiii i
t6 p3 c cccii cccc- xxxxx c
t7 p4 i ccccc ccccc ccccc c
t8 p4 c cccic ccccc ccc-c c`;

export const toyRun: RunOf & { readonly slug: string } = {
  slug: "toy",
  seats: seatsNamed(5),
  debates: lines
    .trim()
    .split("\n")
    .map((line) => {
      const [item, cluster, gold, ...rest] = line.split(" ");
      return debate({ item, cluster, gold, rounds: rounds(rest.slice(0, 3).join(" ")), signals: [["tests", rest[3]]] });
    }),
};

export const toyPanel = () => panelsOfRuns(toyRun);
