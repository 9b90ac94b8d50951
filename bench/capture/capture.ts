import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Knex } from "knex";
import { Pool } from "undici";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { CheckoutProvider } from "../../src/providers/acquiring/checkout";
import type { Bench, Benchmark, Figure } from "../harness/benchmark";
import { flushes } from "../harness/flushes";
import { differenceOf, figureOf, ratioOf, sideOf } from "../harness/interleave";
import { overLedger } from "../ledger/ledger-stage";
import { storeTables } from "../harness/databases";
import type { LedgerStage } from "../ledger/ledger-stage";
import { oneAfterAnother } from "../wire/wire";
import { insertCaptureRows, numberOf } from "./medusa-rows";
import { stripePeer } from "./stripe-peer";

/**
 * Captures one after another through the provider, as Medusa's payment module calls it, with rows committed before and
 * after the request. The provider reads Medusa's rows from its tables; Stripe's reads none. `LATENCY_MS`: gateway latency
 * in the last comparison.
 */
const LATENCY_MS = 50;

export const capture: Benchmark = {
  name: "capture",
  says: "a capture through the provider with its journal, against Stripe's provider for Medusa and against a bare request",
  run: overLedger(measure, storeTables),
};

async function measure(bench: Bench, stage: LedgerStage): Promise<readonly Figure[]> {
  const count = bench.isShort ? 20 : 300;
  const few = bench.isShort ? 10 : 60;
  const ours = providerOver(stage.service(), stage.pg);
  const { port } = new URL(stage.gatewayUrl);
  const stripe = stripePeer(Number.parseInt(port, 10));
  const pool = new Pool(stage.gatewayUrl, { connections: 64, pipelining: 1 });
  const a = async (many: number) => {
    const made = await stage.authorised(many);
    await insertCaptureRows(stage.pg, made);
    const ids = made.values();
    return oneAfterAnother(many, async () => ours.capture(ids.next().value ?? ""));
  };
  const bare = (many: number) =>
    oneAfterAnother(many, async () => {
      const headers = { "content-type": "application/json" };
      const answer = await pool.request({ method: "POST", path: "/v1/capture", headers, body: BODY });
      await answer.body.text();
    });
  let intents = 0;
  const peer = () =>
    oneAfterAnother(count, async () => {
      intents += 1;
      await stripe.capture({ id: `pi_${String(intents)}`, key: `capture_${String(intents)}` });
    });
  const againstPeer = await bench.interleave({ a: () => a(count), b: peer });
  const againstBare = await bench.interleave({ a: () => a(count), b: () => bare(count) });
  const { p50Ms: flushMs = Number.NaN } = await flushes(stage.pg, few);
  await stage.gateway.ask("behave", { latencyMs: LATENCY_MS });
  const atLatency = await bench.interleave({ a: () => a(few), b: () => bare(few) });
  await pool.close();
  return [
    ratioOf(againstPeer, "cpuMs", { name: "processor time against Stripe's provider", atMost: 4 }),
    differenceOf(againstBare, "p50Ms", { name: "added to a bare request", unit: "ms", atMost: 2 * flushMs + 1 }),
    figureOf([flushMs], { name: "one flush, p50", unit: "ms" }),
    ratioOf(atLatency, "p50Ms", { name: `of a bare request at ${String(LATENCY_MS)} ms`, atMost: 1.08 }),
    sideOf(againstPeer, "a", { key: "cpuMs", name: "processor time of ours", unit: "ms" }),
    sideOf(againstPeer, "b", { key: "cpuMs", name: "processor time of Stripe's", unit: "ms" }),
    sideOf(againstBare, "a", { key: "p50Ms", name: "p50 of ours", unit: "ms" }),
  ];
}

const BODY = JSON.stringify({
  merchant_id: "100001",
  account_id: "100001001",
  encryption_data: "0".repeat(64),
  capture_orders: [{ transaction_id: "1", order_no: "bare", currency: "EUR", amount: "40.00" }],
});

/** The provider, with the store's connection. */
function providerOver(acquiring: AcquiringModuleService, pg: Knex): { capture(attemptId: string): Promise<void> } {
  const provider = new CheckoutProvider({ acquiring, [ContainerRegistrationKeys.PG_CONNECTION]: pg });
  return {
    capture: async (attemptId) => {
      const { data } = await provider.capturePayment({ context: { idempotency_key: `capt_${numberOf(attemptId)}` } });
      if (data?.state !== "captured") throw new Error(`A capture ended as ${String(data?.state)}.`);
    },
  };
}
