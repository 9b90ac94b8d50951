import { DatabaseClock } from "../database-clock";
import { clockWarning } from "../../health/startup-warnings";

/** The common time, over a database, a server clock and a monotonic clock that the test sets. */
const START = Date.UTC(2026, 10, 24, 12);
let databaseMs: number;
let wallMs: number;
let monotonicMs: number;
let isAway: boolean;
let questions: number;
let clock: DatabaseClock;

beforeEach(() => {
  [databaseMs, wallMs, monotonicMs] = [START, START + 86_400_000, 5];
  [isAway, questions] = [false, 0];
  clock = new DatabaseClock({
    ask: async () => {
      questions += 1;
      if (isAway) throw new Error("away");
      return new Date(databaseMs);
    },
    wallMs: () => wallMs,
    monotonicMs: () => monotonicMs,
  });
});

function pass(ms: number): void {
  databaseMs += ms;
  wallMs += ms;
  monotonicMs += ms;
}

test("29 the time is the database's, and continues between two queries", async () => {
  await clock.sync();
  pass(9_000);
  expect([clock.now().getTime(), questions]).toEqual([START + 9_000, 1]);
});

test("29 a server's clock that jumps changes nothing", async () => {
  await clock.sync();
  wallMs -= 400_000_000;
  expect(clock.now().getTime()).toBe(START);
});

test("29 after ten seconds the database is queried again, once, and a machine that slept gets the right time", async () => {
  await clock.sync();
  databaseMs += 3_600_000;
  monotonicMs += 10_000;
  clock.now();
  clock.now();
  await clock.sync();
  expect([clock.now().getTime(), questions]).toEqual([START + 3_600_000, 2]);
});

test("29 the first reading after a suspension queries the database; the server's clock itself moves nothing", async () => {
  await clock.sync();
  databaseMs += 3_600_000;
  wallMs += 3_600_000;
  expect([clock.now().getTime(), questions]).toEqual([START, 2]);
  await clock.sync();
  expect([clock.now().getTime(), questions]).toEqual([START + 3_600_000, 2]);
});

test("29 while the database is down its last time continues", async () => {
  await clock.sync();
  isAway = true;
  pass(60_000);
  await clock.sync();
  expect(clock.now().getTime()).toBe(START + 60_000);
});

test("29 slow responses do not move the time: it is not behind the database's and does not jitter", async () => {
  let takesMs = 0;
  const slow = new DatabaseClock({
    ask: () => {
      const read = new Date(databaseMs);
      pass(takesMs);
      return Promise.resolve(read);
    },
    wallMs: () => wallMs,
    monotonicMs: () => monotonicMs,
  });
  const ahead: number[] = [];
  for (takesMs of [400, 0, 900, 20, 700]) {
    await slow.sync();
    ahead.push(slow.now().getTime() - databaseMs);
    pass(10_000);
  }
  expect(ahead).toEqual([0, 0, 0, 0, 0]);
});

test("29 a database whose clock is set back by more than a second is followed", async () => {
  await clock.sync();
  databaseMs -= 5_000;
  await clock.sync();
  expect(clock.now().getTime()).toBe(START - 5_000);
});

test("before the first response the server's own clock is used", () => {
  expect(clock.now().getTime()).toBe(wallMs);
  expect([clock.skewMs(), clock.wrongByMs()]).toEqual([null, null]);
});

test.each([
  [86_400_000, 86_400_000],
  [-5_000, -5_000],
  [4_999, null],
])("a clock that is %i ms ahead is reported as wrong by %p", async (skew, told) => {
  wallMs = databaseMs + skew;
  await clock.sync();
  expect([clock.skewMs(), clock.wrongByMs()]).toEqual([skew, told]);
});

test("the message says in which direction the clock is wrong, and what to do", () => {
  expect(clockWarning(125_000)).toContain("125 s ahead of the database's");
  expect(clockWarning(-7_000)).toContain("7 s behind the database's");
  expect(clockWarning(-7_000)).toContain("NTP");
});

test.each([
  ["the process stood still", 61_000, 61_000],
  ["the machine slept, and only its clock tells", 0, 61_000],
  ["the clock was set back, and only the monotonic one tells", 61_000, -86_400_000],
])("30 the age is the longer of the two clocks': %s", (_, monotonic, wall) => {
  const stamp = clock.stamp();
  monotonicMs += monotonic;
  wallMs += wall;
  expect(clock.ageMs(stamp)).toBe(61_000);
});

test("a test's time replaces all of them", () => {
  let at = START;
  clock.simulate(() => new Date(at));
  const stamp = clock.stamp();
  at += 1_000;
  expect([clock.now().getTime(), clock.ageMs(stamp), clock.inTransaction(new Date(0)).getTime()]).toEqual([
    START + 1_000,
    1_000,
    START + 1_000,
  ]);
});
