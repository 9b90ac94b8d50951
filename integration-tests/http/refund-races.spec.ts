import { setTimeout as passed } from "node:timers/promises";
import { projectAttempt } from "../../src/application/orders/project-attempt";
import { withStore } from "../support/boot";
import { later } from "../support/other-process";
import { refundsOf } from "../support/returns";
import { allBooks, threeBooks } from "../support/three-books";

/**
 * Refunds of Medusa's button while a refund with a lost answer is being recorded through core's own flow, with
 * different timings: what was sent is recorded and answered with 200, what Medusa cannot record is not sent. Each
 * timing runs REFUND_RACE_ROUNDS times, default 1: `REFUND_RACE_ROUNDS=40 npm test http -- refund-races` takes about
 * ten minutes.
 */
const ROUNDS = Number.parseInt(process.env.REFUND_RACE_ROUNDS ?? "1", 10);
const PACES = [0, 5, 10, 15, 20, 40, 80, 160];
const MOST_PRESSES = 40;
/** Core waits three seconds for the payment's row, then answers 500 and sends nothing: a busy machine ends this many before. */
const AT_ONCE = 4;
const NOT_SENT = /[Nn]othing was (?:sent|refunded)|is being recorded/;
const LONG = 60_000 + ROUNDS * 60_000;

withStore("refund_races", (stage) => {
  const press = async (paymentId: string, amount: number): Promise<{ status: number; message: string }> => {
    const { status, body } = await stage().admin.post(`/admin/payments/${paymentId}/refund`, { amount });
    return { status, message: String(body.message) };
  };

  async function captured(): Promise<{ orderId: string; paymentId: string }> {
    const { shop, admin } = stage();
    const checkout = await shop.checkout("tall-vase", 2);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const { id: paymentId } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${paymentId}/capture`).expect(200);
    return { orderId, paymentId };
  }

  /** What credit lines deducted from the order's total, and what its total lacks, in minor units. */
  async function credited(orderId: string): Promise<{ credits: number; total: number; owed: number }> {
    const { rows } = await stage().pg.raw(
      `SELECT COALESCE(SUM(line.amount), 0) AS credits FROM "order" AS placed
       JOIN order_credit_line AS line ON line.order_id = placed.id AND line.version = placed.version AND line.deleted_at IS NULL
       WHERE placed.id = ?`,
      [orderId],
    );
    const { body } = await stage().admin.get(`/admin/orders/${orderId}?fields=total,summary`).expect(200);
    const minor = (major: string | number): number => Math.round(Number(major) * 100);
    return {
      credits: minor(rows[0].credits),
      total: minor(body.order.total),
      owed: minor(body.order.summary.pending_difference),
    };
  }

  test("a refund that settles between the projection's two reads of a payment is recorded", async () => {
    const { container, gateway, hurry, ledger } = stage();
    const { orderId } = await captured();
    const row = await ledger.attempts.connection("acquiring_payment_attempt").first();
    const read = ledger.attempts.attempt.bind(ledger.attempts);
    const command = {
      attemptId: row.id,
      kind: "refund",
      amount: 3000n,
      key: "settles-in-between",
      actorId: null,
    } as const;
    const reads = jest.spyOn(ledger.attempts, "attempt").mockImplementationOnce(async (id) => {
      expect(await ledger.commands.carryOut(command)).toMatchObject({ kind: "settled" });
      return read(id);
    });
    await projectAttempt(container, row.id);
    reads.mockRestore();
    await hurry();
    expect([await gateway.sent("refund"), await refundsOf(stage())]).toEqual([1, [30]]);
    expect(await credited(orderId)).toMatchObject({ credits: 3000 });
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(20_000, 3_000));
  });

  test("a capture that settles between the projection's two reads of a payment is recorded, once, as the store's own", async () => {
    const { admin, container, hurry, ledger, pg, shop } = stage();
    const checkout = await shop.checkout("tall-vase", 2);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const row = await pg("acquiring_payment_attempt").first();
    const read = ledger.attempts.attempt.bind(ledger.attempts);
    const command = { attemptId: row.id, kind: "capture", amount: 20_000n, key: "settles-in-between", actorId: null };
    const reads = jest.spyOn(ledger.attempts, "attempt").mockImplementationOnce(async (id) => {
      expect(await ledger.commands.carryOut({ ...command, kind: "capture" })).toMatchObject({ kind: "settled" });
      return read(id);
    });
    await projectAttempt(container, row.id);
    reads.mockRestore();
    await hurry();
    const { id } = await pg("acquiring_operation").where({ kind: "capture" }).first();
    const { id: paymentId } = await admin.payment(orderId);
    expect(await pg("capture").where({ payment_id: paymentId, deleted_at: null }).pluck("created_by")).toEqual([id]);
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(20_000, 0));
  });

  test.each(PACES)(
    "refunds of the button every %i ms while a lost one is being recorded are recorded, or are not sent",
    async (pace) => {
      const { gateway, hurry } = stage();
      for (let round = 0; round < ROUNDS; round += 1) {
        const { orderId, paymentId } = await captured();
        const before = (await gateway.state()).effects.refund ?? 0;
        await gateway.fault("refund", "drop-after-apply");
        expect((await press(paymentId, 20)).status).toBe(400);
        let isRecording = true;
        const recorded = hurry().finally(() => (isRecording = false));
        const presses: ReturnType<typeof press>[] = [];
        let waiting = 0;
        while (isRecording && presses.length < MOST_PRESSES) {
          if (waiting < AT_ONCE) {
            waiting += 1;
            presses.push(press(paymentId, 1).finally(() => (waiting -= 1)));
          }
          await passed(pace);
        }
        await recorded;
        const answers = await Promise.all(presses);
        const went = answers.filter(({ status }) => status === 200).length;
        const refused = answers.filter(({ status }) => status !== 200);
        expect(refused.filter(({ message }) => !NOT_SENT.test(message))).toEqual([]);
        expect((await gateway.state()).effects.refund).toBe(before + 1 + went);
        const refunded = 2_000 + 100 * went;
        // Core's flow also names rows of refunds that are then refused: the projection removes those later.
        await later(stage());
        stage().ledger.useClock(() => new Date());
        expect(await threeBooks(stage(), orderId)).toEqual(allBooks(20_000, refunded));
        expect(await credited(orderId)).toEqual({ credits: refunded, total: 20_000 - refunded, owed: 0 });
      }
    },
    LONG,
  );

  test.each([
    ["has no answer", 600],
    ["has its answer", 60],
  ])("a reservation of a refund that %s ends after %i seconds of Postgres' time", async (how, seconds) => {
    const { ledger, pg } = stage();
    const { orderId, paymentId } = await captured();
    const start = Date.now() + 3_600_000;
    const after = (ms: number) => ledger.useClock(() => new Date(start + ms));
    after(0);
    const reserve = (id: string) => ledger.refundReservations.reserve({ id, paymentId, amount: "5" });
    const money = { amount: 5, raw_amount: JSON.stringify({ value: "5", precision: 20 }) };
    await pg("refund").insert({ id: "ref_held", payment_id: paymentId, ...money });
    expect(await reserve("ref_held")).toEqual({ kind: "reserved" });
    if (how === "has its answer") await ledger.refundReservations.answered("ref_held");
    after(seconds * 1_000 - 1);
    expect(await ledger.refundReservations.isReserved(orderId, { isLocked: true })).toBe(true);
    expect((await reserve("ref_next")).kind).toBe("recording");
    after(seconds * 1_000);
    expect(await reserve("ref_next")).toEqual({ kind: "reserved" });
    const reservations = (): Promise<string[]> => pg("acquiring_refund_reservation").pluck("refund_id");
    // Without the order's lock another refund may be reserved meanwhile: nothing is removed.
    expect(await ledger.refundReservations.isReserved(orderId, { isLocked: false })).toBe(false);
    expect(await reservations()).toContain("ref_next");
    expect(await ledger.refundReservations.isReserved(orderId, { isLocked: true })).toBe(false);
    expect(await reservations()).toEqual([]);
  });
});
