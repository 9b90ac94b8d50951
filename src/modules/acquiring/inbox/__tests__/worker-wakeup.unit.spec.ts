import knex from "knex";
import { WorkerWakeup } from "../worker-wakeup";

/** A wake-up whose timers the test runs by hand; nothing listens at its database. */
function bell(look: () => Promise<number>): {
  bell: WorkerWakeup;
  timers: { ms: number; run: () => void }[];
  news: (() => void)[];
} {
  const timers: { ms: number; run: () => void }[] = [];
  const news: (() => void)[] = [];
  const startTimer = (ms: number, run: () => void): (() => void) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
  };
  const connection = knex({ client: "pg", connection: "postgres://localhost:1/nobody" });
  const made = new WorkerWakeup({ connection, startTimer });
  made.begin({ look, takeNews: () => new Promise((end) => void news.push(end)) });
  return { bell: made, timers, news };
}

async function armed(timers: readonly unknown[]): Promise<void> {
  while (timers.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

test("it runs again when a run requests it, and soon after a change, once", async () => {
  const { bell: made, timers } = bell(() => Promise.resolve(5_000));
  await armed(timers);
  expect(timers.map(({ ms }) => ms)).toEqual([5_000]);
  made.noteChange();
  made.noteChange();
  expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
  await made.end();
});

test("a change during a run starts another one soon, and none delays an earlier one", async () => {
  let made: WorkerWakeup | null = null;
  const answers = [50, 5_000];
  const world = bell(() => {
    made?.noteChange();
    return Promise.resolve(answers.shift() ?? 0);
  });
  made = world.bell;
  await armed(world.timers);
  expect(world.timers.map(({ ms }) => ms)).toEqual([50]);
  made.noteChange();
  expect(world.timers.map(({ ms }) => ms)).toEqual([50]);
  world.timers.splice(0)[0]?.run();
  await armed(world.timers);
  expect(world.timers.map(({ ms }) => ms)).toEqual([1_000]);
  await made.end();
});

test("a round starts before the call returns, four run at once, and further calls cause one more", async () => {
  const { bell: made, timers, news } = bell(() => Promise.resolve(5_000));
  for (let rings = 1; rings <= 6; rings += 1) made.ring();
  expect(news).toHaveLength(4);
  news.splice(0).forEach((end) => end());
  await armed(timers);
  expect(news).toHaveLength(1);
  await made.end();
  made.ring();
  expect(news).toHaveLength(1);
});
