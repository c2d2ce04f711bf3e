import { beforeAll, expect, it } from "@jest/globals";
import { firstAnswersOf, logFirstAnswers } from "../../src/store/firstAnswers.js";
import { eachStore } from "./eachStore.js";
import { sampleRun, storeSampleRun } from "./sampleRun.js";

const content = (slug: string) => sampleRun(slug, 1).contentDigest;
const whole = (slug: string) => ({ contentDigest: content(slug), bits: null });
const heard: string[] = [];

eachStore(
  (store) => {
    beforeAll(async () => {
      for (const slug of ["a", "b", "c"]) await storeSampleRun(store(), slug, 1);
    });

    it("says once of each run that it was answered about, however many ask at once", async () => {
      const asked = [["a"], ["a", "b"], ["b"], ["a", "b"], ["b", "a"]].map((slugs) =>
        logFirstAnswers(store(), slugs.map(whole), "ledger"),
      );
      await Promise.all(asked);
      const entries = await store().prisma.logEntry.findMany({ where: { kind: "firstAnswer" } });
      const said = entries.flatMap(({ statement }) => (JSON.parse(statement) as { runs: string[] }).runs);
      expect(said.sort()).toEqual([content("a"), content("b")].sort());
      const answers = await firstAnswersOf(store().prisma, ["a", "b", "c"].map(content));
      expect([...answers.keys()].sort()).toEqual(said);
    });

    it("asks the database nothing about what it has said before", async () => {
      heard.length = 0;
      await logFirstAnswers(store(), [whole("a"), whole("b")], "onset");
      expect(heard).toEqual([]);
    });
  },
  (sql) => heard.push(sql),
);
