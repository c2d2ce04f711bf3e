import { Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type Warning } from "../import/notes.js";
import { missingProbes } from "../debate/missingProbes.js";
import { type Probed } from "../debate/probe.js";
import { type StoredProbes } from "../store/probeSets.js";
import { type Context } from "./context.js";
import { nodeId, NodeType } from "./node.js";
import { openProbes } from "./probeGold.js";
import { ImportWarningType } from "./run.js";

@ObjectType("Probed", { simpleResolvers: true, description: "A model under a scaffold." })
export class ProbedType implements Probed {
  @Field(() => String, { description: "The language model." }) model!: string;
  @Field(() => String, { nullable: true, description: "Its family, as the file states it." }) family!: string | null;
  @Field(() => String, { nullable: true, description: "Who served it." }) provider!: string | null;
  @Field(() => String, { nullable: true, description: "How it was set up." }) scaffold!: string | null;
}

@ObjectType("MissingLane", { simpleResolvers: true, description: "What one seat lacks under one condition." })
export class MissingLaneType {
  @Field(() => String, { description: "The prompt." }) condition!: string;
  @Field(() => String, { description: "As in the panel of the debates." }) seat!: string;
  @Field(() => Int, { description: "Items (and replicates) without a probe." }) missing!: number;
}

@ObjectType("MissingProbes", {
  simpleResolvers: true,
  description:
    "The observed grid: for each model, every item that has a probe at all, under every condition, by every seat, in every replicate that occurs.",
})
export class MissingProbesType {
  @Field(() => Int, { description: "Cells of the grid." }) expected!: number;
  @Field(() => Int, {
    description:
      "Cells without a probe; in DebateLedger's screens the initial answer could not be read, or the call failed.",
  })
  missing!: number;
  @Field(() => [MissingLaneType], { description: "Where they are missing." }) by!: MissingLaneType[];
}

@ObjectType("ProbeSet", {
  simpleResolvers: true,
  implements: [NodeType],
  description:
    "The probes of one file: what members answered alone, and what they replied when told that another label was right. Never changes once it is there.",
})
export class ProbeSetType {
  declare readonly __typename: "ProbeSet";
  declare readonly stored: StoredProbes;
  @Field(() => ID, { description: "base64url of ProbeSet:slug." }) id!: string;
  @Field(() => String, { description: "Its name; never changes." }) slug!: string;
  @Field(() => String, { nullable: true, description: "For people." }) title!: string | null;
  @Field(() => Int, { description: "Probes: each is one item asked of one seat under one condition." }) size!: number;
  @Field(() => Boolean, { description: "Made up, and said to be." }) synthetic!: boolean;
  @Field(() => String, { nullable: true, description: "Under which the probes may be used." }) license!: string | null;
  @Field(() => String, { nullable: true, description: "What else the source says." }) note!: string | null;
  @Field(() => String, { nullable: true, description: "When the source says they were made." }) createdAt!:
    string | null;
  @Field(() => String, { description: "SHA-256 of the bytes that were imported." }) sourceDigest!: string;
  @Field(() => String, { description: "SHA-256 of the probes, whatever file they came in." }) contentDigest!: string;
  @Field(() => String, { description: "The format it was read as." }) importer!: string;
  @Field(() => String, { description: "Version of the importer that read it." }) importerVersion!: string;
}

export function probeSetNode(stored: StoredProbes): ProbeSetType {
  const { disagreements, warnings, probes, ...set } = stored;
  void [disagreements, warnings];
  return { ...set, __typename: "ProbeSet", id: nodeId("ProbeSet", set.slug), stored, size: probes };
}

@Resolver(() => ProbeSetType)
export class ProbeSetResolver {
  @FieldResolver(() => Int, { description: "Distinct items." })
  async items(@Root() { slug }: ProbeSetType, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.probeColumns.load(slug)).items.length;
  }

  @FieldResolver(() => [ProbedType], { description: "Who was asked." })
  async models(@Root() { slug }: ProbeSetType, @Ctx() { loaders }: Context): Promise<ProbedType[]> {
    return [...(await loaders.probeColumns.load(slug)).probeds];
  }

  @FieldResolver(() => [String], {
    description: "The prompts: `default`, `anti_social` and `anti_argument` in DebateLedger's screens.",
  })
  async conditions(@Root() { slug }: ProbeSetType, @Ctx() { loaders }: Context): Promise<string[]> {
    return [...(await loaders.probeColumns.load(slug)).conditions];
  }

  @FieldResolver(() => [String], { description: "Seats that were asked, named as in the panel of the debates." })
  async seats(@Root() { slug }: ProbeSetType, @Ctx() { loaders }: Context): Promise<string[]> {
    return [...(await loaders.probeColumns.load(slug)).seats];
  }

  @FieldResolver(() => MissingProbesType, { description: "What the screen lacks." })
  async missing(@Root() { slug }: ProbeSetType, @Ctx() { loaders }: Context): Promise<MissingProbesType> {
    const { expected, missing, by } = missingProbes(await loaders.probeColumns.load(slug));
    return { expected, missing, by: [...by] };
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "Probes in which something that the source reports contradicts its replies or its gold.",
  })
  async disagreements(@Root() { stored }: ProbeSetType, @Ctx() context: Context): Promise<number> {
    await openProbes(context, stored, "probes");
    return stored.disagreements;
  }

  @FieldResolver(() => [ImportWarningType], {
    nullable: true,
    description: "What the import accepted with a warning, each kind once.",
  })
  async warnings(@Root() { stored }: ProbeSetType, @Ctx() context: Context): Promise<ImportWarningType[]> {
    await openProbes(context, stored, "probes");
    return (stored.warnings as readonly Warning[]).map(({ kind, sentence, count, examples: [first] }) => ({
      code: kind,
      message: `${sentence}; first at line ${first.line}${first.path && `, ${first.path}`}: ${first.says}`,
      count,
    }));
  }
}
