import { Pool } from "undici";
import { createGatewayClient } from "../../src/gateway/client/client";
import { paymentBatch } from "../../src/gateway/operations/batch";
import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import { ratioOf, sideOf } from "../harness/interleave";
import { percentile } from "../harness/statistics";
import { overLedger } from "../ledger/ledger-stage";
import { captureOf } from "./capture-of";

/**
 * One capture by the gateway client: signed, sent, parsed and classified, against the same bytes sent and received
 * without it.
 */
export const wire: Benchmark = {
  name: "wire",
  says: "sign, send and parse one capture, against a bare request of undici's Pool with the same body",
  run: overLedger((bench, { gatewayUrl }) => measure(bench, gatewayUrl)),
};

async function measure(bench: Bench, baseUrl: string): Promise<readonly Figure[]> {
  const count = bench.isShort ? 200 : 4_000;
  const { account, item } = captureOf(baseUrl);
  const client = createGatewayClient({ account });
  const pool = new Pool(baseUrl, { connections: 64, pipelining: 1 });
  const body = JSON.stringify(paymentBatch(account, "capture", [item]));
  const headers = { "content-type": "application/json", accept: "*/*", "accept-encoding": "identity" };
  const played = await bench.interleave({
    a: () =>
      oneAfterAnother(count, async () => {
        const [outcome] = await client.writes.capture([item]);
        if (outcome?.kind !== "settled")
          throw new Error(`The stub's answer was read as ${outcome?.kind ?? "nothing"}.`);
      }),
    b: () =>
      oneAfterAnother(count, async () => {
        const answer = await pool.request({ method: "POST", path: "/v1/capture", headers, body });
        await answer.body.text();
      }),
  });
  await client.close();
  await pool.close();
  return [
    ratioOf(played, "p50Ms", { name: "p50", atMost: 1.2 }),
    ratioOf(played, "cpuMs", { name: "processor time", atMost: 1.5 }),
    sideOf(played, "a", { key: "p50Ms", name: "p50 of ours", unit: "ms" }),
    sideOf(played, "a", { key: "cpuMs", name: "processor time of one", unit: "ms" }),
  ];
}

/** `cpuMs`: CPU time of this process per item. */
export async function oneAfterAnother(count: number, once: () => Promise<void>): Promise<Measured> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    await once();
    times.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { p50Ms: percentile(times, 50), p99Ms: percentile(times, 99), cpuMs: (user + system) / 1_000 / count };
}
