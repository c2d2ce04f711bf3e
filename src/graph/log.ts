import { Arg, Args, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from "type-graphql";
import { UserError } from "../errors.js";
import { base64 } from "../seal/base64.js";
import { signedCheckpoint } from "../seal/checkpoint.js";
import { consistencyText } from "../seal/consistency.js";
import { type StatementType, statementTypes } from "../seal/statements.js";
import { logEntriesCount, logEntriesPage, type LogEntryRow } from "../store/logEntries.js";
import { logProofs } from "../store/logProofs.js";
import { type Connection, connection, connectionType, cursor, PageArgs, pageRequest } from "./connection.js";
import { type Context } from "./context.js";
import { JsonScalar } from "./scalars.js";

@ObjectType("LogEntry", { simpleResolvers: true, description: "A leaf of the log." })
export class LogEntryType {
  @Field(() => Int, { description: "Its place, from 0: the only order there is." }) position!: number;
  @Field(() => String, { description: "The type of its statement." }) kind!: string;
  @Field(() => JsonScalar, { description: "What it says. The leaf is its canonical JSON (RFC 8785)." })
  statement!: unknown;
}

const LogEntryConnection = connectionType("LogEntry", () => LogEntryType);

@ObjectType("LogProof", {
  simpleResolvers: true,
  description: "A proof in the log's Merkle tree (RFC 6962), and the tree it is in.",
})
export class LogProofType {
  @Field(() => Int, { description: "Entries of the tree." }) size!: number;
  @Field(() => String, { description: "Its root, in base64." }) root!: string;
  @Field(() => [String], { description: "Hashes in base64, from the leaves up." }) hashes!: string[];
  @Field(() => String, { nullable: true, description: "Of a consistency proof: the file that verify --since takes." })
  file!: string | null;
}

@ObjectType("Log", {
  description: "The transparency log: canonical statements that are only ever appended to.",
})
export class LogType {
  @Field(() => Int, { description: "Entries." }) size!: number;
  @Field(() => String, { description: "Its state, signed (C2SP tlog-checkpoint): keep it to notice a rewritten past." })
  checkpoint!: string;
  @Field(() => String, { description: "The public key that signs: name+id+base64." }) key!: string;
}

@Resolver(() => LogType)
export class LogResolver {
  @Query(() => LogType, { description: "The transparency log as it is now." })
  async log(@Ctx() context: Context): Promise<LogType> {
    const { size, root } = await logProofs(context.store);
    return { size, checkpoint: signedCheckpoint(context.key, size, root), key: context.key.text };
  }

  @FieldResolver(() => LogEntryConnection, { description: "Its entries, in order." })
  async entries(
    @Ctx() { store: { prisma } }: Context,
    @Args(() => PageArgs) args: PageArgs,
    @Arg("kind", () => String, { nullable: true, description: "Only statements of this type." }) kind?: string | null,
  ): Promise<Connection<LogEntryType>> {
    if (kind && !statementTypes.includes(kind as StatementType))
      throw new UserError("BAD_INPUT", `kind: expected one of ${statementTypes.join(", ")}, got ${kind}`);
    const boundTo = ["log", kind ?? null];
    const request = pageRequest<readonly [number]>(args, boundTo);
    const { take, fromEnd, after, before } = request;
    const page = { take, fromEnd, after: after?.[0] ?? null, before: before?.[0] ?? null, kind: kind ?? null };
    const found = await logEntriesPage(prisma, page);
    const cursorOf = ({ position }: LogEntryRow) => cursor([position], boundTo);
    const { edges, ...rest } = connection(request, found, cursorOf, () => logEntriesCount(prisma, kind ?? null));
    return {
      ...rest,
      edges: edges.map(({ node, ...edge }) => ({
        ...edge,
        node: { ...node, statement: JSON.parse(node.statement) as unknown },
      })),
    };
  }

  @FieldResolver(() => LogProofType, { description: "That the entry at this position is in the tree of this size." })
  async inclusion(
    @Root() log: LogType,
    @Ctx() { store }: Context,
    @Arg("position", () => Int, { description: "Of the entry." }) position: number,
    @Arg("size", () => Int, { nullable: true, description: "Default: the size that this answer shows." })
    size?: number | null,
  ): Promise<LogProofType> {
    const found = await logProofs(store, { positions: [position], size: size ?? log.size });
    return { ...shown(found), hashes: found.entries[0].proof.map(base64), file: null };
  }

  @FieldResolver(() => LogProofType, {
    description: "That the tree of the first size is the beginning of the second's.",
  })
  async consistency(
    @Root() log: LogType,
    @Ctx() { store }: Context,
    @Arg("from", () => Int, { description: "Size of the older tree." }) from: number,
    @Arg("to", () => Int, { nullable: true, description: "Default: the size that this answer shows." })
    given?: number | null,
  ): Promise<LogProofType> {
    const to = given ?? log.size;
    const found = await logProofs(store, { from, size: to });
    const file = consistencyText({ from, to, proof: found.consistency });
    return { ...shown(found), hashes: found.consistency.map(base64), file };
  }
}

const shown = ({ size, root }: { readonly size: number; readonly root: Uint8Array }) => ({ size, root: base64(root) });

/** The signed checkpoint of the log as it is now. */
export async function checkpointText({ store, key }: Pick<Context, "store" | "key">): Promise<string> {
  const { size, root } = await logProofs(store);
  return signedCheckpoint(key, size, root);
}
