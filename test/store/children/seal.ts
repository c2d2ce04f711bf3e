import { declare } from "../../../src/store/declare.js";
import { openStore } from "../../../src/store/open.js";
import { writeResult } from "../../../src/store/writeResult.js";
import { draftWeights, sealDraft } from "../../../src/store/writeWeights.js";
import { sampleDeclaration, sampleResult, sampleWeights } from "../sealedSample.js";

/** Drafts, seals, declares and answers without end, and says after each what is now stored. */
const [home, databaseUrl, policy, cohort, life] = process.argv.slice(2);
const store = await openStore({ home, databaseUrl: databaseUrl === "" ? null : databaseUrl });
for (let index = 0; ; index++) {
  const slug = `life ${life}, weights ${index}`;
  await draftWeights(store, sampleWeights(slug));
  console.log(`draft ${slug}`);
  const weights = await sealDraft(store, slug, "local");
  console.log(`sealed ${slug}`);
  const evaluation = await declare(store, sampleDeclaration({ policy, cohort, weights: weights.digest }));
  console.log(`declared ${evaluation.digest}`);
  await writeResult(store, sampleResult(evaluation, [{ run: "run", item: "item 0", replicate: 0 }]));
  console.log(`answered ${evaluation.digest}`);
}
