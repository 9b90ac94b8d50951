import knex from "knex";
import { WorkerWakeup } from "../worker-wakeup";

/** A wake-up whose timers the test runs by hand; nothing listens at its database. */
function startedWakeup(poll: () => Promise<number>): {
  wakeup: WorkerWakeup;
  timers: { ms: number; run: () => void }[];
  rounds: (() => void)[];
} {
  const timers: { ms: number; run: () => void }[] = [];
  const rounds: (() => void)[] = [];
  const startTimer = (ms: number, run: () => void): (() => void) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
  };
  const connection = knex({ client: "pg", connection: "postgres://localhost:1/nobody" });
  const made = new WorkerWakeup({ connection, startTimer });
  made.begin({ poll, drainInbox: () => new Promise((end) => void rounds.push(end)) });
  return { wakeup: made, timers, rounds };
}

async function armed(timers: readonly unknown[]): Promise<void> {
  while (timers.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

test("it runs again when a run requests it, and soon after a change, once", async () => {
  const { wakeup: made, timers } = startedWakeup(() => Promise.resolve(5_000));
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
  const world = startedWakeup(() => {
    made?.noteChange();
    return Promise.resolve(answers.shift() ?? 0);
  });
  made = world.wakeup;
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
  const { wakeup: made, timers, rounds } = startedWakeup(() => Promise.resolve(5_000));
  for (let calls = 1; calls <= 6; calls += 1) made.notify();
  expect(rounds).toHaveLength(4);
  rounds.splice(0).forEach((end) => end());
  await armed(timers);
  expect(rounds).toHaveLength(1);
  await made.end();
  made.notify();
  expect(rounds).toHaveLength(1);
});
