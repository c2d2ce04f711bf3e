import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Resolver, Root } from "type-graphql";
import { cellAt, type Effect, effectAt, type Outcomes } from "../debate/effect.js";
import { type Columns } from "../debate/panels.js";
import { type Cell } from "../debate/transition.js";
import { must } from "../errors.js";
import { type ExportedEffect } from "../seal/effects.js";
import {
  type Connection,
  connection,
  connectionType,
  cursor,
  LongPageArgs,
  MAX_LONG_PAGE,
  pageRequest,
} from "./connection.js";
import { type Context } from "./context.js";
import { CellEnum, DebateType } from "./debate.js";
import { debateNode } from "./debateNode.js";
import { enumOf } from "./enumOf.js";
import { exportedAt } from "./evaluate.js";
import { EvaluationType } from "./evaluation.js";
import { outcomesOf, resultOf } from "./evaluationResult.js";
import { kept } from "./measured.js";
import { JsonScalar } from "./scalars.js";

export const EffectEnum = enumOf("Effect", "What a policy did to one debate.", {
  notFired: "It let the debate run.",
  unchanged: "It fired, and the verdict stayed as right or wrong as it was.",
  collapsePrevented: "Wrong to right, where the debate had started right.",
  rescue: "Wrong to right, where it had started wrong.",
  correctionLost: "Right to wrong, where it had started wrong.",
  breakage: "Right to wrong, where it had started right.",
  abstentionRight: "A right verdict was given up.",
  abstentionWrong: "A wrong verdict was given up.",
} satisfies Record<Effect, string>);

export const VerdictEnum = enumOf("Verdict", "A majority against gold.", {
  right: "It is the gold answer.",
  wrong: "It is not; an undefined majority too, where the coding counts it as wrong.",
  none: "There is none: it was given up.",
} satisfies Record<ExportedEffect["after"], string>);

@InputType("EffectFilter", { description: "Which debates to show. All that is given must hold; null or absent: any." })
export class EffectFilterInput {
  @Field(() => [EffectEnum], { nullable: true, description: "With one of these effects." }) effects?: Effect[] | null;
  @Field(() => [CellEnum], { nullable: true, description: "Saved in one of these cells." }) cells?: Cell[] | null;
}

@ObjectType("DebateEffect", {
  simpleResolvers: true,
  description:
    "What the policy did to one debate. From run to after this is a row of the export by which `counterweight verify --data` recomputes the result.",
})
export class DebateEffectType implements Omit<ExportedEffect, "to"> {
  @Field(() => String, { description: "Slug of its run." }) run!: string;
  @Field(() => String, { description: "What was debated." }) item!: string;
  @Field(() => Int, { description: "0 unless the run debates the item more than once." }) replicate!: number;
  @Field(() => Boolean, { description: "Whether the policy fired." }) fired!: boolean;
  @Field(() => Int, {
    nullable: true,
    description: "The round it was frozen to; null where it ran on, or something else took its place.",
  })
  to!: number | null;
  @Field(() => JsonScalar, {
    nullable: true,
    description: "The rule's action, where it is another than a freeze. In an export it stands in `to`.",
  })
  by!: unknown;
  @Field(() => VerdictEnum, { description: "Of the initial majority." }) initial!: ExportedEffect["initial"];
  @Field(() => VerdictEnum, { description: "Of the saved final majority." }) before!: ExportedEffect["before"];
  @Field(() => VerdictEnum, { description: "Of what the action put in its place." }) after!: ExportedEffect["after"];
  @Field(() => EffectEnum, { description: "The change in a word." }) effect!: Effect;
  @Field(() => CellEnum, { description: "Where it stands in the ledger." }) cell!: Cell;
  @Field(() => DebateType, { description: "The debate itself." }) debate!: () => Promise<DebateType>;
}

const DebateEffectConnection = connectionType("DebateEffect", () => DebateEffectType);

@Resolver(() => EvaluationType)
export class EffectsByDebateResolver {
  @FieldResolver(() => DebateEffectConnection, {
    nullable: true,
    description: "The debates in the four cells, by run and ordinal. Null until the result stands.",
  })
  async effectsByDebate(
    @Root() { stored, digest }: EvaluationType,
    @Ctx() context: Context,
    @Args(() => LongPageArgs) page: LongPageArgs,
    @Arg("where", () => EffectFilterInput, { nullable: true, description: "Only some of them." })
    where?: EffectFilterInput | null,
  ): Promise<Connection<DebateEffectType> | null> {
    const boundTo = ["effects", digest, where?.effects ?? null, where?.cells ?? null];
    const request = pageRequest<readonly [number]>(page, boundTo, MAX_LONG_PAGE);
    if (!(await resultOf(context, stored))) return null;
    const { columns, outcomes } = await outcomesOf(context, stored);
    const matches = kept(context, columns, "effectsByDebate", boundTo, () => matching(outcomes, where ?? {}));
    const after = request.after ? firstFrom(matches, request.after[0] + 1) : 0;
    const before = request.before ? firstFrom(matches, request.before[0]) : matches.length;
    const window = matches.subarray(after, Math.max(after, before));
    const found = [
      ...(request.fromEnd ? window.slice(-request.take - 1).reverse() : window.slice(0, request.take + 1)),
    ];
    const { edges, ...rest } = connection(request, found, (debate) => cursor([debate], boundTo), matches.length);
    const { coding } = stored.declaration;
    return {
      ...rest,
      edges: edges.map(({ cursor, node }) => ({
        cursor,
        node: effectNode(columns, outcomes, node, () => debateNode(context, columns, node, coding)),
      })),
    };
  }
}

/** Where in the matches the first debate from this one on stands, by bisection. */
function firstFrom(matches: Uint32Array, debate: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches[middle] < debate) low = middle + 1;
    else high = middle;
  }
  return low;
}

function matching(outcomes: Outcomes, { effects, cells }: EffectFilterInput): Uint32Array {
  const found: number[] = [];
  for (let debate = 0; debate < outcomes.outcome.length; debate++) {
    const effect = effectAt(outcomes, debate);
    const cell = cellAt(outcomes, debate);
    if (effect === null || cell === null) continue;
    if ((!effects || effects.includes(effect)) && (!cells || cells.includes(cell))) found.push(debate);
  }
  return Uint32Array.from(found);
}

function effectNode(
  columns: Columns,
  outcomes: Outcomes,
  index: number,
  debate: () => Promise<DebateType>,
): DebateEffectType {
  const row = exportedAt(columns, outcomes, index);
  const effect = effectAt(outcomes, index);
  const cell = cellAt(outcomes, index);
  must(row && effect && cell, "a debate that matched is in the replay");
  const { to, ...rest } = row;
  const froze = typeof to === "number";
  return { ...rest, to: froze ? to : null, by: froze ? null : to, effect, cell, debate };
}
