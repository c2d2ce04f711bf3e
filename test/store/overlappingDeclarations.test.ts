import { expect, it } from "@jest/globals";
import { bitset, setBit } from "../../src/debate/bitset.js";
import { sha256 } from "../../src/debate/sha256.js";
import { declare } from "../../src/store/declare.js";
import { overlappingDeclarations } from "../../src/store/overlappingDeclarations.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { sealWeights } from "../../src/store/writeWeights.js";
import { eachStore } from "./eachStore.js";
import { storeSampleRun } from "./sampleRun.js";
import { sampleDeclaration, samplePolicy, sampleWeights, storeSampleCohort } from "./sealedSample.js";

// Method: cohorts over two runs, one of them stored twice under different names, chosen by a fixed pattern; every pair of
// them is compared debate by debate in the obvious way.
const cohorts = Array.from({ length: 12 }, (_, index) => ({
  a: [0, 1, 2, 3, 4, 5, 6, 7].filter((ordinal) => (ordinal * 7 + index) % 5 === 0 && index % 3 !== 0),
  b: [0, 1, 2, 3].filter((ordinal) => (ordinal + index) % 4 === 0 && index % 2 === 0),
  twin: [0, 1, 2, 3, 4, 5, 6, 7].filter((ordinal) => (ordinal * 3 + index) % 7 === 0 && index % 4 === 0),
}));
const keys = ({ a, b, twin }: (typeof cohorts)[number]) => [
  ...[...a, ...twin].map((at) => `a${at}`),
  ...b.map((at) => `b${at}`),
];

const bitsOf = (ordinals: readonly number[]) => {
  const bits = bitset(8);
  ordinals.forEach((ordinal) => setBit(bits, ordinal));
  return bits;
};

eachStore((store) => {
  it("finds exactly the declarations that share a debate, in log order, whatever their runs are called", async () => {
    const contentDigest = sha256("the same records");
    await storeSampleRun(store(), "a", 8, { contentDigest });
    await storeSampleRun(store(), "b", 8);
    await storeSampleRun(store(), "twin", 8, { contentDigest });
    const { digest: weights } = await sealWeights(store(), sampleWeights("w"));
    const policies = [
      await addPolicy(store(), samplePolicy("p")),
      await addPolicy(store(), samplePolicy("q", "other")),
    ];
    const declared: { digest: string; team: string; policy: string; debates: string[] }[] = [];
    for (const [index, chosen] of cohorts.entries()) {
      const { digest: cohort } = await storeSampleCohort(store(), `cohort ${index}`, chosen);
      const policy = policies[index % 2].digest;
      const team = index % 3 === 0 ? "others" : "local";
      const declaration = { ...sampleDeclaration({ weights, policy, cohort }, team), method: String(index) };
      const { digest } = await declare(store(), declaration);
      declared.push({ digest, team, policy, debates: keys(chosen) });
    }
    const own = { a: contentDigest, twin: contentDigest, b: sha256("content of b") };
    for (const chosen of cohorts) {
      const set = (["a", "b", "twin"] as const).map((run) => ({ contentDigest: own[run], bits: bitsOf(chosen[run]) }));
      const sharing = declared.filter(({ debates }) => keys(chosen).some((key) => debates.includes(key)));
      for (const team of [null, "local"])
        for (const policy of [null, policies[1].digest]) {
          const found = await overlappingDeclarations(store().prisma, set, { team, policy });
          const wanted = sharing.filter(
            (each) => (team === null || each.team === team) && (policy === null || each.policy === policy),
          );
          expect(found.map(({ digest }) => digest)).toEqual(wanted.map(({ digest }) => digest));
        }
    }
  });
});
