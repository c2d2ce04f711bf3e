import { Arg, Args, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { coding, type Coding } from "../debate/coding.js";
import { type DebateState, recode, type Recode } from "../debate/recode.js";
import { type Cell, type ExclusionReason } from "../debate/transition.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Connection, connection, connectionType, cursor, PageArgs, pageRequest } from "./connection.js";
import { type Context } from "./context.js";
import { DebateType } from "./debate.js";
import { debateNode } from "./debateNode.js";
import { enumOf } from "./enumOf.js";
import { goldOf } from "./gold.js";
import { kept, MeasuredType, type Subject } from "./measured.js";
import { ShareType } from "./ties.js";

export const DebateStateEnum = enumOf("DebateState", "Where a coding puts a debate.", {
  preservation: "Started right, ended right.",
  collapse: "Started right, ended wrong.",
  correction: "Started wrong, ended right.",
  unrepaired: "Started wrong, ended wrong.",
  undecided: "No initial or no final majority, and the coding excludes such debates.",
  NO_GOLD: "Left out: it has no gold answer.",
  NOT_ASKED: "Left out: nobody was asked in round 0 or in the final round.",
  UNPARSED: "Left out: a ballot up to the final round could not be read.",
} satisfies Record<Cell | ExclusionReason, string>);

@ObjectType("RecodeCount", { simpleResolvers: true, description: "Debates that went from one state to another." })
export class RecodeCountType {
  @Field(() => DebateStateEnum, { description: "Under the first coding." }) from!: DebateState;
  @Field(() => DebateStateEnum, { description: "Under the second." }) to!: DebateState;
  @Field(() => Int, { description: "How many." }) count!: number;
}

@ObjectType("MovedDebate", {
  simpleResolvers: true,
  description: "A debate that two codings put into different states.",
})
export class MovedDebateType {
  declare readonly index: number;
  @Field(() => DebateStateEnum, { description: "Under the first coding." }) from!: DebateState;
  @Field(() => DebateStateEnum, { description: "Under the second." }) to!: DebateState;
  @Field(() => DebateType, { description: "Its ballots and majorities under the first coding." }) before!: DebateType;
  @Field(() => DebateType, { description: "The same under the second." }) after!: DebateType;
}

const MovedDebateConnection = connectionType("MovedDebate", () => MovedDebateType);

@ObjectType("Recode", { simpleResolvers: true, description: "The same debates under two codings." })
export class RecodeType {
  declare readonly recoded: Recode;
  declare readonly subject: Subject;
  @Field(() => CodingType, { description: "The first, defaults filled in." }) from!: CodingType;
  @Field(() => CodingType, { description: "The second, defaults filled in." }) to!: CodingType;
  @Field(() => Int, { description: "All debates." }) debates!: number;
  @Field(() => ShareType, { description: "Debates whose state differs, of all debates." }) moved!: ShareType;
  @Field(() => [RecodeCountType], { description: "Each pair of states that occurs, those that stayed among them." })
  table!: RecodeCountType[];
}

@Resolver(() => MeasuredType)
export class RecodeResolver {
  @FieldResolver(() => RecodeType, {
    description: "What another coding does to the cells: how many debates move, from where to where, and which.",
  })
  async recode(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("to", () => CodingInput, { description: "The second coding." }) to: CodingInput,
    @Arg("from", () => CodingInput, { nullable: true, description: "The first; default: the default coding." })
    from?: CodingInput | null,
  ): Promise<Omit<RecodeType, "index">> {
    const codings = [coding(from ?? {}), coding(to)] as const;
    const [one, other] = await Promise.all(codings.map((rule) => columnsUnder(context, subject, rule)));
    const left = await goldOf(context, one, "recode");
    const right = await goldOf(context, other, "recode");
    const recoded = kept(context, left, "recode", [right.digest, codings], () =>
      recode({ panels: left, coding: codings[0] }, { panels: right, coding: codings[1] }),
    );
    return { ...recoded, table: [...recoded.table], recoded, subject };
  }
}

@Resolver(() => RecodeType)
export class MovedDebatesResolver {
  @FieldResolver(() => MovedDebateConnection, { description: "The debates that moved, by run and ordinal." })
  async movedDebates(
    @Root() { recoded, subject }: RecodeType,
    @Ctx() context: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<MovedDebateType>> {
    const { from, to, which, stateFrom, stateTo } = recoded;
    const boundTo = ["recode", subject.slug, from, to];
    const request = pageRequest<readonly [number]>(page, boundTo);
    const after = request.after ? firstBeyond(which, request.after[0] + 1) : 0;
    const before = request.before ? firstBeyond(which, request.before[0]) : which.length;
    const window = which.subarray(after, Math.max(after, before));
    const found = request.fromEnd ? window.slice(-request.take - 1).reverse() : window.slice(0, request.take + 1);
    const [one, other] = await Promise.all([from, to].map((rule) => columnsUnder(context, subject, rule)));
    const nodes = await Promise.all(
      [...found].map(async (index) => ({
        index,
        from: stateFrom(index),
        to: stateTo(index),
        before: await debateNode(context, one, index, from),
        after: await debateNode(context, other, index, to),
      })),
    );
    return connection(request, nodes, ({ index }) => cursor([index], boundTo), which.length);
  }
}

const columnsUnder = ({ loaders }: Context, { __typename, slug }: Subject, { parser }: Coding) =>
  loaders.columns.load({ __typename, slug, parser });

const firstBeyond = (which: Uint32Array, index: number): number => {
  const found = which.findIndex((debate) => debate >= index);
  return found < 0 ? which.length : found;
};
