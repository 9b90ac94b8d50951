import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import { storeTables, withClient } from "../harness/databases";
import { figureOf, ratioOf, sideOf } from "../harness/interleave";
import type { Load } from "../harness/load";
import { allAccepted, measuredOf, startLoad } from "../harness/load";
import type { StoreProcess } from "../harness/store";
import { startStore } from "../harness/store";
import { freshRequests } from "./messages";

/**
 * Cost of accepting a notification: our route, which answers after the commit, against Medusa's own, which stores
 * nothing, in one process on one database. Nothing is processed afterwards: the store is a server without a worker.
 */
const OURS = "/acquiring/notify/main";
const MEDUSAS = "/hooks/payment/acquiring-card_main";

async function play(
  { store, load }: Playground,
  { path, clients, count }: { path: string; clients: number; count: number },
): Promise<Measured> {
  const before = await store.child.cpuMs();
  const report = await load.run({ port: store.port, clients, requests: freshRequests(path, count) });
  const cpuMs = ((await store.child.cpuMs()) - before) / count;
  return { ...measuredOf(allAccepted(report, count)), cpuMs };
}

interface Playground {
  readonly store: StoreProcess;
  readonly load: Load;
}

async function compare(bench: Bench, playground: Playground, clients: number): Promise<readonly Figure[]> {
  const count = bench.isShort ? 200 : (bench.count ?? 4_000);
  bench.progress(`${String(clients)} clients`);
  const played = await bench.interleave({
    a: () => play(playground, { path: OURS, clients, count }),
    b: () => play(playground, { path: MEDUSAS, clients, count }),
  });
  const of = `${String(clients)} clients`;
  return [
    ratioOf(played, "requestsPerSecond", { name: `requests/s, ${of}`, atLeast: 2 }),
    ratioOf(played, "p99Ms", { name: `p99, ${of}`, atMost: 1 }),
    ratioOf(played, "cpuMs", { name: `CPU of the server, ${of}` }),
    sideOf(played, "a", { key: "requestsPerSecond", name: `ours, ${of}`, unit: "/s" }),
    sideOf(played, "b", { key: "requestsPerSecond", name: `Medusa's, ${of}`, unit: "/s" }),
  ];
}

/** SIGKILL while 64 clients send: accepted notifications without a row. */
async function lostWhenKilled(bench: Bench, { store, load }: Playground): Promise<Figure> {
  const count = bench.isShort ? 2_000 : 20_000;
  const requests = freshRequests(OURS, count);
  const running = load.run({ port: store.port, clients: 64, requests });
  await reaches(bench.databaseUrl, requests[0]?.body ?? "", count / 4);
  await store.child.kill();
  const { accepted } = await running;
  const rows = await withClient(bench.databaseUrl, (client) =>
    client.query<{ body: string }>("SELECT body FROM acquiring_inbox_event WHERE source = 'notify'"),
  );
  const stored = new Set(rows.rows.map(({ body }) => body));
  const lost = accepted.filter((index) => !stored.has(Buffer.from(requests[index]?.body ?? "").toString("base64")));
  if (lost.length > 0) throw new Error(`${String(lost.length)} accepted notifications are in no row.`);
  bench.progress(`killed after ${String(accepted.length)} accepted of ${String(count)}`);
  return figureOf([lost.length], { name: "accepted and lost on kill -9", unit: "", atMost: 0 });
}

/** Resolves when `count` rows have followed that of `body`. */
async function reaches(databaseUrl: string, body: string, count: number): Promise<void> {
  const first = Buffer.from(body).toString("base64");
  await withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM acquiring_inbox_event WHERE received_at >= (SELECT received_at FROM acquiring_inbox_event WHERE body = $1)",
        [first],
      );
      if ((rows[0]?.count ?? 0) >= count) return;
    }
  });
}

export const notify: Benchmark = {
  name: "notify",
  says: "a notification accepted durably, against Medusa's own payment webhook, which stores nothing",
  run: async (bench) => {
    await storeTables(bench.databaseUrl);
    const store = await startStore({ databaseUrl: bench.databaseUrl, mode: "server" });
    const playground = { store, load: await startLoad() };
    try {
      const figures: Figure[] = [];
      for (const clients of [16, 64]) figures.push(...(await compare(bench, playground, clients)));
      return [...figures, await lostWhenKilled(bench, playground)];
    } finally {
      await playground.load.stop();
      await store.child.stop();
    }
  },
};
