import type { Knex } from "knex";
import { NEXT_TASK, Tasks } from "../../src/modules/acquiring_subscription/store/tasks";
import { abandonedBulkRuns, openBulkRun } from "../../src/modules/acquiring/ledger/bulk-capture-rows";
import { nextDue } from "../../src/modules/acquiring/ledger/rows/next-due";
import type { Lease } from "../../src/modules/acquiring/runtime/lease";
import { Leases } from "../../src/modules/acquiring/runtime/lease";
import { ageLeases } from "../support/age-leases";
import { allMigrations } from "../support/all-migrations";
import { insertRow } from "../support/any-row";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";
import { atServer, installServerClocks, removeServerClocks } from "../support/server-clock";
import { until } from "../support/waiting";

/** Who works, between processes that share nothing but Postgres. */
const LONG_MS = 30_000;
const DAY = 86_400_000;

interface Timer {
  readonly ms: number;
  readonly run: () => void;
  isOff: boolean;
}

let database: OwnDatabase;
let pg: Knex;
/** One for each process, with a pool of its own. */
let processes: readonly [Leases, Leases];
let logged: unknown[];
/** Of all processes, in the order in which they were started. */
let timers: Timer[];

beforeAll(async () => {
  installServerClocks();
  database = await ownDatabase("leases", [
    ...(await allMigrations()),
    ...(await allMigrations("acquiring_subscription")),
  ]);
  pg = database.pool(6);
  processes = [open(), open()];
});
beforeEach(async () => {
  [logged, timers] = [[], []];
  await pg("acquiring_lease").delete();
});
afterAll(async () => {
  await database.close();
  removeServerClocks();
});

function open(): Leases {
  return new Leases({
    connection: database.pool(4),
    startTimer: (ms, run) => {
      const timer: Timer = { ms, run, isOff: false };
      timers.push(timer);
      return () => (timer.isOff = true);
    },
    pause: () => new Promise((next) => setImmediate(next)),
    monotonicMs: () => performance.now(),
    log: (event, ids) => void logged.push({ event, ...ids }),
  });
}

/** Runs the timer that was started last, and waits until the renewal has ended and the next one is planned. */
async function renew(): Promise<void> {
  const before = timers.length;
  timers.at(-1)?.run();
  await until(async () => {
    await pg.raw("SELECT 1");
    return timers.length > before;
  });
}

async function taken(leases: Leases, ...what: Parameters<Leases["take"]>): Promise<Lease> {
  const lease = await leases.take(...what);
  if (!lease) throw new Error(`${what.join(" ")} is held.`);
  return lease;
}

async function leftMs(): Promise<number> {
  const { rows } = await pg.raw<{ rows: { ms: string }[] }>(
    "SELECT extract(epoch FROM leased_until - clock_timestamp()) * 1000 AS ms FROM acquiring_lease",
  );
  return Number(rows[0]?.ms);
}

test("18 of two processes that complete one cart the second starts when the first has ended", async () => {
  const COUNT = 6;
  const happened: string[] = [];
  const complete = async (who: number): Promise<void> => {
    const turn = await processes[who % 2]?.take("cart-completion", "cart_1", LONG_MS);
    happened.push("begins");
    // What completes a cart goes to the database and back more than once.
    for (let query = 0; query < 5; query += 1) await pg.raw("SELECT 1");
    happened.push("ends");
    await turn?.release();
  };
  await Promise.all(Array.from({ length: COUNT }, (_, who) => complete(who)));
  expect(happened).toEqual(Array.from({ length: COUNT }, () => ["begins", "ends"]).flat());
  expect(await pg("acquiring_lease")).toEqual([]);
  expect(logged).toEqual([]);
});

test("a caller that does not wait is refused, and other work continues", async () => {
  const turn = await taken(processes[0], "cart-completion", "cart_1");
  expect(await processes[1].take("cart-completion", "cart_1")).toBeNull();
  const others = [
    await taken(processes[1], "cart-completion", "cart_2"),
    await taken(processes[1], "bulk-capture", "cart_1"),
  ];
  await turn.release();
  const next = await taken(processes[1], "cart-completion", "cart_1");
  await Promise.all([...others, next].map((lease) => lease.release()));
  expect(logged).toEqual([]);
});

test("a process that died blocks no other once its lease has expired, and if it resumes it rolls nothing back and reports it", async () => {
  const stopped = await taken(processes[0], "cart-completion", "cart_1");
  await ageLeases(pg, "cart-completion");
  const next = await taken(processes[1], "cart-completion", "cart_1");
  await stopped.release();
  expect(logged).toEqual([{ event: "acquiring.lease_lost", lease: "cart-completion:cart_1" }]);
  expect(await processes[0].take("cart-completion", "cart_1")).toBeNull();
  await next.release();
});

test("of two processes that take an expired lease at once one gets it", async () => {
  await taken(processes[0], "bulk-capture", "run_1");
  await ageLeases(pg, "bulk-capture");
  const both = await Promise.all([0, 1, 0, 1].map((who) => processes[who]?.take("bulk-capture", "run_1")));
  expect(both.filter((lease) => lease !== null)).toHaveLength(1);
});

test.each([
  ["cart-completion", 15_000],
  ["bulk-capture", 60_000],
  ["subscription-task", 120_000],
] as const)("a %s lease is renewed at a third of its %i ms until it is released", async (kind, leaseMs) => {
  const lease = await taken(processes[0], kind, "one");
  for (const count of [1, 2]) {
    await ageLeases(pg, kind, leaseMs / 2);
    expect(await leftMs()).toBeLessThanOrEqual(leaseMs / 2);
    await renew();
    expect(timers.map(({ ms }) => ms)).toEqual(Array.from({ length: count + 1 }, () => leaseMs / 3));
    expect(await leftMs()).toBeGreaterThan(leaseMs / 2);
  }
  await lease.release();
  expect(timers.at(-1)?.isOff).toBe(true);
  expect(await pg("acquiring_lease")).toEqual([]);
});

test("a lease that expired and was not taken is renewed", async () => {
  const lease = await taken(processes[0], "bulk-capture", "run_1");
  await ageLeases(pg, "bulk-capture");
  await renew();
  expect(await processes[1].take("bulk-capture", "run_1")).toBeNull();
  await lease.release();
  expect(logged).toEqual([]);
});

test("a lease that another process took is not renewed, and its loss is reported once", async () => {
  const stopped = await taken(processes[0], "subscription-task", "task_1");
  await ageLeases(pg, "subscription-task");
  const renewal = timers.length;
  await taken(processes[1], "subscription-task", "task_1");
  const [row] = await pg("acquiring_lease");
  timers[renewal - 1]?.run();
  await until(async () => (await pg("acquiring_lease")).length === 1 && logged.length > 0);
  await stopped.release();
  await stopped.release();
  expect(logged).toEqual([{ event: "acquiring.lease_lost", lease: "subscription-task:task_1" }]);
  expect(await pg("acquiring_lease")).toEqual([row]);
  expect(timers).toHaveLength(renewal + 1);
});

test("a renewal or release that the database refuses is reported, and the next renewal succeeds", async () => {
  const lease = await taken(processes[0], "bulk-capture", "run_1");
  const failed = { event: "acquiring.lease_failed", lease: "bulk-capture:run_1", error: expect.any(String) };
  await pg.raw("ALTER TABLE acquiring_lease RENAME TO acquiring_lease_away");
  await renew();
  expect(logged).toEqual([failed]);
  await pg.raw("ALTER TABLE acquiring_lease_away RENAME TO acquiring_lease");
  await ageLeases(pg, "bulk-capture", 30_000);
  await renew();
  expect(await leftMs()).toBeGreaterThan(30_000);
  await pg.raw("ALTER TABLE acquiring_lease RENAME TO acquiring_lease_away");
  await lease.release();
  await pg.raw("ALTER TABLE acquiring_lease_away RENAME TO acquiring_lease");
  expect(logged).toEqual([failed, failed]);
  expect(await processes[1].take("bulk-capture", "run_1")).toBeNull();
});

test.each([-DAY, DAY])("29 a server whose clock is wrong by %i ms neither takes nor loses a lease", async (wrongMs) => {
  const wrong = await atServer(wrongMs, () => taken(processes[0], "cart-completion", "cart_wrong"));
  const left = await leftMs();
  expect(left > 0 && left <= 15_000).toBe(true);
  expect(await processes[1].take("cart-completion", "cart_wrong")).toBeNull();
  await taken(processes[1], "cart-completion", "cart_right");
  expect(await atServer(wrongMs, () => processes[0].take("cart-completion", "cart_right"))).toBeNull();
  await wrong.release();
  expect(logged).toEqual([]);
});

test("only leases that expired a day ago are deleted", async () => {
  await taken(processes[0], "cart-completion", "cart_1");
  await ageLeases(pg, "cart-completion", DAY + 16_000);
  await taken(processes[0], "bulk-capture", "run_1");
  await ageLeases(pg, "bulk-capture");
  await taken(processes[0], "subscription-task", "task_1");
  await processes[1].prune();
  expect(await pg("acquiring_lease").orderBy("name").pluck("name")).toEqual([
    "bulk-capture:run_1",
    "subscription-task:task_1",
  ]);
});

test("an unfinished bulk capture is taken up if no living process has it, and the worker wakes up at the expiry", async () => {
  const begun = new Date("2026-11-21T10:00:00Z");
  const { row } = await openBulkRun(pg, { key: "leases-bulk", createdBy: "user_1", attemptIds: ["one"] }, begun);
  expect([await abandonedBulkRuns(pg), await nextDue(pg, [])]).toEqual([[row.id], begun]);
  const lease = await taken(processes[0], "bulk-capture", row.id);
  const [{ leased_until: expiry }] = await pg("acquiring_lease");
  expect([await abandonedBulkRuns(pg), await nextDue(pg, [])]).toEqual([[], expiry]);
  await ageLeases(pg, "bulk-capture");
  expect(await abandonedBulkRuns(pg)).toEqual([row.id]);
  await lease.release();
  await pg("acquiring_bulk_run").update({ finished_at: begun });
  expect([await abandonedBulkRuns(pg), await nextDue(pg, [])]).toEqual([[], null]);
});

test("a due task is taken up if no living process has it, and the worker wakes up at the expiry", async () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const tasks = new Tasks(pg, () => now);
  const { id } = await insertRow(pg, "acquiring_subscription_task", { kind: "renewal", due_at: now });
  expect([await tasks.due(10), await nextDue(pg, [NEXT_TASK])]).toEqual([[id], now]);
  const lease = await taken(processes[0], "subscription-task", String(id));
  const [{ leased_until: expiry }] = await pg("acquiring_lease");
  expect([await tasks.due(10), await nextDue(pg, [NEXT_TASK])]).toEqual([[], expiry]);
  await ageLeases(pg, "subscription-task");
  expect(await tasks.due(10)).toEqual([id]);
  const task = await tasks.open(String(id));
  if (task) await tasks.finish(task);
  await lease.release();
  expect([await tasks.due(10), await nextDue(pg, [NEXT_TASK])]).toEqual([[], null]);
});
