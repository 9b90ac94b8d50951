import { metrics } from "@medusajs/framework/opentelemetry/sdk-node";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@medusajs/framework/opentelemetry/sdk-trace-node";
import { createOrderNo } from "../../../../gateway/model/ids";
import { Telemetry } from "../telemetry";

/** What somebody who has set OpenTelemetry up is shown; nothing leaves the process. */
const spans = new InMemorySpanExporter();
const counted = new metrics.InMemoryMetricExporter(metrics.AggregationTemporality.DELTA);
const reader = new metrics.PeriodicExportingMetricReader({ exporter: counted, exportIntervalMillis: 3_600_000 });
const meters = new metrics.MeterProvider({ readers: [reader] });
const tracers = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const telemetry = new Telemetry({ tracer: tracers.getTracer("test"), meter: meters.getMeter("test") });

beforeEach(() => {
  spans.reset();
  counted.reset();
});
afterAll(async () => {
  await meters.shutdown();
  await tracers.shutdown();
});

const seen = () => spans.getFinishedSpans().map(({ name, attributes }) => [name, attributes]);

async function measured(): Promise<[string, object, unknown][]> {
  await reader.forceFlush();
  return counted
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics)
    .flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }): [string, object, unknown] => [descriptor.name, attributes, value]),
    );
}

test("a send is a span and a count with its account, operation and outcome", async () => {
  const outcome = await telemetry.send("main", "capture", () => Promise.resolve({ kind: "settled" }));
  expect(outcome).toEqual({ kind: "settled" });
  const labels = { account: "main", operation: "capture", outcome: "settled" };
  expect(seen()).toEqual([["acquiring.send capture", labels]]);
  expect(await measured()).toEqual([["acquiring.operations", labels, 1]]);
});

test("an error is reported by its class only, and thrown unchanged", async () => {
  const broken = telemetry.send("main", "refund", () => Promise.reject(new TypeError("card 4111111111111111")));
  await expect(broken).rejects.toThrow("card 4111111111111111");
  const [span] = spans.getFinishedSpans();
  expect([span?.status.message, span?.events]).toEqual(["TypeError", []]);
});

test("a query is a span that counts the queried payments and names none of them", async () => {
  const queries = telemetry.queries("main", {
    payments: () => Promise.resolve({ kind: "answered", facts: [] }),
    refunds: () => Promise.resolve({ kind: "failed", reason: { code: "lost", message: "" } }),
    rankMethods: () => Promise.resolve(null),
  });
  await queries.payments([createOrderNo("acq_1"), createOrderNo("acq_2")]);
  await queries.refunds([createOrderNo("acq_1")]);
  expect(seen()).toEqual([
    ["acquiring.query payments", { account: "main", operation: "payments", count: 2, outcome: "answered" }],
    ["acquiring.query refunds", { account: "main", operation: "refunds", count: 1, outcome: "failed" }],
  ]);
  expect(JSON.stringify(seen())).not.toContain("acq_");
});

test("the gateway's latency is a histogram in seconds", async () => {
  telemetry.noteExchange("main", { operation: "capture", ms: 250, isFailed: false });
  const [histogram] = await measured();
  expect(histogram).toMatchObject([
    "acquiring.gateway.duration",
    { account: "main", operation: "capture", failed: false },
    { count: 1, sum: 0.25 },
  ]);
});

test("notifications are counted by their response, including those that the database did not store", async () => {
  const stored = { status: 200, body: "OK", inboxId: "acqin_1", isNew: true } as const;
  await telemetry.received("main", () => Promise.resolve(stored));
  await expect(telemetry.received("main", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  await telemetry.received("made up by anybody", () => Promise.resolve({ status: 404, body: "", inboxId: null }));
  await telemetry.applied(() => Promise.resolve("applied"));
  expect(await measured()).toEqual([
    ["acquiring.notifications.received", { account: "main", status: 200 }, 1],
    ["acquiring.notifications.received", { account: "main", status: 503 }, 1],
    ["acquiring.notifications.received", { account: "unknown", status: 404 }, 1],
    ["acquiring.notifications.applied", { result: "applied" }, 1],
  ]);
});

test("without OpenTelemetry the work is done nevertheless", async () => {
  expect(await new Telemetry().send("main", "void", () => Promise.resolve({ kind: "settled" }))).toEqual({
    kind: "settled",
  });
});
