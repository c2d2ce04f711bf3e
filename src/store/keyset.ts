/** A row's place in an order: the value it is ordered by, then its name, which decides between equal values. */
export type KeysetKey = readonly [value: string | number | null, name: string];

export interface KeysetPage {
  /** One row more is read, so that the reader knows whether there are any. */
  readonly take: number;
  /** The last ones, in reverse. */
  readonly fromEnd: boolean;
  readonly after: KeysetKey | null;
  readonly before: KeysetKey | null;
  readonly column: string;
  readonly nullable: boolean;
  readonly descending: boolean;
  /** The unique column that decides between equal values; default: slug. */
  readonly name?: "slug" | "digest";
}

type Condition = Readonly<Record<string, unknown>>;

export interface KeysetArguments {
  readonly where: Condition;
  readonly orderBy: Condition[];
  readonly take: number;
}

/** A page in the words of a Prisma query. Rows without a value come last in either direction; equal values go by name. */
export function keysetArguments(page: KeysetPage): KeysetArguments {
  const { column, nullable, fromEnd, descending, name = "slug" } = page;
  const sort = descending !== fromEnd ? "desc" : "asc";
  return {
    where: {
      AND: [...(page.after ? [later(page, page.after)] : []), ...(page.before ? [earlier(page, page.before)] : [])],
    },
    orderBy: [
      { [column]: nullable ? { sort, nulls: fromEnd ? "first" : "last" } : sort },
      ...(column === name ? [] : [{ [name]: fromEnd ? "desc" : "asc" }]),
    ],
    take: page.take + 1,
  };
}

function later({ column, nullable, descending, name = "slug" }: KeysetPage, [value, own]: KeysetKey): Condition {
  const tied = { [column]: value, [name]: { gt: own } };
  if (value === null) return tied;
  const beyond = { [column]: { [descending ? "lt" : "gt"]: value } };
  if (column === name) return beyond;
  return { OR: [beyond, tied, ...(nullable ? [{ [column]: null }] : [])] };
}

function earlier({ column, descending, name = "slug" }: KeysetPage, [value, own]: KeysetKey): Condition {
  const tied = { [column]: value, [name]: { lt: own } };
  if (value === null) return { OR: [{ [column]: { not: null } }, tied] };
  const beyond = { [column]: { [descending ? "gt" : "lt"]: value } };
  return column === name ? beyond : { OR: [beyond, tied] };
}
