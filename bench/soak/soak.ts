import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import type { Bench, Benchmark, Figure } from "../harness/benchmark";
import type { Child } from "../harness/children";
import { startChild } from "../harness/children";
import { storeTables } from "../harness/databases";
import { figureOf } from "../harness/interleave";
import { slope } from "../harness/statistics";
import { storeEnv } from "../harness/store";

/**
 * Memory of one process over a hundred thousand payments, measured after each batch and a garbage collection; the first
 * part, with filling caches and compilation, is not counted.
 */
const LOTS = 100;
const WARM_UP = 0.3;
const MB = 1_048_576;
/** A leak of a hundred bytes per payment. */
const MOST_MB_PER_10000 = 1;
const PER = 10_000;

/** Batches this small are sold at once; larger ones would cause gateway retries. */
const MOST_IN_ONE_LOT = 500;

/** The measured value (y) after x payments. */
interface Point {
  readonly x: number;
  readonly y: number;
}

async function sellAll(bench: Bench, till: Child, count: number): Promise<readonly Figure[]> {
  const lot = Math.max(1, Math.min(MOST_IN_ONE_LOT, Math.floor(count / LOTS)));
  const resident: Point[] = [];
  const heap: Point[] = [];
  const look = async (x: number): Promise<void> => {
    const memory = await till.memory();
    resident.push({ x, y: memory.resident / MB });
    heap.push({ x, y: memory.heap / MB });
  };
  const started = performance.now();
  for (let sold = 0; sold < count; sold += lot) {
    await till.ask("sell", { first: sold + 1, count: Math.min(lot, count - sold) });
    const x = Math.min(sold + lot, count);
    await look(x);
    if (resident.length % 10 === 0)
      bench.progress(`${String(x)} sold, ${String(Math.round(resident.at(-1)?.y ?? 0))} MB`);
  }
  const seconds = (performance.now() - started) / 1_000;
  const counted = (points: readonly Point[]): readonly Point[] => points.filter(({ x }) => x > count * WARM_UP);
  const perTenThousand = (points: readonly Point[]): number => slope(counted(points)) * PER;
  return [
    figureOf([perTenThousand(resident)], {
      name: "resident memory grows by, in 10,000 payments",
      unit: "MB",
      atMost: MOST_MB_PER_10000,
    }),
    figureOf([perTenThousand(heap)], { name: "heap grows by, in 10,000 payments", unit: "MB" }),
    figureOf(
      counted(resident).map(({ y }) => y),
      { name: "resident memory after the warm-up", unit: "MB" },
    ),
    figureOf([count / seconds], { name: "payments in a second", unit: "/s" }),
    figureOf([(await till.cpuMs()) / count], { name: "CPU of a payment", unit: "ms" }),
  ];
}

async function run(bench: Bench): Promise<readonly Figure[]> {
  const count = bench.count ?? (bench.isShort ? 50 : 100_000);
  await storeTables(bench.databaseUrl);
  const gateway = await startChild(join(__dirname, "gateway-child.ts"));
  try {
    const { port } = z.object({ port: z.number() }).parse(gateway.ready);
    const start = {
      databaseUrl: bench.databaseUrl,
      mode: "server",
      gatewayUrl: `http://127.0.0.1:${String(port)}`,
    } as const;
    const till = await startChild(join(__dirname, "till-child.ts"), { env: storeEnv(start) });
    try {
      bench.progress(`selling ${String(count)}`);
      return await sellAll(bench, till, count);
    } finally {
      await till.stop();
    }
  } finally {
    await gateway.stop();
  }
}

export const soak: Benchmark = {
  name: "soak",
  says: "a hundred thousand payments authorised, notified and captured by one process: its memory stays where it is",
  isLong: true,
  run,
};
