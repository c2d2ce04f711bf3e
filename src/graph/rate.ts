import { Field, Float, ObjectType } from "type-graphql";
import { type Rate } from "../debate/rate.js";
import { IntervalType } from "./interval.js";

@ObjectType("Rate", {
  simpleResolvers: true,
  description: "A rate with its denominator. Nothing to divide by is null with a reason, never 0.",
})
export class RateType implements Omit<Rate, "interval" | "beside"> {
  @Field(() => Float, { description: "Numerator." }) count!: number;
  @Field(() => Float, { description: "Denominator." }) of!: number;
  @Field(() => Float, { nullable: true, description: "count / of; null when the denominator is 0." }) value!:
    number | null;
  @Field(() => String, { nullable: true, description: "Why value is null." }) reason!: Rate["reason"];
  @Field(() => IntervalType, { nullable: true, description: "Null when value is." }) interval!: IntervalType | null;
  @Field(() => [IntervalType], { description: "Other intervals of the same rate, for comparison." })
  beside!: IntervalType[];
}
