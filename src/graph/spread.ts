import { Field, Float, Int, ObjectType } from "type-graphql";
import { type Spread } from "../stats/spread.js";

@ObjectType("Spread", { simpleResolvers: true, description: "Where several values of the same thing lie." })
export class SpreadType implements Spread {
  @Field(() => Float, { nullable: true, description: "Null when none of the values exists." }) least!: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "The mean of the two in the middle where there is an even number; null when none exists.",
  })
  median!: number | null;
  @Field(() => Float, { nullable: true, description: "Null when none of the values exists." }) greatest!: number | null;
  @Field(() => Int, { description: "Values, those that do not exist included." }) of!: number;
  @Field(() => Int, { description: "Values that do not exist: nothing to divide by." }) undefined!: number;
}
