import { Field, ObjectType } from "type-graphql";
import { type Caveat, type CaveatCode, caveats } from "../debate/caveat.js";
import { enumOf } from "./enumOf.js";

export const CaveatCodeEnum = enumOf("CaveatCode", "What a number does not show. The list is closed.", caveats);

@ObjectType("Caveat", {
  simpleResolvers: true,
  description: "What this answer does not show; set by the data, not by taste.",
})
export class CaveatType implements Caveat {
  @Field(() => CaveatCodeEnum, { description: "From a closed list." }) code!: CaveatCode;
  @Field(() => String, { description: "The caveat in a sentence." }) sentence!: string;
  @Field(() => [String], { description: "The groups it is about, by label; empty: the whole answer." })
  about!: string[];
}
