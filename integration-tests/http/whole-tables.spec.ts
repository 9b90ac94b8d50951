import retention from "../../src/jobs/acquiring-retention";
import subscriptions from "../../src/jobs/acquiring-subscriptions";
import watch from "../../src/jobs/acquiring-watch";
import { findUnbegun } from "../../src/application/worker/find-unbegun";
import { loadMedusaPayment } from "../../src/application/orders/load-medusa-payment";
import { readFigures } from "../../src/modules/acquiring/health/figures";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { insertLongPast } from "../support/long-past";
import { planOf, statementsOf } from "../support/plans";

/**
 * Queries on the payment path and of jobs do not slow down with a store's age: no growing table is read completely. The
 * reconciliation, which reads everything, has its own benchmark.
 */
const PAST = 4_000;
const GROWING =
  /Seq Scan on (acquiring_(?:payment_attempt|operation|entry|inbox_event|audit_record)|payment|payment_session|payment_collection|capture|refund|order_cart)\b/;

withStore("whole_tables", (stage) => {
  const paid = async ({ shop, admin }: Stage): Promise<string> => {
    const { orderId } = await shop.order();
    return (await admin.payment(orderId)).id;
  };

  /** Partial captures and refunds, a void, a lost answer, notifications, the jobs, and a collection of metrics. */
  async function live(): Promise<void> {
    const { admin, gateway, work, container, ledger, pg } = stage();
    await gateway.control("settings", { notifications: "on", multipleCaptures: true });
    const first = await paid(stage());
    await admin.post(`/admin/payments/${first}/capture`, { amount: 60 }).expect(200);
    await admin.post(`/admin/payments/${first}/refund`, { amount: 10 }).expect(200);
    await gateway.fault("refund", "drop-before");
    await admin.post(`/admin/payments/${first}/refund`, { amount: 5 });
    await gateway.idle();
    await work();
    for (const job of [watch, retention, subscriptions]) await job(container);
    await work();
    await readFigures(pg, ledger.now());
    await findUnbegun(container);
  }

  test("no statement reads a growing table completely", async () => {
    const { pg } = stage();
    await insertLongPast(pg, PAST);
    const statements = await statementsOf(pg, live);
    // Plans follow the statistics, which autovacuum may have taken while the rows above were written.
    await pg.raw("ANALYZE");
    const whole = new Set<string>();
    for (const statement of statements) {
      const plan = await planOf(pg, statement);
      if (GROWING.test(plan)) whole.add(`${statement.sql}\n${plan}`);
    }
    expect(statements.length).toBeGreaterThan(100);
    expect([...whole]).toEqual([]);
  }, 120_000);

  test("Medusa's data of a payment is read with one statement, thus in one state of the database", async () => {
    const { pg, container } = stage();
    const id = await paid(stage());
    const attempt = await pg("acquiring_payment_attempt").first();
    const statements = await statementsOf(pg, async () => {
      const { session, payment, cartId, order } = await loadMedusaPayment(container, attempt);
      expect([session?.id, payment?.id, cartId]).toEqual([attempt.session_id, id, attempt.cart_id]);
      expect(order).toMatchObject({ status: "pending", isPaid: true });
    });
    expect(statements).toHaveLength(1);
  });
});
