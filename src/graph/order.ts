import { type KeysetKey, type KeysetPage } from "../store/keyset.js";
import { type PageArgs, pageRequest } from "./connection.js";
import { enumOf } from "./enumOf.js";

export const Direction = enumOf("Direction", "Which end comes first.", { ASC: "The smallest.", DESC: "The largest." });

/** A column that nodes can be ordered by, and its value in a node. */
export interface Order<Node> {
  readonly column: string;
  readonly nullable: boolean;
  readonly value: (node: Node) => string | number | null;
}

/** Page arguments as the store takes them. */
export const keysetPage = <Node>(
  args: PageArgs,
  boundTo: unknown,
  { column, nullable }: Order<Node>,
  direction: keyof typeof Direction,
): KeysetPage => ({ ...pageRequest<KeysetKey>(args, boundTo), column, nullable, descending: direction === "DESC" });
