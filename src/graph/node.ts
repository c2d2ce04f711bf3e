import { Field, ID, InterfaceType } from "type-graphql";
import { UserError } from "../errors.js";

/** What everything behind an interface carries, so that GraphQL can tell which type it is. */
export interface Typed {
  readonly __typename: string;
}

@InterfaceType("Node", {
  description: "Anything with an address of its own.",
  resolveType: (value: Typed) => value.__typename,
})
export abstract class NodeType {
  @Field(() => ID, { description: "base64url of Type:slug-or-digest; never changes." }) id!: string;
}

export const nodeId = (type: string, key: string) => Buffer.from(`${type}:${key}`, "utf8").toString("base64url");

/** The type and key inside a node id. Refused when it is not one of ours; whether it exists is another question. */
export function parseNodeId(id: string): { type: string; key: string } {
  const text = Buffer.from(id, "base64url").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || nodeId(text.slice(0, colon), text.slice(colon + 1)) !== id)
    throw new UserError("BAD_INPUT", `id: expected a node id as this server gives them, got ${JSON.stringify(id)}`);
  return { type: text.slice(0, colon), key: text.slice(colon + 1) };
}
