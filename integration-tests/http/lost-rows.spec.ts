import { wrongInBooks } from "../support/books";
import type { Stage } from "../support/boot";
import { withStore } from "../support/boot";
import { pass } from "../support/waiting";

/**
 * Core writes a capture's or refund's row, calls the provider, and deletes the row if anything fails afterwards. Here
 * Postgres refuses core's update of its payment: the money has moved, and Medusa shows nothing.
 */
withStore("lost_rows", (stage) => {
  const REFUSE = `
    CREATE FUNCTION refuse_once() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER refuse_once BEFORE UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION refuse_once()`;
  const failing = async (work: () => PromiseLike<unknown>): Promise<void> => {
    // Core's update must differ from the stored data.
    await stage().pg.raw(`UPDATE payment SET data = data || '{"state": "another"}'`);
    await stage().pg.raw(REFUSE);
    try {
      await work();
    } finally {
      await stage().pg.raw("DROP FUNCTION refuse_once CASCADE");
    }
  };
  const effects = async ({ gateway }: Stage): Promise<unknown> => (await gateway.state()).effects;
  const wrong = ({ pg, gateway }: Stage): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });

  test("a refund whose row core rolled back is not sent a second time, and is recorded", async () => {
    const { shop, admin } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await failing(() => admin.post(`/admin/payments/${id}/refund`, { amount: 30 }).expect(500));
    expect((await admin.payment(orderId)).refunds).toEqual([]);

    const again = await admin.post(`/admin/payments/${id}/refund`, { amount: 30 }).expect(400);
    expect(again.body.message).toContain("Nothing was refunded. An earlier refund succeeded");
    expect(await effects(stage())).toMatchObject({ refund: 1 });
    await pass(stage(), 0);
    expect((await admin.payment(orderId)).refunds).toMatchObject([{ amount: 30 }]);
    await admin.post(`/admin/payments/${id}/refund`, { amount: 20 }).expect(200);
    expect((await admin.payment(orderId)).refunds.map(({ amount }) => amount)).toEqual([30, 20]);
    await pass(stage(), 2 * 24 * 60);
    expect(await wrong(stage())).toEqual([]);
  });

  test("of two who try again at once neither is taken for the lost refund, nor is a row left by a dead process", async () => {
    const { shop, admin, pg } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await failing(() => admin.post(`/admin/payments/${id}/refund`, { amount: 30 }).expect(500));
    const raw_amount = { value: "20", precision: 20 };
    await pg("refund").insert({ id: "ref_dead", payment_id: id, amount: 20, raw_amount, created_by: "user_dead" });
    const again = () => admin.post(`/admin/payments/${id}/refund`, { amount: 30 });
    expect((await Promise.all([again(), again()])).map(({ status }) => status)).toEqual([400, 400]);
    expect(await effects(stage())).toMatchObject({ refund: 1 });
    await pass(stage(), 0);
    await pass(stage(), 15);
    expect((await admin.payment(orderId)).refunds).toMatchObject([{ amount: 30 }]);
    await pass(stage(), 2 * 24 * 60);
    expect(await wrong(stage())).toEqual([]);
  });

  test("a partial capture whose row core rolled back is not sent a second time, and is recorded", async () => {
    const { shop, admin, gateway } = stage();
    await gateway.control("settings", { multipleCaptures: true });
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await failing(() => admin.post(`/admin/payments/${id}/capture`, { amount: 40 }).expect(500));
    const again = await admin.post(`/admin/payments/${id}/capture`, { amount: 40 }).expect(400);
    expect(again.body.message).toContain("Nothing was captured. An earlier capture succeeded");
    expect(await effects(stage())).toMatchObject({ capture: 1 });
    await pass(stage(), 0);
    expect((await admin.payment(orderId)).captures).toMatchObject([{ amount: 40 }]);
    await pass(stage(), 60);
    expect(await wrong(stage())).toEqual([]);
  });

  test("a lost row that is not retried is recorded nevertheless", async () => {
    const { shop, admin } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await failing(() => admin.post(`/admin/payments/${id}/capture`).expect(500));
    await pass(stage(), 2);
    const { captures, captured_at: at } = await admin.payment(orderId);
    expect([captures, at]).toMatchObject([[{ amount: 100 }], expect.any(String)]);
    await pass(stage(), 60);
    expect(await wrong(stage())).toEqual([]);
  });

  test("a row lost although Medusa marks the payment as captured in full is recreated", async () => {
    const { shop, admin, pg } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    await pg("capture").where({ payment_id: id }).delete();
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = now()");
    await pass(stage(), 2);
    expect((await admin.payment(orderId)).captures).toMatchObject([{ amount: 100 }]);
    await pass(stage(), 60);
    expect(await wrong(stage())).toEqual([]);
  });

  test("a read that fails after a success is not reported as a failure", async () => {
    const { shop, admin, ledger } = stage();
    const { orderId } = await shop.order();
    const { id } = await admin.payment(orderId);
    const reading = jest.spyOn(ledger, "attemptPayment").mockRejectedValueOnce(new Error("the connection is gone"));
    await admin.post(`/admin/payments/${id}/capture`).expect(200);
    expect(reading).toHaveBeenCalledTimes(1);
    reading.mockRestore();
    await admin.post(`/admin/payments/${id}/refund`, { amount: 100 }).expect(200);
    await pass(stage(), 2 * 24 * 60);
    expect(await wrong(stage())).toEqual([]);
  });
});
