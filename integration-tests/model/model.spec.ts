import fc from "fast-check";
import { Bench } from "./bench";
import corpus from "./corpus.json";
import type { Step } from "./steps";
import { story } from "./steps";
import { World } from "./world";

/**
 * Stories of payments, told by fast-check: two processes, a gateway that lies
 * and is lost, deaths in the middle, time that passes. MODEL_RUNS sets how many,
 * PROPERTY_SEED repeats a series. What failed once stands in `corpus.json` and is
 * played first.
 */
const RUNS = parseInt(process.env.MODEL_RUNS ?? "10", 10);
/** A run takes less than this, with its checks after every step and its way to rest. */
const RUN_MS = 10_000;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open("model");
});
afterAll(() => bench.close());

async function play(steps: readonly Step[]): Promise<void> {
  await bench.clear();
  await new World(bench).play(steps);
}

test(
  "any story of commands, crashes and faults keeps every invariant and ends with equal books",
  async () => {
    const kept = corpus.stories.map(({ steps }): [readonly Step[]] => [JSON.parse(JSON.stringify(steps))]);
    await fc.assert(fc.asyncProperty(story, play), {
      numRuns: RUNS + kept.length,
      examples: kept,
    });
  },
  RUN_MS * (RUNS + 100),
);
