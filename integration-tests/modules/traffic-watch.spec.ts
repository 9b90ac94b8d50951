import type { Knex } from "knex";
import { bucketOf } from "../../src/modules/acquiring/domain/health/histogram";
import { gatewayFindings } from "../../src/modules/acquiring/domain/health/gateway-findings";
import { readGatewaySignals } from "../../src/modules/acquiring/health/gateway-signals";
import { GatewayWarnings } from "../../src/modules/acquiring/health/gateway-warnings";
import { GatewayMetrics } from "../../src/modules/acquiring/health/gateway-metrics";
import { ledgerDatabase } from "../support/ledger-database";
import type { OwnDatabase } from "../support/own-database";

/** Exchanges with the gateway, counted in memory and added up in one table by every process. */
const START = new Date("2026-11-21T10:00:00Z").getTime();
let database: OwnDatabase;
let pg: Knex;
let now = START;
/** What the monotonic clock of the process says. */
let uptime = 0;

beforeAll(async () => {
  database = await ledgerDatabase("traffic_watch");
  pg = database.pool(3);
});
afterAll(() => database.close());
beforeEach(async () => {
  now = START;
  uptime = 0;
  timers = [];
  await pg("acquiring_traffic_minute").delete();
  await pg("acquiring_notification_health").delete();
});

let timers: { readonly ms: number; readonly run: () => void }[] = [];
const startTimer = (ms: number, run: () => void): (() => void) => {
  const timer = { ms, run };
  timers.push(timer);
  return () => void (timers = timers.filter((each) => each !== timer));
};
const watch = (connection = pg): GatewayMetrics =>
  new GatewayMetrics({ connection, now: () => new Date(now), startTimer });
const warnings = (): GatewayWarnings =>
  new GatewayWarnings({
    connection: pg,
    accounts: ["main", "other"],
    now: () => new Date(now),
    monotonicMs: () => uptime,
  });
const exchange = (ms: number, isFailed = false) => ({ operation: "capture", ms, isFailed }) as const;
const rows = async (): Promise<{ minute: Date; requests: number; failed: number; histogram: number[] }[]> =>
  pg("acquiring_traffic_minute").orderBy("minute");
const pulse = async (): Promise<Record<string, unknown> | undefined> => pg("acquiring_notification_health").first();

/** How many statements reach the database meanwhile. */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const note = (): void => void (count += 1);
  pg.on("query", note);
  await work();
  pg.removeListener("query", note);
  return count;
}

test("a thousand exchanges cause no statement, and writing them one", async () => {
  const traffic = watch();
  const counted = async (): Promise<void> => {
    for (let each = 0; each < 1_000; each += 1) traffic.noteExchange("main", exchange(20, each % 100 === 0));
  };
  expect(await statementsOf(counted)).toBe(0);
  expect(await statementsOf(() => traffic.flush())).toBe(1);
  const [row, ...more] = await rows();
  expect([row?.requests, row?.failed, row?.histogram[bucketOf(20)], more]).toEqual([1_000, 10, 1_000, []]);
});

test("unreadable responses are counted by account and operation, for an hour", async () => {
  const traffic = watch();
  traffic.noteExchange("main", exchange(20));
  traffic.noteUnreadable("main", "query");
  traffic.noteUnreadable("other", "query");
  traffic.noteUnreadable("main", "query");
  await traffic.flush();
  const signs = await readGatewaySignals(pg, "main", new Date(now));
  expect(signs.unreadable).toEqual([{ operation: "query", unreadable: 2, requests: 2 }]);
  expect(gatewayFindings(signs)).toMatchObject([{ kind: "unreadable_responses", status: "failing" }]);
  expect(await warnings().look()).toEqual(["unreadable_responses"]);
  const later = await readGatewaySignals(pg, "main", new Date(now + 2 * 3_600_000));
  expect(later).toEqual({ unreadable: [], unknown: { open: 0, overdue: 0, recent: 0, sent: 0 } });
});

test("a failure of any account is a warning of the readiness route, and single responses are none", async () => {
  const traffic = watch();
  for (let each = 0; each < 20; each += 1) traffic.noteExchange("main", { ...exchange(20), operation: "query" });
  traffic.noteUnreadable("main", "query");
  await traffic.flush();
  expect(gatewayFindings(await readGatewaySignals(pg, "main", new Date(now)))).toMatchObject([{ status: "warning" }]);
  expect(await warnings().look()).toEqual([]);
  traffic.noteUnreadable("other", "capture");
  await traffic.flush();
  expect(await warnings().look()).toEqual(["unreadable_responses"]);
});

test("the readiness route requests warnings every second, and they are read every fifteen", async () => {
  const read = warnings();
  expect(await read.look()).toEqual([]);
  const traffic = watch();
  traffic.noteUnreadable("main", "query");
  await traffic.flush();
  const looks = async (): Promise<void> => {
    for (uptime = 1_000; uptime < 15_000; uptime += 1_000) expect(await read.look()).toEqual([]);
  };
  expect(await statementsOf(looks)).toBe(0);
  uptime = 15_000;
  expect(await read.look()).toEqual(["unreadable_responses"]);
});

test("an unreachable database is no warning, and the readiness route responds", async () => {
  await pg.raw("ALTER TABLE acquiring_traffic_minute RENAME TO traffic_away");
  const found = await Promise.allSettled([warnings().look()]);
  await pg.raw("ALTER TABLE traffic_away RENAME TO acquiring_traffic_minute");
  expect(found).toEqual([{ status: "fulfilled", value: [] }]);
});

test("counts of several processes, and later counts, are added bucket by bucket", async () => {
  const [one, two] = [watch(), watch()];
  one.noteExchange("main", exchange(20));
  two.noteExchange("main", exchange(2_000, true));
  await Promise.all([one.flush(), two.flush()]);
  one.noteExchange("main", exchange(20));
  await one.flush();
  await one.flush();
  const [row] = await rows();
  expect([row?.requests, row?.failed]).toEqual([3, 1]);
  expect([row?.histogram[bucketOf(20)], row?.histogram[bucketOf(2_000)]]).toEqual([2, 1]);
});

test("counts are written ten seconds later, once, even if nothing more happens", async () => {
  const traffic = watch();
  traffic.noteExchange("main", exchange(1));
  now += 60_000;
  traffic.noteExchange("main", exchange(1));
  traffic.noteNotification("main", { kind: "verified" });
  expect([timers.map(({ ms }) => ms), await rows()]).toEqual([[10_000], []]);
  timers[0]?.run();
  // Waits for the writing that has begun, and finds nothing more to write.
  await traffic.flush();
  expect((await rows()).map(({ minute, requests }) => [minute.getTime() - START, requests])).toEqual([
    [0, 1],
    [60_000, 1],
  ]);
  expect(timers).toEqual([]);
  traffic.noteExchange("main", exchange(1));
  expect(timers).toHaveLength(1);
});

test("an unreachable database loses no count, and is not reported", async () => {
  const away = database.pool(1);
  const traffic = watch(away);
  traffic.noteExchange("main", exchange(20));
  traffic.noteNotification("main", { kind: "verified" });
  await pg.raw("ALTER TABLE acquiring_traffic_minute RENAME TO traffic_away");
  await pg.raw("ALTER TABLE acquiring_notification_health RENAME TO pulse_away");
  await traffic.flush();
  expect(timers).toHaveLength(1);
  await pg.raw("ALTER TABLE traffic_away RENAME TO acquiring_traffic_minute");
  await pg.raw("ALTER TABLE pulse_away RENAME TO acquiring_notification_health");
  traffic.noteExchange("main", exchange(20));
  await traffic.flush();
  expect((await rows())[0]?.requests).toBe(2);
  expect(await pulse()).toMatchObject({ account: "main", verified_at: new Date(START) });
});

test("a database that never responds blocks nothing permanently, and counting continues afterwards", async () => {
  const traffic = watch();
  traffic.noteExchange("main", exchange(20));
  await pg.transaction(async (trx) => {
    await trx.raw("LOCK TABLE acquiring_traffic_minute IN ACCESS EXCLUSIVE MODE");
    await traffic.flush();
    expect(timers).toHaveLength(1);
  });
  traffic.noteExchange("main", exchange(20));
  await traffic.flush();
  expect((await rows())[0]?.requests).toBeGreaterThanOrEqual(2);
  // What was given up is written before the next test begins.
  await pg.transaction((trx) => trx.raw("LOCK TABLE acquiring_traffic_minute IN ACCESS EXCLUSIVE MODE"));
}, 30_000);

test("of notifications the newest is kept, whichever process writes last", async () => {
  const [one, two] = [watch(), watch()];
  one.noteNotification("main", { kind: "verified" });
  now += 5_000;
  two.noteNotification("main", { kind: "failed", why: "It carried no signature." });
  await two.flush();
  await one.flush();
  const known = {
    received_at: new Date(START + 5_000),
    verified_at: new Date(START),
    failed_at: new Date(START + 5_000),
    failure: "It carried no signature.",
  };
  expect(await pulse()).toMatchObject(known);
  now += 1_000;
  one.noteNotification("main", { kind: "verified" });
  await one.flush();
  expect(await pulse()).toMatchObject({
    ...known,
    received_at: new Date(START + 6_000),
    verified_at: new Date(START + 6_000),
  });
});

test("what is older than a week is deleted", async () => {
  const traffic = watch();
  traffic.noteExchange("main", exchange(1));
  now += 7 * 86_400_000;
  traffic.noteExchange("main", exchange(1));
  await traffic.flush();
  now += 60_000;
  await traffic.prune();
  expect((await rows()).map(({ minute }) => minute.getTime() - START)).toEqual([7 * 86_400_000]);
});
