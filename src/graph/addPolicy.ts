import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Resolver } from "type-graphql";
import { type FixedGate } from "../debate/gate.js";
import { UserError } from "../errors.js";
import { MAX_ROUNDS } from "../import/ballots.js";
import { type DecisionFormat, readDecisions } from "../import/decisionFile.js";
import { type Source } from "../import/lines.js";
import { type Json } from "../seal/canonical.js";
import { readRuleText } from "../seal/rule.js";
import { addPolicy } from "../store/writePolicy.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { FixedGateEnum, PolicyType } from "./policy.js";
import { policyNode } from "./policyNode.js";
import { said } from "./sealWeights.js";
import { slug } from "./slug.js";

export const DecisionFormatEnum = enumOf("DecisionFormat", "How uploaded decisions are written.", {
  NDJSON: 'A JSON object a line: {"item", "replicate"?, "run"?, "freeze": true or false, "to"?: round}.',
  CSV: "A header with the same names, then a line each.",
} satisfies Record<DecisionFormat, string>);

@InputType("PolicyRuleInput", { description: "A fixed policy: when it fires, and what it then does." })
export class PolicyRuleInput {
  @Field(() => FixedGateEnum, { description: "When it fires." }) gate!: FixedGate;
  @Field(() => Int, {
    nullable: true,
    defaultValue: 0,
    description: "The round whose majority then replaces the final one; 0 is the blind round.",
  })
  freezeTo?: number | null;
}

@InputType("PolicyDecisionsInput", { description: "Decisions made elsewhere, one for each debate." })
export class PolicyDecisionsInput {
  @Field(() => DecisionFormatEnum, { description: "How the text is written." }) format!: DecisionFormat;
  @Field(() => String, { description: "The file's text. Larger ones go to POST /decisions." }) text!: string;
  @Field(() => String, { description: "What they were fitted on; stands beside every number." }) fittedOn!: string;
}

@InputType("AddPolicyInput", { description: "A name, and one of a fixed gate, a rule of the language, and decisions." })
export class AddPolicyInput {
  @Field(() => String, { description: "The policy's name, for good." }) slug!: string;
  @Field(() => PolicyRuleInput, { nullable: true, description: "A fixed gate and the round it freezes to." })
  rule?: PolicyRuleInput | null;
  @Field(() => String, {
    nullable: true,
    description: "A rule of the policy language, as JSON text: docs/policies.md.",
  })
  ruleText?: string | null;
  @Field(() => PolicyDecisionsInput, { nullable: true, description: "Uploaded decisions." })
  decisions?: PolicyDecisionsInput | null;
}

@ObjectType("AddPolicyPayload", { simpleResolvers: true, description: "The policy that stands under the name." })
export class AddPolicyPayload {
  @Field(() => PolicyType, { description: "As it is stored." }) policy!: PolicyType;
  @Field(() => [String], { description: "Columns of the upload that say nothing of a decision and were passed over." })
  ignored!: string[];
}

@Resolver()
export class AddPolicyResolver {
  @Mutation(() => AddPolicyPayload, {
    description: "Stores a policy for good. The same again changes nothing; another under a taken name is refused.",
  })
  async addPolicy(
    @Arg("input", () => AddPolicyInput, { description: "Name, and rule or decisions." }) input: AddPolicyInput,
    @Ctx() context: Context,
  ): Promise<AddPolicyPayload> {
    const { rule, ruleText = null, decisions } = input;
    const given = [rule && "rule", ruleText !== null && "ruleText", decisions && "decisions"].filter(Boolean);
    if (given.length !== 1)
      throw new UserError(
        "BAD_INPUT",
        `addPolicy: expected one of rule, ruleText and decisions, got ${given.join(" and ") || "none"}`,
      );
    if (decisions) {
      const { format, text, fittedOn } = decisions;
      const source = { name: "decisions", bytes: bytesOf(text) };
      return addDecisions(context, { slug: input.slug, fittedOn, format }, source);
    }
    const does = { rule: ruleText === null ? gateRule(rule!) : readRuleText(ruleText).json };
    const stored = await addPolicy(context.store, {
      slug: slug("slug", input.slug),
      team: await context.team(),
      does,
    });
    context.loaders.policy.clear(stored.slug);
    return { policy: policyNode(stored), ignored: [] };
  }
}

/** A rule of the first version: a fixed gate and the round it freezes to. */
function gateRule({ gate, freezeTo: given }: PolicyRuleInput): Json {
  const freezeTo = given ?? 0;
  if (freezeTo < 0 || freezeTo >= MAX_ROUNDS)
    throw new UserError("BAD_INPUT", `freezeTo: expected a round from 0 to ${MAX_ROUNDS - 1}, got ${freezeTo}`);
  return { gate, action: { freezeTo }, chosen: "FIXED" };
}

/** Stores uploaded decisions as a policy. Runs that they name must be stored. */
export async function addDecisions(
  context: Context,
  given: { readonly slug: string; readonly fittedOn: string; readonly format: DecisionFormat },
  source: Source,
): Promise<AddPolicyPayload> {
  const named = { slug: slug("slug", given.slug), team: await context.team() };
  const fittedOn = said("fittedOn", given.fittedOn);
  const { decisions, ignored } = await readDecisions(source, given.format);
  const runs = [...new Set(decisions.flatMap(({ run }) => run ?? []))];
  const found = await Promise.all(runs.map((run) => context.loaders.run.load(run)));
  const unknown = runs.filter((_, index) => found[index] === null);
  if (unknown.length > 0)
    throw new UserError("NOT_FOUND", `decisions: no run is stored under ${unknown.slice(0, 5).join(", ")}`);
  const stored = await addPolicy(context.store, { ...named, does: { decisions, fittedOn } });
  context.loaders.policy.clear(stored.slug);
  return { policy: policyNode(stored), ignored: [...ignored] };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
