import { mapWithConcurrency } from "../../src/application/map-with-concurrency";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import { ratioOf, sideOf } from "../harness/interleave";
import type { LedgerStage } from "../ledger/ledger-stage";
import { overLedger } from "../ledger/ledger-stage";
import { gatewayIdOf, WIRE_AMOUNT } from "../ledger/stub-answers";
import { message } from "../notify/messages";

/**
 * Waiting notifications that authorise their payments: each is confirmed by a query, and the payment changes. Compared
 * with an account whose signatures suffice. The gateway responds at once: this measures the worker and the database.
 */
const COUNT = 3_000;
/** As the worker: a whole page at once. */
const PAGE = 50;

export const applied: Benchmark = {
  name: "applied",
  says: "3,000 waiting notifications that authorise a payment each, confirmed by queries, against trusted signatures",
  run: overLedger(measure),
};

async function measure(bench: Bench, stage: LedgerStage): Promise<readonly Figure[]> {
  const count = bench.isShort ? 200 : (bench.count ?? COUNT);
  await stage.gateway.ask("behave", { paymentStatus: "2000" });
  const [queried, trusted] = [stage.service(), stage.service({ notify: { trust: "signature" } })];
  const play = async (service: AcquiringModuleService): Promise<Measured> => {
    await receive(stage, await stage.authorised(count));
    return process(stage, service, count);
  };
  const played = await bench.interleave({ a: () => play(queried), b: () => play(trusted) });
  return [
    ratioOf(played, "perSecond", { name: "of trusted signatures" }),
    sideOf(played, "a", { key: "perSecond", name: "confirmed by queries", unit: "/s" }),
    sideOf(played, "b", { key: "perSecond", name: "trusted signatures", unit: "/s" }),
    sideOf(played, "a", { key: "cpuMs", name: "processor time of each, by queries", unit: "ms" }),
    sideOf(played, "b", { key: "cpuMs", name: "processor time of each, trusted", unit: "ms" }),
  ];
}

/** The payments wait for the gateway's decision again, and a message about each has been stored. */
async function receive({ pg }: LedgerStage, ids: readonly string[]): Promise<void> {
  await pg("acquiring_payment_attempt")
    .whereIn("id", ids)
    .update({ state: "pending", authorised: 0, raw_authorised: ZERO });
  await pg("acquiring_operation").whereIn("attempt_id", ids).update({ status: "pending", concluded_at: null });
  const bodies = ids.map((id) => {
    const orderNo = `acq_${id.slice(-26)}`;
    const body = message(0, orderNo, { transaction_id: gatewayIdOf(orderNo), amount: WIRE_AMOUNT });
    return { id: `acqin_${id.slice(-26)}`, body: Buffer.from(body).toString("base64"), order_no: orderNo };
  });
  await pg.raw(
    `INSERT INTO acquiring_inbox_event (id, account, source, digest, content_type, body, signature, order_no, status, tries,
       deliveries, next_try_at, received_at, created_at, updated_at)
     SELECT id, 'main', 'notify', id, 'application/x-www-form-urlencoded', body, 'matched', order_no, 'pending', 0, 1, now(),
       now(), now(), now()
     FROM json_to_recordset(CAST(? AS json)) AS given (id text, body text, order_no text)`,
    [JSON.stringify(bodies)],
  );
  await pg.raw("VACUUM ANALYZE acquiring_payment_attempt, acquiring_operation, acquiring_inbox_event");
}

const ZERO = JSON.stringify({ value: "0", precision: 20 });

async function process({ pg }: LedgerStage, service: AcquiringModuleService, count: number): Promise<Measured> {
  const cpu = globalThis.process.cpuUsage();
  const begun = performance.now();
  for (let ids = await service.takeInbox(PAGE); ids.length > 0; ids = await service.takeInbox(PAGE)) {
    await mapWithConcurrency(ids, PAGE, {
      work: (id) => service.applyInbox(id),
      onError: (id, error) => {
        throw new Error(`${id} could not be processed.`, { cause: error });
      },
    });
  }
  const ms = performance.now() - begun;
  const { user, system } = globalThis.process.cpuUsage(cpu);
  const left = await pg("acquiring_payment_attempt")
    .whereNot({ state: "authorised", authorised: 4_000 })
    .first("id", "state");
  const open = await pg("acquiring_inbox_event").whereNot({ status: "applied" }).first("id", "result");
  if (left || open) throw new Error(`Not every payment is authorised: ${JSON.stringify(left ?? open)}`);
  return { perSecond: (count * 1_000) / ms, cpuMs: (user + system) / 1_000 / count };
}
