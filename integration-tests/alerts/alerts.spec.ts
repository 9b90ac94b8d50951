import { readFileSync } from "node:fs";
import { InMemorySpanExporter } from "@medusajs/framework/opentelemetry/sdk-trace-node";
import { registerOtel } from "@medusajs/medusa";
import { freePort } from "../../scripts/postgres.cjs";
import { withStore } from "../support/boot";
import { PAYOUTS } from "../support/payer";
import type { Prometheus } from "./prometheus";
import { alertsIn, DASHBOARD, eventually, expressionsOf, RULES, startPrometheus } from "./prometheus";
import { Relay } from "./relay";
import type { Exported } from "./triggers";
import { TRIGGERS } from "./triggers";

/**
 * Each alert is caused once at a running store and evaluated by a real Prometheus that scrapes it: before, no alert
 * fires; then this one does, and it stops once the cause is gone.
 */
const ALERTS = alertsIn(readFileSync(RULES, "utf8"));

/** All payments of the trial come from one address. */
const FREE = { max: 1_000, windowMs: 1_000 };
const LIMITS = { session: FREE, cart: FREE, customer: FREE, address: FREE, card: FREE };

/** Also on a busy machine; each alert by itself takes at most some minutes. */
jest.setTimeout(600_000);

let prometheus: Prometheus;
let relay: Relay;
let sdk: ReturnType<typeof registerOtel>;

// Before the store's modules are created, as its `instrumentation.ts` does.
beforeAll(async () => {
  const port = await freePort();
  Object.assign(process.env, {
    OTEL_METRICS_EXPORTER: "prometheus",
    OTEL_EXPORTER_PROMETHEUS_HOST: "127.0.0.1",
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
  });
  sdk = registerOtel({ serviceName: "store", exporter: new InMemorySpanExporter() });
  const scraped = await freePort();
  relay = new Relay(scraped, port);
  await relay.open();
  prometheus = await startPrometheus(process.env.ACQUIRING_PROMETHEUS ?? "prometheus", scraped);
});

afterAll(async () => {
  await prometheus.stop();
  await relay.close();
  await sdk.shutdown();
});

test("every alert has a cause here, and no other", () => {
  expect(Object.keys(TRIGGERS).sort()).toEqual([...ALERTS].sort());
});

const store: Exported = {
  close: () => relay.close(),
  open: () => relay.open(),
  has: (expression) => eventually(async () => (await prometheus.count(expression)) > 0),
};

const isFiring = async (alert: string): Promise<boolean> => (await prometheus.firing()).includes(alert);

withStore(
  "alerts",
  (stage) => {
    test.each(ALERTS)("%s", async (alert) => {
      await eventually(async () => (await prometheus.firing()).length === 0);
      const started = performance.now();
      const end = await TRIGGERS[alert]?.(stage(), store);
      try {
        await eventually(() => isFiring(alert));
        const seconds = ((performance.now() - started) / 1_000).toFixed(1);
        const others = (await prometheus.firing()).filter((name) => name !== alert);
        process.stdout.write([`${alert}: fires after ${seconds} s`, ...others].join(", with ") + "\n");
      } finally {
        await end?.();
      }
      await eventually(async () => !(await isFiring(alert)));
    });

    test("every panel of the dashboard shows something", async () => {
      const empty: string[] = [];
      for (const expression of expressionsOf(readFileSync(DASHBOARD, "utf8")))
        if ((await prometheus.count(expression)) === 0) empty.push(expression);
      // Nothing is open now, so what shows only what is open is empty.
      expect(empty.filter((expression) => !expression.endsWith("> 0"))).toEqual([]);
    });
  },
  {},
  { ...PAYOUTS, cardTesting: { limits: LIMITS, declineRate: { percent: 60, minimum: 5 } } },
);
