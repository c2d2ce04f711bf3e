import { coding } from "../src/debate/coding.js";
import { codeDebate } from "../src/debate/codeDebate.js";
import { majority } from "../src/debate/majority.js";
import { unanimous } from "../src/debate/margin.js";
import { pairedRounds, through } from "../src/debate/pairedRounds.js";
import { panelBlock } from "../src/debate/panelBlock.js";
import { panels } from "../src/debate/panelsOf.js";
import { RIGHT, verdict } from "../src/debate/transition.js";
import { subPanelAccuracy, subPanels } from "../src/debate/subPanels.js";
import { withoutSeats } from "../src/debate/withoutSeats.js";

/*
 * All 99 sub-panels of 3 to 7 seats, with accuracy, of 600 debates and 4 rounds of seven seats, over the votes that differ. Beside it, in the same run,
 * the same numbers by taking the other seats out of the columns and asking the general majority about each debate, sub-panel by sub-panel.
 */

const SEATS = 7;
const ROUNDS = 4;
const DEBATES = 600;

/** Two labels; two ballots of three for gold, and later rounds that repeat four ballots of five. */
function synthetic() {
  let state = 42;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const seats = Array.from({ length: SEATS }, (_, seat) => String(seat + 1)).map((seat) => ({
    seat,
    model: `m${seat}`,
    family: null,
    provider: null,
    temperature: null,
  }));
  const shape = { rounds: ROUNDS, seats: SEATS };
  const rows = Array.from({ length: DEBATES }, (_, index) => {
    let ballots = seats.map(() => (random() < 2 / 3 ? "A" : "B"));
    const rounds = Array.from({ length: ROUNDS }, (_round, round) => {
      if (round > 0) ballots = ballots.map((ballot) => (random() < 4 / 5 ? ballot : "A"));
      return ballots;
    });
    const item = `q${index}`;
    const debate = { item, benchmark: "b", category: null, cluster: item, gold: "A", rounds, replicate: 0 };
    const whole = { ...debate, signals: [], displayed: null, seats: null, derived: null };
    return { debate: whole, coded: codeDebate(whole, shape) };
  });
  const run = {
    slug: "run",
    rounds: ROUNDS,
    carryForward: false,
    condition: "FULL_DEBATE",
    contentDigest: "0",
  } as const;
  return panels([{ run, blocks: [panelBlock({ seats }, shape, 0, rows)] }]);
}

const timed = <T>(act: () => T): readonly [T, number] => {
  const start = performance.now();
  return [act(), performance.now() - start];
};

const paired = pairedRounds(synthetic(), through(ROUNDS - 1));
const rule = coding();
const fast = () => [subPanels(paired, null), subPanelAccuracy(paired, rule, null)] as const;
fast();
const [[said, judged], distinct] = timed(fast);
const [, general] = timed(() => {
  const names = said.seats;
  said.sizes.forEach(({ panels: each }, size) =>
    each.forEach(({ seats, unanimity }, index) => {
      const rest = withoutSeats(
        paired.panels,
        names.filter((name) => !seats.includes(name)),
      );
      const [agreed, majorityOf, verdictOf] = [unanimous(rest), majority(rest, rule), verdict(rest, rule)];
      for (let round = 0; round < ROUNDS; round++) {
        let [all, right] = [0, 0];
        for (let debate = 0; debate < rest.size; debate++) {
          if (agreed(debate, round)) all++;
          if (verdictOf(debate, majorityOf(debate, round)) === RIGHT) right++;
        }
        if (all !== unanimity[round].count || right !== judged.sizes[size].panels[index].accuracy[round].count)
          throw new Error(`the two counts of ${seats.join(" ")} differ`);
      }
    }),
  );
});
console.log(`99 sub-panels of ${DEBATES} debates, ${ROUNDS} rounds, ${SEATS} seats`);
console.log(`over the votes that differ: ${distinct.toFixed(1)} ms`);
console.log(`sub-panel by sub-panel: ${general.toFixed(1)} ms, ${(general / distinct).toFixed(1)} times as long`);
