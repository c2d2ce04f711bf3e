import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { type Debate, NOT_ASKED, type Seat } from "../../src/debate/debate.js";
import { identities } from "../../src/debate/identity.js";

const seat = (name: string, model: string): Seat => ({
  seat: name,
  model,
  family: null,
  provider: null,
  temperature: 1,
});
const seats = [seat("1", "m"), seat("2", "m"), seat("3", "n")];
const debate: Debate = {
  item: "q1",
  benchmark: "sums",
  category: null,
  cluster: "q1",
  gold: "A",
  labels: ["A", "B"],
  replicate: 0,
  rounds: [
    ["A", "B", null],
    ["A", NOT_ASKED, "B"],
  ],
  texts: null,
  displayed: null,
  signals: [],
  reported: null,
  seats: null,
  tokens: null,
  cost: null,
  meta: null,
};
const of = (change: Partial<Debate>, panel = seats) =>
  Buffer.from(identities({ seats: panel }, [{ ...debate, ...change }]).identities).toString("hex");

describe("the identity of a debate", () => {
  it("is the beginning of a SHA-256 that can be computed by hand", () => {
    const text = '["sums","q1",[["m","A","A"],["m","B"],["n",null,"B"]]]';
    expect(of({})).toBe(createHash("sha256").update(text).digest("hex").slice(0, 32));
  });

  it.each<[name: string, change: Partial<Debate>, panel?: Seat[]]>([
    ["gold", { gold: "B" }],
    ["labels", { labels: [] }],
    ["category and cluster", { category: "c", cluster: "d" }],
    ["the replicate's number", { replicate: 7 }],
    ["meta, tokens, cost and reports", { meta: '{"a":1}', tokens: 5, cost: "1", reported: { collapsed: true } }],
    ["signals and what was displayed", { signals: [["s", "A"]], displayed: [[["A"], ["A"], ["A"]]] }],
    [
      "white space around ballots and their case",
      {
        rounds: [
          [" a", "B ", " "],
          ["a", NOT_ASKED, "b"],
        ],
      },
    ],
    ["a round at the end in which nobody was asked", { rounds: [...debate.rounds, [NOT_ASKED, NOT_ASKED, NOT_ASKED]] }],
    [
      "the order of seats",
      {
        rounds: [
          ["B", null, "A"],
          [NOT_ASKED, "B", "A"],
        ],
      },
      [seats[1], seats[2], seats[0]],
    ],
    ["temperatures and the names of seats", {}, seats.map((each, at) => ({ ...each, seat: `s${at}`, temperature: 0 }))],
    ["seats that are said of the debate alone", { seats }, [seat("x", "y")]],
    [
      "a seat that was never asked",
      { rounds: debate.rounds.map((round) => [...round, NOT_ASKED]) },
      [...seats, seat("4", "z")],
    ],
  ])("does not depend on %s", (_, ...[change, panel]) => {
    expect(of(change, panel)).toBe(of({}));
  });

  it.each<[name: string, change: Partial<Debate>, panel?: Seat[]]>([
    ["item", { item: "q2" }],
    ["benchmark", { benchmark: "products" }],
    ["models", {}, seats.map((each) => ({ ...each, model: "other" }))],
    [
      "single ballots",
      {
        rounds: [
          ["A", "B", null],
          ["A", NOT_ASKED, "A"],
        ],
      },
    ],
    ["rounds", { rounds: [["A", "B", null]] }],
    [
      "an unparsed ballot where a seat was not asked",
      {
        rounds: [
          ["A", "B", null],
          ["A", null, "B"],
        ],
      },
    ],
  ])("depends on %s", (_, ...[change, panel]) => {
    expect(of(change, panel)).not.toBe(of({}));
  });

  it("is of the raw replies where no ballot was parsed, and of derived columns where there are no ballots", () => {
    const unread: Partial<Debate> = { rounds: [[null, null, NOT_ASKED]], texts: [["I say A", "B", null]] };
    const text = '["sums","q1",[["m","B"],["m","I say A"]]]';
    expect(of(unread)).toBe(createHash("sha256").update(text).digest("hex").slice(0, 32));
    expect(of({ ...unread, texts: null })).not.toBe(of(unread));
    expect(of({ texts: [["a", "b", "c"]] })).toBe(of({}));
    const byGold = { right: [true, false], disagreeing: [0, 3] };
    const derived = { changed: [null, true], agreement: [1, 2 / 3], flipped: [0, 1], initialUnanimous: true, byGold };
    const columns = (change: object) => of({ rounds: [], derived: { ...derived, ...change } });
    const whole = `["sums","q1",[["m"],["m"],["n"]],[[null,true],[1,${2 / 3}],[0,1],true]]`;
    expect(columns({})).toBe(createHash("sha256").update(whole).digest("hex").slice(0, 32));
    expect(columns({ byGold: { right: [false, true], disagreeing: [3, 0] } })).toBe(columns({}));
    expect(columns({ flipped: [0, 2] })).not.toBe(columns({}));
  });

  it("is found only among debates of the same models on the same benchmark, each of which has a key", () => {
    const keys = (change: Partial<Debate>, panel = seats) =>
      identities({ seats: panel }, [{ ...debate, ...change }]).panelKeys;
    expect(keys({ item: "another" })).toEqual(keys({}));
    expect(keys({}, [seats[2], seats[0], seats[1]])).toEqual(keys({}));
    expect(keys({ benchmark: "products" })).not.toEqual(keys({}));
    const both = identities({ seats }, [debate, { ...debate, benchmark: "products" }, debate]);
    expect(both.panelKeys).toEqual([...keys({}), ...keys({ benchmark: "products" })].sort());
    expect(both.identities).toHaveLength(48);
    expect(identities({ seats }, [])).toEqual({ identities: new Uint8Array(0), panelKeys: [] });
  });
});
