import { join } from "node:path";
import { z } from "@medusajs/framework/zod";
import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import type { Child } from "../harness/children";
import { startChild } from "../harness/children";
import { ledgerTables, withClient } from "../harness/databases";
import { ratioOf } from "../harness/interleave";
import type { Load, LoadRequest } from "../harness/load";
import { allAccepted, measuredOf, startLoad } from "../harness/load";
import { freshRequests, message, requestOf } from "../notify/messages";

/** Our handler without Medusa: the handler's own cost, and the effect of group commits. */
const OURS = "/ours/main";
const PLAIN = "/plain";

interface Playground {
  readonly child: Child;
  readonly load: Load;
  readonly port: number;
}

async function withPlayground<T>(bench: Bench, work: (playground: Playground) => Promise<T>): Promise<T> {
  await ledgerTables(bench.databaseUrl);
  await withClient(bench.databaseUrl, (client) =>
    client.query(
      "CREATE TABLE plain_arrival (id bigserial PRIMARY KEY, body bytea NOT NULL, at timestamptz NOT NULL DEFAULT now())",
    ),
  );
  const child = await startChild(join(__dirname, "bare-child.ts"), {
    env: { DATABASE_URL: bench.databaseUrl, NODE_ENV: "production" },
  });
  const load = await startLoad();
  try {
    return await work({ child, load, port: z.object({ port: z.number() }).parse(child.ready).port });
  } finally {
    await load.stop();
    await child.stop();
  }
}

async function play(
  { child, load, port }: Playground,
  clients: number,
  requests: readonly LoadRequest[],
): Promise<Measured> {
  const before = await child.cpuMs();
  const report = allAccepted(await load.run({ port, clients, requests }), requests.length);
  return { ...measuredOf(report), cpuMs: ((await child.cpuMs()) - before) / requests.length };
}

const COUNTS: Readonly<Record<number, number>> = { 1: 400, 8: 2_000, 32: 4_000 };

async function against(bench: Bench, playground: Playground, clients: number): Promise<readonly Figure[]> {
  const count = bench.isShort ? 50 : (COUNTS[clients] ?? 1_000);
  bench.progress(`${String(clients)} clients`);
  const played = await bench.interleave({
    a: () => play(playground, clients, freshRequests(OURS, count)),
    b: () => play(playground, clients, freshRequests(PLAIN, count)),
  });
  if (clients === 1) return [ratioOf(played, "p50Ms", { name: "p50, 1 client", atMost: 1.5 })];
  const name = `requests/s, ${String(clients)} clients`;
  return [ratioOf(played, "requestsPerSecond", { name, atLeast: clients === 8 ? 1 : 1.2 })];
}

export const notifyBare: Benchmark = {
  name: "notify-bare",
  says: "our handler on bare Express, against Express with one INSERT for each request",
  run: (bench) =>
    withPlayground(bench, async (playground) => {
      const figures: Figure[] = [];
      for (const clients of [1, 8, 32]) figures.push(...(await against(bench, playground, clients)));
      return figures;
    }),
};

/** Nine of ten repeat an earlier message, like a gateway's retries: soon after the first one. */
let last = 1_000_000_000;
function repeated(count: number): LoadRequest[] {
  return Array.from({ length: count }, (_, index) => {
    if (index % 10 === 0) last += 1;
    return requestOf(OURS, message(last));
  });
}

const DUPLICATED = 4_000;

export const notifyDuplicates: Benchmark = {
  name: "notify-duplicates",
  says: "notifications of which nine in ten are repetitions, against as many without any",
  run: (bench) =>
    withPlayground(bench, async (playground) => {
      const count = bench.isShort ? 100 : DUPLICATED;
      const played = await bench.interleave({
        a: () => play(playground, 32, repeated(count)),
        b: () => play(playground, 32, freshRequests(OURS, count)),
      });
      return [ratioOf(played, "requestsPerSecond", { name: "requests/s, 32 clients", atLeast: 1 })];
    }),
};
