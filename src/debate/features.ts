import { debateFeatures } from "./debateFeatures.js";
import { type Feature } from "./feature.js";

/**
 * Everything that a policy can look at, by name. What is not here cannot be named in a rule: gold, verdicts and outcomes are not. A
 * feature reads `Seen`, which holds neither gold nor a round after the decision.
 */
export const features: Readonly<Record<string, Feature>> = { ...debateFeatures };

/** Own names only: no rule reaches what every object inherits. */
export const featureNamed = (name: string): Feature | null => (Object.hasOwn(features, name) ? features[name] : null);
