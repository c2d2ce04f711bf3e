import { must } from "../errors.js";
import { type Columns, type Displayed } from "./panels.js";
import { sha256 } from "./sha256.js";

/** The columns of some of these debates, in the given order; with gold if they have it. Tables of names stay whole. */
export function subset<P extends Columns>(panels: P, members: Uint32Array): P {
  must(panels.derived === null, "debates of a subset have ballots");
  const each = panels.rounds * panels.seats;
  const ballots = new Uint8Array(members.length * each);
  members.forEach((debate, at) => ballots.set(panels.ballots.subarray(debate * each, (debate + 1) * each), at * each));
  const numbers = (column: Uint32Array) => Uint32Array.from(members, (debate) => column[debate]);
  const bytes = (column: Uint8Array) => Uint8Array.from(members, (debate) => column[debate]);
  const item = numbers(panels.item);
  return {
    ...panels,
    ...("gold" in panels && { gold: bytes(panels.gold as Uint8Array) }),
    size: members.length,
    ballots,
    signals: new Map([...panels.signals].map(([name, column]) => [name, bytes(column)])),
    displayed: panels.displayed && displayedOf(panels.displayed, members),
    run: numbers(panels.run),
    ordinal: numbers(panels.ordinal),
    replicate: numbers(panels.replicate),
    item,
    // One column where the whole has one.
    cluster: panels.cluster === panels.item ? item : numbers(panels.cluster),
    benchmark: numbers(panels.benchmark),
    category: numbers(panels.category),
    composition: numbers(panels.composition),
    digest: sha256(`counterweight-subset-1 ${panels.digest} ${sha256(new Uint8Array(members.slice().buffer))}`),
  };
}

function displayedOf({ bytes, start }: Displayed, members: Uint32Array): Displayed {
  const starts = new Uint32Array(members.length + 1);
  members.forEach((debate, at) => (starts[at + 1] = starts[at] + start[debate + 1] - start[debate]));
  const kept = new Uint8Array(starts[members.length]);
  members.forEach((debate, at) => kept.set(bytes.subarray(start[debate], start[debate + 1]), starts[at]));
  return { bytes: kept, start: starts };
}
