import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { metrics } from "@medusajs/framework/opentelemetry/sdk-node";
import { Gauges } from "../gauges";
import { Telemetry } from "../telemetry";
import { NodeTracerProvider } from "@medusajs/framework/opentelemetry/sdk-trace-node";

/** What a reader of metrics is shown, with the rows that the database would answer. */
interface Row {
  readonly what: string;
  readonly account: string;
  readonly kind: string;
  readonly count: number;
  readonly since: Date | null;
}

const NOW = new Date("2026-11-27T12:00:00Z");
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
const due = (since: Date | null): Row => ({ what: "due", account: "", kind: "", count: 1, since });
const runs = (count: number, since: Date | null): Row => ({ what: "reconciled", account: "", kind: "", count, since });
const NOTHING = [due(null), runs(0, null)];

const counted = new metrics.InMemoryMetricExporter(metrics.AggregationTemporality.CUMULATIVE);
const reader = new metrics.PeriodicExportingMetricReader({ exporter: counted, exportIntervalMillis: 3_600_000 });
const meters = new metrics.MeterProvider({ readers: [reader] });
afterAll(() => meters.shutdown());

/** Per test a store with a name of its own, so that values of another one are not read. */
function store(name: string, more: { reconciles?: boolean; skewMs?: number | null } = {}) {
  const state = { rows: NOTHING, statements: 0, isAway: false, isStopping: false };
  let lapse: (() => void) | null = null;
  const raw = (): Promise<{ rows: Row[] }> => {
    state.statements += 1;
    return state.isAway ? new Promise(() => undefined) : Promise.resolve({ rows: state.rows });
  };
  const pool = { numPendingAcquires: () => 3 };
  // Only this statement and the pool are used.
  const connection = { raw, client: { pool } } as unknown as Knex;
  new Gauges({
    connection,
    accounts: ["main"],
    now: () => NOW,
    skewMs: () => (more.skewMs === undefined ? 0 : more.skewMs),
    reconciles: more.reconciles ?? true,
    isStopping: () => state.isStopping,
    startTimer: (_ms, run) => {
      lapse = run;
      // A database that is away never answers: its time is over at once.
      if (state.isAway) queueMicrotask(run);
      return () => (lapse = null);
    },
    meter: meters.getMeter(name),
  });
  const seen = async (): Promise<Record<string, number>> => {
    counted.reset();
    await reader.forceFlush();
    const points = counted
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .filter(({ scope }) => scope.name === name)
      .flatMap((scope) => scope.metrics)
      .flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }): [string, number] => [
          [descriptor.name.replace("acquiring.", ""), ...Object.values(attributes)].join(" "),
          Number(value),
        ]),
      );
    return Object.fromEntries(points);
  };
  return { state, seen, timer: () => lapse };
}

const EMPTY = {
  "database.up": 1,
  "database.waiting": 3,
  "clock.skew.seconds": 0,
  "worker.lag.seconds": 0,
  "notifications.waiting main": 0,
  "notifications.waiting.age.seconds main": 0,
  "recovery.open main": 0,
};

test("a store without anything open reports zeros, by one statement, and leaves no timer", async () => {
  const { state, seen, timer } = store("empty");
  expect(await seen()).toEqual(EMPTY);
  expect([state.statements, timer()]).toEqual([1, null]);
});

test("counts and ages have their account and kind; what is gone becomes zero", async () => {
  const { state, seen } = store("open", { skewMs: -6_500 });
  const row = (what: string, kind: string, count: number, seconds: number): Row => {
    return { what, account: "main", kind, count, since: ago(seconds) };
  };
  state.rows = [
    due(ago(90)),
    runs(4, ago(7_200)),
    row("attention", "drift", 2, 60),
    row("unknown", "capture", 1, 1_000),
    row("waiting", "", 5, 30),
    row("recoveries", "", 1, 20),
  ];
  expect(await seen()).toEqual({
    ...EMPTY,
    "clock.skew.seconds": -6.5,
    "worker.lag.seconds": 90,
    "reconciliation.age.seconds": 7_200,
    "attention.open main drift": 2,
    "attention.age.seconds main drift": 60,
    "operations.unknown main capture": 1,
    "operations.unknown.age.seconds main capture": 1_000,
    "notifications.waiting main": 5,
    "notifications.waiting.age.seconds main": 30,
    "recovery.open main": 1,
  });
  state.rows = NOTHING;
  expect(await seen()).toMatchObject({
    "attention.open main drift": 0,
    "attention.age.seconds main drift": 0,
    "operations.unknown main capture": 0,
    "operations.unknown.age.seconds main capture": 0,
    "notifications.waiting main": 0,
    "recovery.open main": 0,
    "worker.lag.seconds": 0,
  });
});

test("work that is due later is no lag", async () => {
  const { state, seen } = store("later");
  state.rows = [due(ago(-60)), runs(0, null)];
  expect(await seen()).toMatchObject({ "worker.lag.seconds": 0 });
});

test("a store that does not reconcile, or whose clock was not compared yet, reports neither", async () => {
  const { state, seen } = store("off", { reconciles: false, skewMs: null });
  state.rows = [due(null), runs(2, ago(999_999))];
  const { "clock.skew.seconds": _, ...rest } = EMPTY;
  expect(await seen()).toEqual(rest);
});

test("a read-only database is reported as one that does not answer", async () => {
  const { state, seen } = store("standby");
  state.rows = [...NOTHING, { what: "read_only", account: "", kind: "", count: 1, since: null }];
  expect(await seen()).toEqual({ "database.up": 0, "database.waiting": 3, "clock.skew.seconds": 0 });
});

test("a database that does not answer is reported, without a second statement beside the one that waits", async () => {
  const { state, seen } = store("away");
  expect(await seen()).toMatchObject({ "database.up": 1 });
  state.isAway = true;
  expect(await seen()).toMatchObject({ "database.up": 0, "database.waiting": 3 });
  expect(await seen()).toMatchObject({ "database.up": 0 });
  expect(state.statements).toBe(2);
});

test("a process that stops asks nothing", async () => {
  const { state, seen } = store("stopping");
  state.isStopping = true;
  expect([await seen(), state.statements]).toEqual([{}, 0]);
});

test("counters that alerts watch exist before their first event", async () => {
  const tracers = new NodeTracerProvider();
  new Telemetry({ tracer: tracers.getTracer("begin"), meter: meters.getMeter("begin") }).begin(["main"]);
  const { seen } = store("begin");
  const found = await seen();
  expect(found).toMatchObject({
    "operations main capture unknown": 0,
    "operations main payout unknown": 0,
    "notifications.received main 503": 0,
    "notifications.received main 401": 0,
  });
  await tracers.shutdown();
});
