import { cpus } from "node:os";
import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import knex from "knex";
import { QUERIES_AT_ONCE } from "../../src/modules/acquiring/reconciliation/query-gateway";
import type { Bench, Benchmark, Figure } from "../harness/benchmark";
import type { Child } from "../harness/children";
import { startChild } from "../harness/children";
import { storeTables } from "../harness/databases";
import { figureOf } from "../harness/interleave";
import { storeEnv } from "../harness/store";
import { fillBooks, placed } from "./fill";

/**
 * Duration of the reconciliation compared with its pure network time: the same number of requests with the same
 * concurrency and latency. Also checks that exactly the seeded differences are found, in constant memory.
 */
const DIFFERENCES = 37;
const MEMORY_MB = 64;
const MB = 1_048_576;

const Ready = z.object({ port: z.number() });
const Counted = z.object({ requests: z.number(), mostOpen: z.number(), latencyMs: z.number() });
const Compared = z.object({
  ms: z.number(),
  cpuMs: z.number(),
  examined: z.number(),
  found: z.array(z.string()),
  grewBy: z.number(),
});

async function fill(databaseUrl: string, count: number): Promise<void> {
  await storeTables(databaseUrl);
  const pg = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    await fillBooks(pg, count, DIFFERENCES);
  } finally {
    await pg.destroy();
  }
}

/** Throws unless exactly the seeded differences were found in all payments. */
function judge({ examined, found }: z.infer<typeof Compared>, count: number): void {
  const expected = placed(count, DIFFERENCES).map(({ id, corruption }) => `${corruption.kind} ${id}`);
  const missed = expected.filter((each) => !found.includes(each));
  const invented = found.filter((each) => !expected.includes(each));
  if (examined === count && missed.length === 0 && invented.length === 0) return;
  const some = [...missed.map((each) => `missed ${each}`), ...invented.map((each) => `invented ${each}`)].slice(0, 10);
  throw new Error(`${String(examined)} of ${String(count)} payments were compared; ${some.join(", ")}.`);
}

interface Processors {
  readonly busyMs: number;
  readonly allMs: number;
}

/** Since the machine started, all processors together. */
function processors(): Processors {
  const times = cpus().map((cpu) => cpu.times);
  const busyMs = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0);
  return { busyMs, allMs: busyMs + times.reduce((sum, { idle }) => sum + idle, 0) };
}

async function compare(bench: Bench, gateway: Child, count: number): Promise<readonly Figure[]> {
  const gatewayUrl = `http://127.0.0.1:${String(Ready.parse(gateway.ready).port)}`;
  const env = storeEnv({ databaseUrl: bench.databaseUrl, mode: "server", gatewayUrl });
  const store = await startChild(join(__dirname, "compare-child.ts"), { env });
  try {
    bench.progress("comparing");
    const before = processors();
    const compared = Compared.parse(await store.ask("compare", { payments: count }));
    const after = processors();
    const busyMs = after.busyMs - before.busyMs;
    judge(compared, count);
    const { requests, mostOpen, latencyMs } = Counted.parse(await gateway.ask("counted"));
    const idealMs = (requests * latencyMs) / QUERIES_AT_ONCE;
    return [
      figureOf([compared.ms / idealMs], { name: "time over requests × latency / parallel", unit: "×", atMost: 1.2 }),
      figureOf([compared.grewBy / MB], { name: "memory grew by", unit: "MB", atMost: MEMORY_MB }),
      figureOf([compared.ms / 1_000], { name: `time for ${String(count)} payments`, unit: "s" }),
      figureOf([(compared.cpuMs * 1_000) / count], { name: "CPU of a payment", unit: "µs" }),
      figureOf([(busyMs * 1_000) / count], { name: "CPU of a payment, with Postgres and the gateway", unit: "µs" }),
      figureOf([(busyMs * 100) / (after.allMs - before.allMs)], { name: "processors busy", unit: "%" }),
      figureOf([requests], { name: "requests", unit: "" }),
      figureOf([mostOpen], { name: "requests at once, at most", unit: "" }),
    ];
  } finally {
    await store.stop();
  }
}

export const reconcile: Benchmark = {
  name: "reconcile",
  says: "three books of a million payments compared, against the time that the gateway's answers alone would take",
  isLong: true,
  run: async (bench) => {
    const count = bench.count ?? (bench.isShort ? 10_000 : 1_000_000);
    bench.progress(`filling the books with ${String(count)} payments`);
    await fill(bench.databaseUrl, count);
    const gateway = await startChild(join(__dirname, "gateway-child.ts"));
    try {
      return await compare(bench, gateway, count);
    } finally {
      await gateway.stop();
    }
  },
};
