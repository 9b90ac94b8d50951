import { setTimeout } from "node:timers/promises";
import { cardPayment } from "../../integration-tests/support/card-payment";
import type { Bench, Benchmark } from "../harness/benchmark";
import { storeTables } from "../harness/databases";
import { figureOf } from "../harness/interleave";
import type { Ledger } from "../harness/ledger";
import { openLedger } from "../harness/ledger";
import { percentile } from "../harness/statistics";
import { startGateway, startStore } from "../harness/store";

/**
 * Time from the gateway's notification until the ledger shows its effect: a payment captured in the gateway's portal.
 * It arrives at a server and is processed by another process, without Redis. Medusa's own webhook waits five seconds
 * first (its option webhook_delay).
 */
const COUNT = 200;
/** The first ones run cold code and meet a backlog; they have a figure of their own. */
const FIRST = 50;
/** A notification without effect after this time counts as lost. */
const PATIENCE_MS = 30_000;
/** Pause between two of them, so that each meets an idle worker. */
const PAUSE_MS = 20;

interface Payment {
  readonly id: string;
  readonly order_no: string;
}

const payments = ({ pg }: Ledger): Promise<Payment[]> =>
  Promise.resolve(pg("acquiring_payment_attempt").where({ state: "authorised" }).select("id", "order_no"));

async function post(url: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}: ${await answer.text()}`);
}

async function msUntilCaptured({ pg }: Ledger, id: string, tell: () => Promise<void>): Promise<number> {
  const since = performance.now();
  const told = tell();
  for (;;) {
    const row = await pg("acquiring_payment_attempt").where({ id }).first<{ state: string }>("state");
    const ms = performance.now() - since;
    if (row.state === "captured") {
      await told;
      return ms;
    }
    if (ms > PATIENCE_MS) throw new Error(`The notification of ${id} had no effect.`);
    await setTimeout(1);
  }
}

async function run(bench: Bench): ReturnType<Benchmark["run"]> {
  await storeTables(bench.databaseUrl);
  const simulator = await startGateway({ notifications: "off" });
  // Money without a cart is left alone.
  const start = { databaseUrl: bench.databaseUrl, gatewayUrl: simulator.url, options: { lateMoney: "hold" } };
  const server = await startStore({ ...start, mode: "server" });
  const worker = await startStore({ ...start, mode: "worker" });
  const ledger = openLedger(bench.databaseUrl, simulator.url);
  try {
    const first = bench.isShort ? 2 : FIRST;
    const count = first + (bench.isShort ? 5 : COUNT);
    for (let index = 0; index < count; index += 1)
      await ledger.service.pay(cardPayment(`payses_${String(index)}`, `cart_${String(index)}`));
    // The worker starts with its first job.
    await setTimeout(3_000);
    const times: number[] = [];
    for (const payment of await payments(ledger)) {
      await post(`${simulator.url}/_control/portal-capture`, { order_no: payment.order_no });
      const url = `http://127.0.0.1:${String(server.port)}/acquiring/notify/main`;
      const tell = (): Promise<void> => post(`${simulator.url}/_control/notify`, { order_no: payment.order_no, url });
      times.push(await msUntilCaptured(ledger, payment.id, tell));
      await setTimeout(PAUSE_MS);
    }
    if (times.length !== count) throw new Error(`Of ${String(count)} payments ${String(times.length)} were there.`);
    const warm = times.slice(first);
    return [
      figureOf([Math.max(...times.slice(0, first))], { name: "slowest of the first after a start", unit: "ms" }),
      figureOf([percentile(warm, 50)], { name: "notification to effect, p50", unit: "ms" }),
      figureOf([percentile(warm, 99)], { name: "notification to effect, p99", unit: "ms", atMost: 100 }),
    ];
  } finally {
    await ledger.close();
    await worker.child.stop();
    await server.child.stop();
    await simulator.close();
  }
}

export const effect: Benchmark = {
  name: "effect",
  says: "from a notification at a server to its effect by a worker in another process; Medusa's webhook waits 5,000 ms",
  run,
};
