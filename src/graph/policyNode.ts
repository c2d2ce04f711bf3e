import { type StoredPolicy } from "../store/policies.js";
import { nodeId } from "./node.js";
import { type PolicyType } from "./policy.js";

/** A stored policy as the schema shows it. */
export const policyNode = (stored: StoredPolicy): PolicyType => ({
  ...stored,
  __typename: "Policy",
  id: nodeId("Policy", stored.slug),
});
