import { canonicalJson } from "./canonicalJson.js";
import { described, quoted } from "./fault.js";
import { complainOfStrings, type JsonObject } from "./jsonLine.js";
import { type Place, type Scope } from "./mapPath.js";
import { type BallotRule, type Mapping, type Seat } from "./mapping.js";
import { type SayFault, scalarText, type Value } from "./mapValue.js";
import { type Notes } from "./notes.js";
import { MAX_CELLS, MAX_ROUNDS } from "./ballots.js";
import { MAX_SEATS } from "./runLine.js";

/** A debate as a line of the neutral format, and where it was found. */
export interface MappedDebate {
  readonly line: JsonObject;
  readonly number: number;
  readonly file: string;
  /** Where each value came from: its place in the debate, the map's path, what stood there. Only when asked for. */
  readonly sources: readonly Origin[];
}

export interface Origin {
  readonly what: string;
  readonly from: string;
  readonly raw: unknown;
}

interface Cell {
  readonly ballot: unknown;
}

/** A debate while its records come in. */
interface Open {
  readonly key: string;
  readonly number: number;
  readonly file: string;
  readonly fields: Map<string, unknown>;
  readonly groups: Map<string, Map<string, unknown>>;
  readonly rounds: Map<number, Cell>[];
  /** What seats were shown, by round and seat. */
  readonly shown: Map<number, string[]>[];
  readonly sources: Origin[];
  /** The panel by name, where seats are found in the records. */
  readonly seats: SeatBook | null;
}

/** Seats in the order in which they came up, with what was said of each. */
class SeatBook {
  readonly names: string[] = [];
  readonly said: JsonObject[] = [];
  place(name: string): number {
    return this.names.indexOf(name);
  }
}

const numbersFor = new Set(["replicate"]);
const MAX_OPEN = 2_000_000;

/** Puts records together to debates. Faults are said to the notes, with the place in the log. */
export class MappedDebates {
  /** The run's own keys, from the first record. */
  header: JsonObject | null = null;
  private fixed: readonly string[] | null = null;
  private readonly open = new Map<string, Open>();
  private readonly shared: SeatBook | null;

  constructor(
    private readonly map: Mapping,
    private readonly notes: Notes,
    private readonly trace: boolean,
  ) {
    this.shared = "each" in map.seats && map.debates === "ALL" ? new SeatBook() : null;
  }

  private readonly say: SayFault = (path, expected, got) => this.notes.fault(path, expected, got);

  /** Takes one record; the answer is what it completes. */
  take(scope: Scope): readonly MappedDebate[] {
    const { map, notes } = this;
    notes.line = scope.line;
    if (map.where !== null && !map.where(scope, this.say)) {
      notes.warn("LEFT_OUT", "", scope.key === null ? `record ${scope.index}` : quoted(scope.key));
      return [];
    }
    this.header ??= this.headerOf(scope);
    const item = this.keyOf(scope, "item");
    if (item === null) return [];
    const replicate = map.fields.some(([key]) => key === "replicate") ? this.keyOf(scope, "replicate") : "";
    const key = `${item}\u0000${replicate}`;
    const complete: Open[] = [];
    if (map.debates === "ADJACENT" && !this.open.has(key)) complete.push(...this.openOnes());
    let debate = map.debates === "RECORD" ? undefined : this.open.get(key);
    if (debate === undefined) {
      debate = this.begun(key, scope);
      if (map.debates !== "RECORD") this.open.set(key, debate);
      if (this.open.size > MAX_OPEN)
        notes.fault("", `at most ${MAX_OPEN} debates that are put together from records all over`, "more");
    }
    this.add(debate, scope);
    if (map.debates === "RECORD") complete.push(debate);
    return complete.flatMap((one) => this.finished(one));
  }

  /** What is still open when no more comes, one debate at a time. */
  *rest(): Generator<MappedDebate, void> {
    for (const debate of this.openOnes()) yield* this.finished(debate);
  }

  private openOnes(): Open[] {
    const all = [...this.open.values()];
    this.open.clear();
    return all;
  }

  /** The seats of the run, once its first debate is complete; undefined where each debate has its own. */
  seats(): readonly JsonObject[] | undefined {
    if (this.shared !== null) return this.shared.said;
    return this.header?.seats as readonly JsonObject[] | undefined;
  }

  private headerOf(scope: Scope): JsonObject {
    const { map } = this;
    const run = this.object(map.run, scope, "run");
    if ("each" in map.seats) return run;
    const seats = map.seats.map((seat, index) => this.object(seat, scope, `seats[${index}]`));
    this.fixed = seats.map(({ seat }) => String(seat));
    return { ...run, seats };
  }

  private object(entries: Seat, scope: Scope, path: string): JsonObject {
    const found: [string, unknown][] = [];
    for (const [key, value] of entries) {
      const at = value(scope, this.say);
      if (at === undefined || at.value === null) continue;
      const plain = key === "temperature" || key === "synthetic" ? at.value : scalarText(at.value);
      if (plain === null) this.notes.fault(at.from, `a text for ${path}.${key}`, described(at.value));
      else found.push([key, plain]);
    }
    return Object.fromEntries(found);
  }

  private keyOf(scope: Scope, field: string): string | null {
    const value = this.map.fields.find(([key]) => key === field)?.[1];
    const found = value?.(scope, this.say);
    const text = scalarText(found?.value);
    if (text === null || text.trim() === "") {
      this.notes.fault(found?.from ?? "", `${field}: a text or a number`, described(found?.value));
      return null;
    }
    return text;
  }

  private begun(key: string, { line, file }: Scope): Open {
    const own = "each" in this.map.seats && this.shared === null ? new SeatBook() : null;
    return {
      key,
      number: line,
      file,
      fields: new Map(),
      groups: new Map(),
      rounds: [],
      shown: [],
      sources: [],
      seats: own ?? this.shared,
    };
  }

  private add(debate: Open, scope: Scope): void {
    for (const [key, value] of this.map.fields) this.put(debate, debate.fields, key, key, value, scope, true);
    for (const [group, entries] of this.map.groups) {
      const into = debate.groups.get(group) ?? new Map<string, unknown>();
      debate.groups.set(group, into);
      for (const [key, value] of entries)
        this.put(debate, into, key, `${group}.${key}`, value, scope, group !== "meta" && group !== "reported");
    }
    this.map.ballots.forEach((rule, index) => this.addBallots(debate, rule, `ballots[${index}]`, scope));
    this.map.displayed.forEach((rule, index) => this.addShown(debate, rule, `displayed[${index}]`, scope));
  }

  private put(
    debate: Open,
    into: Map<string, unknown>,
    key: string,
    what: string,
    value: Value,
    scope: Scope,
    asText: boolean,
  ): void {
    const found = value(scope, this.say);
    if (found === undefined) return;
    const read = asText && !numbersFor.has(key) ? this.textual(found.value, found.from) : whole(found.value, key);
    const before = into.get(key);
    if (before === undefined) {
      into.set(key, read);
      if (this.trace) debate.sources.push({ what, from: found.from, raw: found.raw ?? found.value });
    } else if (before !== read && canonicalJson(before) !== canonicalJson(read))
      this.notes.fault(found.from, `the same ${what} in all records of a debate`, described(read));
  }

  private textual(value: unknown, from: string): unknown {
    if (value === null) return null;
    if (Array.isArray(value)) return value.map((one: unknown) => this.textual(one, from));
    const text = scalarText(value);
    if (text === null) this.notes.fault(from, "a text or a number", described(value));
    return text;
  }

  private addBallots(debate: Open, rule: BallotRule, path: string, scope: Scope): void {
    if (rule.where !== null && !rule.where(scope, this.say)) return;
    for (const place of rule.places(scope)) {
      const seat = this.seatOf(debate, rule, path, place, scope);
      const round = this.roundOf(rule, path, place, scope);
      if (seat === null || round === null) continue;
      const ballot = this.ballotOf(rule, place);
      while (debate.rounds.length <= round) debate.rounds.push(new Map());
      if (debate.rounds[round].has(seat))
        this.notes.fault(place.at, `one ballot of a seat in a round`, `another of seat ${seat} in round ${round}`);
      debate.rounds[round].set(seat, { ballot });
      if (this.trace) debate.sources.push({ what: `rounds[${round}][${seat}]`, from: place.at, raw: place.value });
    }
  }

  private addShown(debate: Open, rule: BallotRule, path: string, scope: Scope): void {
    if (rule.where !== null && !rule.where(scope, this.say)) return;
    for (const place of rule.places(scope)) {
      const seat = this.seatOf(debate, rule, path, place, scope);
      const round = this.roundOf(rule, path, place, scope);
      const text = scalarText(place.value);
      if (seat === null || round === null || text === null) continue;
      const found = rule.each === null ? [{ groups: [text] }] : rule.each.all(text);
      if (found === null)
        this.notes.fault(place.at, "a text that a pattern can be held against", `one of ${text.length} characters`);
      while (debate.shown.length <= round) debate.shown.push(new Map());
      const labels = debate.shown[round].get(seat) ?? [];
      debate.shown[round].set(seat, labels);
      for (const { groups } of found ?? []) {
        const label = this.ballotOf(rule, { ...place, value: groups[1] ?? groups[0] ?? "" });
        if (typeof label === "string") labels.push(label);
      }
    }
  }

  private seatOf(debate: Open, rule: BallotRule, path: string, place: Place, scope: Scope): number | null {
    const said = rule.seat === null ? place.captures.seat : rule.seat(scope, this.say)?.value;
    const name = scalarText(said);
    if (name === null) {
      this.notes.fault(place.at, `the name or the number of a seat for ${path}`, described(said));
      return null;
    }
    const book = debate.seats;
    if (book === null) {
      const names = this.fixed ?? [];
      const index = typeof said === "number" ? said : names.indexOf(name);
      if (Number.isInteger(index) && index >= 0 && index < names.length) return index;
      this.notes.fault(place.at, `one of the map's ${names.length} seats`, described(said));
      return null;
    }
    const known = book.place(name);
    if (known >= 0) return known;
    if (book.names.length >= MAX_SEATS) {
      this.notes.fault(place.at, `at most ${MAX_SEATS} seats`, "more");
      return null;
    }
    book.names.push(name);
    const each = "each" in this.map.seats ? this.map.seats.each : [];
    book.said.push(this.object(each, { ...scope, seat: name }, "seats.each"));
    return book.names.length - 1;
  }

  private roundOf(rule: BallotRule, path: string, place: Place, scope: Scope): number | null {
    const said = rule.round === null ? (place.captures.round ?? 0) : rule.round(scope, this.say)?.value;
    const round = typeof said === "string" && /^\d{1,3}$/.test(said.trim()) ? Number(said) : said;
    const most = this.map.rounds ?? MAX_ROUNDS;
    if (typeof round === "number" && Number.isInteger(round) && round >= 0 && round < most) return round;
    this.notes.fault(place.at, `a round from 0 to ${most - 1} for ${path}`, described(said));
    return null;
  }

  private ballotOf({ read, text }: BallotRule, { value, at }: Place): unknown {
    if (value === null) return this.map.nulls === "NOT_ASKED" ? { asked: false } : null;
    const raw = scalarText(value);
    if (raw === null) {
      this.notes.fault(at, "a text, a number or null as a ballot", described(value));
      return null;
    }
    const missing = this.map.missing.has(raw.trim());
    const answer = missing
      ? null
      : read === null
        ? raw
        : read(raw, (expected, got) => this.notes.fault(at, expected, got));
    return text ? { text: raw, answer } : answer;
  }

  /** The debate as a neutral line; none when it is left out. */
  private finished(debate: Open): readonly MappedDebate[] {
    const { map, notes } = this;
    notes.line = debate.number;
    notes.file = notes.file === undefined ? undefined : debate.file;
    const seats = debate.seats?.names ?? this.fixed ?? [];
    const count = Math.max(map.rounds ?? 1, debate.rounds.length);
    if (seats.length === 0 || count * seats.length > MAX_CELLS) {
      const got = seats.length === 0 ? "none" : `${count * seats.length}`;
      notes.fault("", `ballots of a debate, at most ${MAX_CELLS}`, got);
      return [];
    }
    let empty: string | null = null;
    const rounds = Array.from({ length: count }, (_, r) =>
      seats.map((name, seat) => {
        const cell = debate.rounds[r]?.get(seat);
        if (cell !== undefined) return cell.ballot;
        empty ??= `${debate.key.split("\u0000")[0]}: seat ${name}, round ${r}`;
        return map.absent === "NOT_ASKED" ? { asked: false } : null;
      }),
    );
    if (empty !== null && map.absent === "LEAVE_OUT") {
      notes.warn("INCOMPLETE", "", empty);
      return [];
    }
    if (empty !== null && map.absent === "REFUSE") {
      const where = map.ballots.map(({ path }) => path).join(" or ");
      notes.fault(
        "",
        `a ballot of every seat at ${where} (or another "absent" in the map)`,
        `none of ${String(empty)}`,
      );
      return [];
    }
    const line = new Map<string, unknown>(debate.fields);
    for (const [key] of map.fields)
      if (!line.has(key)) notes.fault("", `a value for ${key}, where the map says that it stands`, "nothing");
    for (const [group, entries] of debate.groups) if (entries.size > 0) line.set(group, Object.fromEntries(entries));
    line.set("rounds", rounds);
    if (debate.shown.length > 1) {
      const after = debate.shown.slice(1, count);
      line.set(
        "displayed",
        after.map((round) => seats.map((_, seat) => round.get(seat) ?? [])),
      );
    }
    if (debate.seats !== null && this.shared === null) line.set("seats", debate.seats.said);
    const object = Object.fromEntries(line);
    const complaints: { path: string; expected: string; got: string }[] = [];
    complainOfStrings(object, "", complaints);
    for (const { path, expected, got } of complaints) notes.fault(path, expected, got);
    if (complaints.length > 0) return [];
    return [{ line: object, number: debate.number, file: debate.file, sources: debate.sources }];
  }
}

/** A replicate may be written as text, as in tables. */
const whole = (value: unknown, key: string): unknown =>
  numbersFor.has(key) && typeof value === "string" && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value;
