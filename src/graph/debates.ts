import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, Resolver, Root } from "type-graphql";
import { coding, type Coding } from "../debate/coding.js";
import { asksGold, type DebateFilter, matchingBallots, matchingDebates } from "../debate/debateFacts.js";
import { type Cell, type ExclusionReason } from "../debate/transition.js";
import { type Columns, type Panels } from "../debate/panels.js";
import { CodingInput } from "./coding.js";
import { type Connection, connection, connectionType, cursor, PageArgs, pageRequest } from "./connection.js";
import { type Context } from "./context.js";
import { CellEnum, DebateType, ExclusionReasonEnum } from "./debate.js";
import { debateNode } from "./debateNode.js";
import { answer, MeasuredType, type Subject } from "./measured.js";

@InputType("DebateFilter", { description: "Which debates to show. All that is given must hold; null or absent: any." })
export class DebateFilterInput {
  @Field(() => [CellEnum], { nullable: true, description: "In one of these cells." }) cells?: Cell[] | null;
  @Field(() => Int, { nullable: true, description: "Collapsed with its onset in this round." }) onset?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether two or more labels shared the highest count in some round.",
  })
  tieFired?: boolean | null;
  @Field(() => [ExclusionReasonEnum], {
    nullable: true,
    description: "Left out of the cells for one of these reasons.",
  })
  excluded?: ExclusionReason[] | null;
  @Field(() => [String], { nullable: true, description: "Of one of these items." }) items?: string[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether something that the source reports contradicts the ballots.",
  })
  contradicted?: boolean | null;
}

const DebateConnection = connectionType("Debate", () => DebateType);

/** A debate's place in the order: its run's slug and its ordinal. */
type Key = readonly [run: string, ordinal: number];

@Resolver(() => MeasuredType)
export class DebatesResolver {
  @FieldResolver(() => DebateConnection, {
    description: "The debates themselves, by run and ordinal: where a number comes from.",
  })
  async debates(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    given?: CodingInput | null,
    @Arg("where", () => DebateFilterInput, { nullable: true, description: "Only some of them." })
    where?: DebateFilterInput | null,
  ): Promise<Connection<DebateType>> {
    const filter = filled(where ?? {});
    const rule = coding(given ?? {});
    const boundTo = [subject.slug, rule, filter];
    const request = pageRequest<Key>(page, boundTo);
    const columns = await context.loaders.columns.load({ ...subject, parser: rule.parser });
    const matches = await matching(context, subject, columns, given, filter);
    const place = (key: Key | null) => key && columns.runs.findIndex(({ slug }) => slug === key[0]);
    const after = request.after ? firstBeyond(columns, matches, place(request.after)!, request.after[1] + 1) : 0;
    const before = request.before
      ? firstBeyond(columns, matches, place(request.before)!, request.before[1])
      : matches.length;
    const window = matches.subarray(after, Math.max(after, before));
    const found = request.fromEnd ? window.slice(-request.take - 1).reverse() : window.slice(0, request.take + 1);
    const nodes = await Promise.all([...found].map((index) => debateNode(context, columns, index, given)));
    const key = ({ run, ordinal }: DebateType): Key => [run.slug, ordinal];
    return connection(request, nodes, (node) => cursor(key(node), boundTo), matches.length);
  }
}

async function matching(
  context: Context,
  subject: Subject,
  columns: Columns,
  given: CodingInput | null | undefined,
  filter: DebateFilter,
): Promise<Uint32Array> {
  const name = `debates ${JSON.stringify(filter)}`;
  if (!asksGold(filter)) {
    const compute = (free: Columns, rule: Coding) => matchingBallots(free, rule, filter);
    return answer(context, subject, { name, gold: "FREE", derivedWillDo: true, compute }, { coding: given });
  }
  const contradicted =
    filter.contradicted === null
      ? []
      : await Promise.all(columns.runs.map(({ slug }) => contradictions(context, slug)));
  const compute = (panels: Panels, rule: Coding) =>
    matchingDebates(panels, rule, filter, (debate) => contradicted[panels.run[debate]].has(panels.ordinal[debate]));
  return answer(context, subject, { name, gold: "NEEDED", derivedWillDo: true, compute }, { coding: given });
}

async function contradictions({ loaders }: Context, slug: string): Promise<ReadonlySet<number>> {
  const run = await loaders.run.load(slug);
  return loaders.contradicted.load(run!.rowId);
}

const filled = ({ cells, onset, tieFired, excluded, items, contradicted }: DebateFilterInput): DebateFilter => ({
  cells: cells ?? null,
  onset: onset ?? null,
  tieFired: tieFired ?? null,
  excluded: excluded ?? null,
  items: items ?? null,
  contradicted: contradicted ?? null,
});

/** Where in the matches the first debate stands that is at or beyond (run, ordinal), by bisection. */
function firstBeyond({ run, ordinal }: Columns, matches: Uint32Array, atRun: number, atOrdinal: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const debate = matches[middle];
    if (run[debate] < atRun || (run[debate] === atRun && ordinal[debate] < atOrdinal)) low = middle + 1;
    else high = middle;
  }
  return low;
}
