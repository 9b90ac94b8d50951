import fc from "fast-check";
import { Bench } from "./bench";
import { readTransactions } from "./books";
import corpus from "./corpus.json";
import { PLAIN } from "./setting";
import type { Story } from "./steps";
import { story } from "./steps";
import { World } from "./world";

/**
 * Stories of payments, told by fast-check: two processes, two gateway accounts
 * and three currencies, a gateway that lies and is lost, deaths in the middle, time
 * that passes. MODEL_RUNS sets how many,
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

async function play({ setting, steps }: Story): Promise<void> {
  await bench.clear(setting);
  await new World(bench, setting).play(steps);
}

test(
  "any story of commands, crashes and faults keeps every invariant and ends with equal records",
  async () => {
    const kept = corpus.stories.map((story): [Story] => [JSON.parse(JSON.stringify({ setting: PLAIN, ...story }))]);
    await fc.assert(fc.asyncProperty(story, play), {
      numRuns: RUNS + kept.length,
      examples: kept,
    });
  },
  RUN_MS * (RUNS + 100),
);

test("two parts of one payment are captured if the account allows it, and parts of both are refunded", async () => {
  const setting = { ...PLAIN, sessions: [{ account: "second", currency: "KWD" }, PLAIN.sessions[1]] } as const;
  const by = { by: "one", dies: null, payment: 0 } as const;
  await play({
    setting,
    steps: [
      { do: "pay", by: "one", dies: null, session: 0, card: "approved" },
      { do: "capture", ...by, amount: 40, minor: 10, key: 0 },
      { do: "capture", ...by, amount: 30, key: 1 },
      { do: "refund", ...by, amount: 60, minor: 50, key: 0 },
    ],
  });
  const [{ captured, refunded, effects } = { captured: "", refunded: "", effects: {} }] = await readTransactions(bench);
  expect([captured, refunded, effects.capture]).toEqual(["70.01", "60.05", 2]);
});

test("the stories cover all accounts, currencies and dialects", () => {
  const drawn = fc.sample(story, 300);
  const places = drawn.flatMap(({ setting }) => setting.sessions.map((one) => `${one.account} ${one.currency}`));
  expect([...new Set(places)].sort()).toEqual(["main EUR", "main JPY", "second EUR", "second JPY", "second KWD"]);
  const isMixed = ({ setting: { sessions } }: Story): boolean => sessions[0].account !== sessions[1].account;
  expect(drawn.filter(isMixed).length).toBeGreaterThan(60);
  expect(new Set(drawn.flatMap(({ setting }) => Object.values(setting.dialects))).size).toBeGreaterThan(60);
});
