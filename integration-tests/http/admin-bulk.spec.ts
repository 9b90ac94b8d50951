import type { BulkRun } from "../../src/api-schema/admin";
import { dashboardKey } from "../../src/modules/acquiring/gate/admin-commands";
import { openBulkRun, waitingBulkItems } from "../../src/modules/acquiring/ledger/bulk-capture-rows";
import { ageLeases, insertDeadLease } from "../support/age-leases";
import { withStore } from "../support/boot";
import { cardPayment } from "../support/card-payment";

/** A machine that pauses longer than the default in the middle of a request must not fail the test. */
const PATIENT = { batch: { maxWaitMs: 5_000 } };

/** BULK_PAYMENTS=1000 is the maximum of one request; the default keeps the whole test run within half an hour. */
const MANY = Number.parseInt(process.env.BULK_PAYMENTS ?? "150", 10);

/** Bulk captures: number of requests, each item's result, and continuing after a dead process. */
interface Ordered {
  readonly id: string;
  readonly orderId: string;
  readonly orderNo: string;
}

withStore(
  "admin_bulk",
  (stage) => {
    const order = async (): Promise<Ordered> => {
      const { orderId, checkout } = await stage().shop.order();
      const attempt = await stage().ledger.attempts.attemptOfSession(checkout.session.id);
      if (!attempt) throw new Error("The session has no payment.");
      return { id: attempt.id, orderId, orderNo: attempt.order_no };
    };
    /** The first one alone, because the runner has just closed all database connections; then a few at a time. */
    const orders = async (count: number): Promise<Ordered[]> => {
      const made: Ordered[] = [await order()];
      const customer = async (): Promise<void> => {
        while (made.length < count) {
          const place = made.push({ id: "", orderId: "", orderNo: "" }) - 1;
          made[place] = await order();
        }
      };
      await Promise.all(Array.from({ length: 6 }, customer));
      return made;
    };
    const begin = (key: string, ids: readonly string[]) =>
      stage().admin.post("/admin/acquiring/bulk-captures", { key, payment_ids: ids });
    const see = async (id: string, after = 0): Promise<BulkRun> =>
      (
        await stage()
          .admin.get(`/admin/acquiring/bulk-captures/${id}?after=${String(after)}`)
          .expect(200)
      ).body;
    const captures = async (): Promise<{ body: Record<string, unknown> }[]> =>
      (await stage().gateway.requests()).filter(({ operation }) => operation === "capture");
    const capturedIn = async (orderId: string): Promise<number[]> =>
      (await stage().admin.payment(orderId)).captures.map(({ amount }) => amount);

    test("a dozen orders are captured in one request; the refused one is shown, and Medusa has the rows of the others", async () => {
      const made = await orders(12);
      const refused = made[5];
      if (!refused) throw new Error("There are too few orders.");
      await stage().gateway.control("portal-void", { order_no: refused.orderNo });
      const ids = made.map(({ id }) => id);
      const begun = await begin("bulk-of-12-orders-01", ids);
      expect([begun.status, begun.body.total, begun.body.finished_at]).toEqual([202, 12, null]);
      // A second click returns the same run.
      expect((await begin("bulk-of-12-orders-01", ids)).body.id).toBe(begun.body.id);
      await stage().ledger.drain.settle();
      const run = await see(begun.body.id);
      expect(run).toMatchObject({
        total: 12,
        created_by: "admin@example.test",
        counts: { done: 11, refused: 1, pending: 0, unknown: 0, not_sent: 0, waiting: 0 },
      });
      expect(run.finished_at).not.toBeNull();
      expect(await captures()).toHaveLength(1);
      expect(run.results.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      const [item] = run.results.filter(({ outcome }) => outcome === "refused");
      expect(item).toMatchObject({ payment_id: refused.id, order: { id: refused.orderId }, amount: "100.00" });
      expect(item?.message).toMatch(/\w/);
      expect((await see(begun.body.id, 10)).results.map(({ number }) => number)).toEqual([11, 12]);
      for (const { orderId } of [made[0], made[11]].flatMap((one) => one ?? [])) {
        expect(await capturedIn(orderId)).toEqual([100]);
      }
      const rows = await stage().pg("capture").count();
      expect(rows).toEqual([{ count: "11" }]);
      const { body } = await stage().admin.get("/admin/acquiring/bulk-captures").expect(200);
      expect(body.runs).toMatchObject([{ id: run.id, results: [] }]);
    }, 100_000);

    test("a bulk capture whose process died is finished by another, and nothing is sent again", async () => {
      const { ledger, pg } = stage();
      const made = await orders(3);
      const ids = made.map(({ id }) => id);
      const run = { key: "bulk-of-a-dead-one", createdBy: "user_1", attemptIds: ids };
      const { row } = await openBulkRun(pg, run, new Date());
      await insertDeadLease(pg, "bulk-capture", row.id);
      const [first] = await waitingBulkItems(pg, row.id, 1);
      if (!first) throw new Error("The run has no items.");
      // The process died between the gateway's answer and recording it.
      const sent = await ledger.gate.run({
        attemptId: first.attempt_id,
        kind: "capture",
        amount: 10_000n,
        idempotencyKey: dashboardKey("capture", first.id),
        actor: "admin",
        actorId: "user_1",
        recordedBy: "projection",
      });
      expect(sent).toEqual({ kind: "settled" });
      await stage().work();
      await ledger.drain.settle();
      expect(await see(row.id)).toMatchObject({ total: 3, counts: { done: 0, waiting: 3 } });
      await ageLeases(pg, "bulk-capture");
      await stage().work();
      await ledger.drain.settle();
      expect(await see(row.id)).toMatchObject({ total: 3, counts: { done: 3, waiting: 0 } });
      const items = (await captures()).flatMap(({ body }) => JSON.stringify(body).match(/transaction_id/g) ?? []);
      expect(items).toHaveLength(3);
      for (const { orderId } of made) expect(await capturedIn(orderId)).toEqual([100]);
    }, 60_000);

    test("an uncapturable payment says why, an unknown payment starts nothing, and a key is for one bulk capture", async () => {
      const [one] = await orders(1);
      if (!one) throw new Error("There is no order.");
      const begun = await begin("bulk-of-one-order-01", [one.id, one.id]).expect(202);
      await stage().ledger.drain.settle();
      expect(await see(begun.body.id)).toMatchObject({ total: 1, counts: { done: 1 } });
      const again = await begin("bulk-of-one-order-02", [one.id]).expect(202);
      await stage().ledger.drain.settle();
      const { results } = await see(again.body.id);
      expect(results).toMatchObject([
        { outcome: "refused", message: expect.stringContaining("already been captured") },
      ]);
      const wrong = await begin("bulk-of-one-order-03", [one.id, "acqatt_none"]);
      expect([wrong.status, wrong.body.message]).toEqual([400, "payment_ids: there is no payment acqatt_none."]);
      const other = await begin("bulk-of-one-order-02", [(await order()).id]);
      expect([other.status, other.body.message]).toEqual([400, expect.stringMatching(/^key: already used/)]);
      await stage().admin.get("/admin/acquiring/bulk-captures/acqblk_none").expect(404);
      expect(await captures()).toHaveLength(1);
    }, 60_000);

    test("an item without a clear response keeps its outcome beside the payment's current state", async () => {
      const made = await orders(1);
      await stage().gateway.fault("capture", "drop-after-apply");
      const begun = await begin(
        "bulk-without-answer-1",
        made.map(({ id }) => id),
      ).expect(202);
      await stage().ledger.drain.settle();
      const lost = { outcome: "unknown", now: { state: "authorised", capture: null } };
      expect((await see(begun.body.id)).results).toMatchObject([lost]);
      await stage().hurry();
      const { results } = await see(begun.body.id);
      expect(results).toMatchObject([
        { outcome: "unknown", now: { state: "captured", amounts: { captured: "100.00" } } },
      ]);
      expect(await captures()).toHaveLength(1);
    });

    test(`${String(MANY)} payments are captured fifty to a request, and each has its result`, async () => {
      const { ledger, pg } = stage();
      const sessions = Array.from({ length: MANY }, (_, index) => `payses_bulk_${String(index)}`);
      const left = sessions.values();
      const customer = async (): Promise<void> => {
        for (const id of left) await ledger.pay(cardPayment(id, `cart_${id}`));
      };
      await Promise.all(Array.from({ length: 10 }, customer));
      const rows: { id: string }[] = await pg("acquiring_payment_attempt").where({ state: "authorised" }).select("id");
      const ids = rows.map(({ id }) => id);
      const begun = await begin("bulk-of-many-orders-1", ids).expect(202);
      await ledger.drain.settle();
      const run = await see(begun.body.id);
      expect(run.counts).toMatchObject({ done: MANY, waiting: 0 });
      expect([run.finished_at === null, run.results.length]).toEqual([false, MANY]);
      expect(new Set(run.results.map(({ payment_id: id }) => id)).size).toBe(MANY);
      expect(await captures()).toHaveLength(Math.ceil(MANY / 50));
    }, 300_000);
  },
  PATIENT,
);
