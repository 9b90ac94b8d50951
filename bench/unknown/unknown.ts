import { Pool } from "undici";
import { z } from "@medusajs/framework/zod";
import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import { figureOf, ratioOf, sideOf } from "../harness/interleave";
import type { LedgerStage } from "../ledger/ledger-stage";
import { overLedger } from "../ledger/ledger-stage";

/**
 * A process died with 10,000 captures in flight: each is queried and recorded, compared with the same number of bare
 * queries to the same gateway. Nothing may be sent meanwhile.
 */
const LATENCY_MS = 100;
const PARALLEL = 4;
/** As the worker. */
const PAGE = 5_000;
/** Order numbers per query with the default profile. */
const HELD = 32;
/** After this time a send's process counts as dead, and a query's answer is final. */
const AGE = "interval '1 hour'";

const Counted = z.object({ requests: z.number(), items: z.number() });

export const unknown: Benchmark = {
  name: "unknown",
  says: "10,000 unknown captures after a crash, asked about and booked, against the bare queries that this takes",
  run: overLedger(measure),
};

async function measure(bench: Bench, stage: LedgerStage): Promise<readonly Figure[]> {
  const count = bench.isShort ? 500 : 10_000;
  const service = stage.service();
  await stage.gateway.ask("behave", { latencyMs: LATENCY_MS, parallel: PARALLEL });
  const queries = Math.ceil(count / HELD);
  const sent: number[] = [];
  const bare = new Pool(stage.gatewayUrl, { connections: PARALLEL });
  const played = await bench.interleave({
    a: async () => {
      await stage.authorised(count);
      await crash(stage);
      await stage.gateway.ask("counted");
      const said = await timed(async () => {
        for (let ids = await service.due("check", PAGE); ids.length > 0; ids = await service.due("check", PAGE)) {
          const broken = await service.checkAttempts(ids);
          if (broken.length > 0) throw new Error(`A check broke: ${broken[0]?.message ?? ""}`);
        }
      });
      const { requests, items } = Counted.parse(await stage.gateway.ask("counted"));
      sent.push(items);
      await assertBooked(stage);
      return { ...said, requests };
    },
    b: () => timed(() => askBare(bare, queries)),
  });
  await bare.close();
  return [
    ratioOf(played, "ms", { name: `of ${String(queries)} bare queries, ${String(PARALLEL)} at once`, atMost: 1.15 }),
    figureOf(sent, { name: "operations sent again", unit: "", atMost: 0 }),
    sideOf(played, "a", { key: "requests", name: "queries", unit: "", atMost: queries + Math.ceil(count / PAGE) }),
    sideOf(played, "a", { key: "ms", name: "until all are known", unit: "ms" }),
    sideOf(played, "a", { key: "cpuMs", name: "processor time", unit: "ms" }),
  ];
}

/** Every uncaptured payment gets a capture that was being sent when its process died. */
async function crash({ pg }: LedgerStage): Promise<void> {
  await pg.raw(
    `INSERT INTO acquiring_operation (id, attempt_id, kind, sequence, idempotency_key, amount, raw_amount, currency, status,
       actor, sent_at, recorded_in_medusa)
     SELECT 'acqop_capture' || right(id, 20), id, 'capture', 2, 'capture_' || id, 4000, raw_authorised, currency, 'sending',
       'admin', now() - ${AGE}, false FROM acquiring_payment_attempt WHERE state = 'authorised'`,
  );
  await pg.raw(
    `UPDATE acquiring_payment_attempt SET next_check_at = now() - interval '1 minute' WHERE state = 'authorised'`,
  );
  await pg.raw("VACUUM ANALYZE acquiring_payment_attempt");
}

async function assertBooked({ pg }: LedgerStage): Promise<void> {
  const open = await pg("acquiring_operation").whereNot({ status: "settled" }).first("id");
  const left = await pg("acquiring_payment_attempt").whereNot({ state: "captured", captured: 4_000 }).first("id");
  if (open || left) throw new Error("Something is still unknown.");
}

async function timed(work: () => Promise<void>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1_000 };
}

async function askBare(pool: Pool, queries: number): Promise<void> {
  const orders = Array.from({ length: HELD }, (_, index) => `acq_${String(index).padStart(26, "0")}`).join(",");
  const body = new URLSearchParams({ merchant_id: "100001", account_id: "100001001", orders }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  let left = queries;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await pool.request({ method: "POST", path: "/v1/retrievalTrans", headers, body });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}
