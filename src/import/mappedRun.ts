import { createHash } from "node:crypto";
import { UserError } from "../errors.js";
import { type Fault } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { openInput, type Opened, type Source } from "./lines.js";
import { type MappedDebate, MappedDebates } from "./mappedDebates.js";
import { mappedRecords, rowKey, tableRows } from "./mappedRecords.js";
import { type Scope } from "./mapPath.js";
import { type Mapping } from "./mapping.js";
import { neutralReader } from "./neutralReader.js";
import { type Notes } from "./notes.js";
import { overridden, type ReadDebate, type Reader, type RunOverrides } from "./reader.js";
import { type RunLine } from "./runLine.js";

/** A file's name without folders, packed or not. */
const plainName = (name: string): string => name.replace(/^.*[/\\]/, "").replace(/\.gz$/i, "");

interface Joined {
  readonly name: string;
  readonly rows: ReadonlyMap<string, JsonObject>;
}

/** Files of any shape, read through a map as one run: tables first, then the records of the other files in the order given. */
export class MappedRun {
  readonly name: string;
  readonly total: number | null;
  done = false;
  wholeFile = false;
  readonly format = "map";
  private readonly reader: Reader;
  private readonly everySeat: RunOverrides;
  private started = false;

  private constructor(
    private readonly map: Mapping,
    private readonly inputs: readonly { readonly source: Source; readonly opened: Opened }[],
    private readonly tables: readonly Joined[],
    private readonly tableInputs: readonly Opened[],
    private readonly notes: Notes,
    overrides: RunOverrides,
  ) {
    const { model, family, provider } = overrides;
    this.everySeat = { model, family, provider };
    this.name = inputs.length === 1 ? inputs[0].opened.name : `${inputs.length} files through ${map.name}`;
    const totals = inputs.map(({ opened }) => opened.total);
    this.total = totals.includes(null) ? null : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);
    this.reader = neutralReader(inputs[0].opened.name, overrides);
  }

  static async open(
    map: Mapping,
    sources: readonly Source[],
    overrides: RunOverrides,
    notes: Notes,
  ): Promise<MappedRun> {
    const nameOf = (source: Source) => ("path" in source ? source.path : source.name);
    const tables: Joined[] = [];
    const tableInputs: Opened[] = [];
    const used = new Set<Source>();
    for (const [name, table] of map.tables) {
      const found = sources.filter((source) => plainName(nameOf(source)) === plainName(table.file));
      if (found.length !== 1)
        throw new UserError(
          "BAD_INPUT",
          `${map.name}: tables.${name}.file: expected one file called ${table.file} among those given, got ${found.length}`,
        );
      used.add(found[0]);
      notes.file = nameOf(found[0]);
      const { opened, rows } = await tableRows(
        found[0],
        table.key.map(([column]) => column),
        notes,
      );
      tables.push({ name, rows });
      tableInputs.push(opened);
    }
    const records = sources.filter((source) => !used.has(source));
    if (records.length === 0)
      throw new UserError("BAD_INPUT", `${map.name}: expected a file of records beside its tables, got none`);
    const inputs = [];
    for (const source of records) inputs.push({ source, opened: await openInput(source) });
    notes.file = sources.length > 1 ? nameOf(records[0]) : undefined;
    return new MappedRun(map, inputs, tables, tableInputs, notes, overrides);
  }

  run(): RunLine | null {
    return this.reader.run();
  }

  read = (): number => this.inputs.reduce((sum, { opened }) => sum + opened.read(), 0);

  byteOrderMark = (): boolean => this.inputs.some(({ opened }) => opened.byteOrderMark());

  /** SHA-256 over the map's digest and those of all files, in order; of one file and its map, the same. */
  sourceDigest = (): string => {
    const files = [...this.tableInputs, ...this.inputs.map(({ opened }) => opened)];
    const digests = files.map((opened) => opened.sourceDigest());
    return createHash("sha256")
      .update([this.map.digest, ...digests].join("\n"))
      .digest("hex");
  };

  /** The debates, each with its place. */
  async *debates(trace = false): AsyncGenerator<readonly MappedDebate[], void> {
    const { notes } = this;
    const several = notes.file !== undefined;
    const debates = new MappedDebates(this.map, notes, trace);
    const start = () => {
      if (this.started || debates.header === null) return;
      this.started = true;
      const seats = debates.seats();
      this.reader.read({ run: { ...debates.header, ...(seats && { seats }) } }, notes);
    };
    let records = 0;
    for (const { source, opened } of this.inputs) {
      if (several) notes.file = opened.name;
      let inFile = 0;
      for await (const record of mappedRecords(source, opened, this.map, notes)) {
        records++;
        inFile++;
        const complete = debates.take(this.scope(record));
        if (complete.length > 0) {
          start();
          yield complete;
        }
        if (several) notes.file = opened.name;
        if (notes.full() || this.done) return;
      }
      if (inFile === 0 && notes.faults.length === 0)
        notes.fault("", `records at ${this.map.records.text || "the top"}, where the map says that they stand`, "none");
    }
    if (records > 0) start();
    for (const debate of debates.rest()) {
      yield [debate];
      if (notes.full() || this.done) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<{ first: number; lines: readonly MappedDebate[] }, void> {
    for await (const complete of this.debates())
      for (const debate of complete) yield { first: debate.number, lines: [debate] };
  }

  /** The debate behind a neutral line, checked as any other. */
  take(debate: MappedDebate): ReadDebate | null {
    const { notes } = this;
    notes.line = debate.number;
    if (notes.file !== undefined) notes.file = debate.file;
    // What is given from outside for every seat holds for seats that the records name, too.
    const read = this.reader.read(overridden(debate.line, this.everySeat), notes);
    if (notes.full()) this.done = true;
    return notes.faults.length > 0 ? null : read;
  }

  refuse({ line, path, expected, got }: Fault): void {
    this.notes.line = line;
    this.notes.fault(path, expected, got);
    this.wholeFile = true;
    this.done = true;
  }

  private scope(record: Omit<Scope, "row">): Scope {
    const { map, tables, notes } = this;
    const scope: Scope = {
      ...record,
      row(name) {
        const table = map.tables.get(name);
        const joined = tables.find((one) => one.name === name);
        if (table === undefined || joined === undefined) return undefined;
        const key = rowKey(
          table.key.map(([, value]) => value(scope, (...fault) => notes.fault(...fault))?.value ?? null),
        );
        const row = joined.rows.get(key);
        if (row === undefined && !table.optional) {
          const columns = table.key.map(([column]) => column).join(", ");
          notes.fault("", `a row of ${table.file} for this record (${columns})`, `none for ${key}`);
        }
        return row;
      },
    };
    return scope;
  }
}
