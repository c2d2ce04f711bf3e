import { ArgsType, type ClassType, Field, Int, ObjectType } from "type-graphql";
import { createHash } from "node:crypto";
import { UserError } from "../errors.js";

/** At most this many nodes in one page. */
export const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `The first this many; at most ${MAX_PAGE}, default ${DEFAULT_PAGE}.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: "Only what comes after this cursor." }) after?: string | null;
  @Field(() => Int, { nullable: true, description: "The last this many, still in the same order." }) last?:
    number | null;
  @Field(() => String, { nullable: true, description: "Only what comes before this cursor." }) before?: string | null;
}

/** At most this many in a page of rows that are only bytes in memory, so that exports take few steps. */
export const MAX_LONG_PAGE = 5_000;

@ArgsType()
export class LongPageArgs extends PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `The first this many; at most ${MAX_LONG_PAGE}, default ${DEFAULT_PAGE}.`,
  })
  declare first?: number | null;
}

/** One page asked for: how many, from which end, between which keys. */
export interface PageRequest<K> {
  readonly take: number;
  readonly fromEnd: boolean;
  readonly after: K | null;
  readonly before: K | null;
}

/** Checks page arguments. Cursors hold a key and are bound to one order and filter. */
export function pageRequest<K extends readonly unknown[]>(
  args: PageArgs,
  boundTo: unknown,
  most: number = MAX_PAGE,
): PageRequest<K> {
  const { first = null, last = null } = args;
  if (first !== null && last !== null) throw new UserError("BAD_INPUT", "expected first or last, got both");
  const take = first ?? last ?? DEFAULT_PAGE;
  const name = last === null ? "first" : "last";
  if (take < 0) throw new UserError("BAD_INPUT", `${name}: expected 0 or more, got ${take}`);
  if (take > most) throw new UserError("TOO_LARGE", `${name}: expected at most ${most}, got ${take}`);
  const key = (cursor: string | null | undefined) => (cursor ? parseCursor<K>(cursor, boundTo) : null);
  return { take, fromEnd: last !== null, after: key(args.after), before: key(args.before) };
}

const binding = (boundTo: unknown) =>
  createHash("sha256").update(JSON.stringify(boundTo)).digest("base64url").slice(0, 8);

export const cursor = (key: readonly unknown[], boundTo: unknown) =>
  Buffer.from(JSON.stringify([binding(boundTo), ...key])).toString("base64url");

function parseCursor<K extends readonly unknown[]>(text: string, boundTo: unknown): K {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    parts = null;
  }
  if (!Array.isArray(parts))
    throw new UserError("BAD_CURSOR", "cursor: expected one that this server gave, got another text");
  const [bound, ...key] = parts as [unknown, ...unknown[]];
  if (bound !== binding(boundTo))
    throw new UserError("BAD_CURSOR", "cursor: expected one of this order and filter, got one of another");
  return key as unknown as K;
}

@ObjectType("PageInfo", { simpleResolvers: true })
export class PageInfoType {
  @Field(() => Boolean) hasNextPage!: boolean;
  @Field(() => Boolean) hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true }) startCursor!: string | null;
  @Field(() => String, { nullable: true }) endCursor!: string | null;
}

export interface Connection<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: PageInfoType;
  /** How many there are in all under this filter. */
  readonly totalCount: number | (() => Promise<number>);
}

/**
 * Makes a connection of what was found: one more node than asked for says that there are further ones. `found` is in
 * the asked order, already limited to `take + 1`; from the end it is in reverse.
 */
export function connection<T>(
  request: PageRequest<readonly unknown[]>,
  found: readonly T[],
  cursorOf: (node: T) => string,
  totalCount: Connection<T>["totalCount"],
): Connection<T> {
  const more = found.length > request.take;
  const nodes = found.slice(0, request.take);
  if (request.fromEnd) nodes.reverse();
  const edges = nodes.map((node) => ({ cursor: cursorOf(node), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: request.fromEnd ? request.before !== null : more,
      hasPreviousPage: request.fromEnd ? more : request.after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount,
  };
}

/** The connection type of a node type, as Relay names it. */
export function connectionType<T extends object>(name: string, node: () => ClassType<T>): ClassType<Connection<T>> {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `One ${name} and its place in the order.` })
  class Edge {
    @Field(() => String, { description: "Opaque; bound to the order and filter it was given under." }) cursor!: string;
    @Field(node) node!: T;
  }
  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of ${name}s.` })
  class Page {
    @Field(() => [Edge]) edges!: Edge[];
    @Field(() => PageInfoType) pageInfo!: PageInfoType;
    @Field(() => Int, { description: "How many there are in all under this filter." }) totalCount!: number;
  }
  return Page as ClassType<Connection<T>>;
}
