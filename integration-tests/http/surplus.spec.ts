import { Modules } from "@medusajs/framework/utils";
import { surplusOf } from "../../src/application/payables/surplus";
import { changeQuantity, LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { later } from "../support/other-process";
import { until } from "../support/waiting";

/** What was paid too much is refunded by the plan that was shown: the newest payment first, and never more. */
withStore("surplus", (stage) => {
  const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
    wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });
  const pathOf = (orderId: string): string => `/admin/acquiring/orders/${orderId}/surplus`;
  const read = async (orderId: string) => (await stage().admin.get(pathOf(orderId)).expect(200)).body;
  const refund = (orderId: string, plan: unknown, more: object = {}) =>
    stage().admin.post(pathOf(orderId), { plan, ...more });

  /** `change` happens after the plan was read, and before the first refund is begun. */
  function beforeSending(change: () => Promise<unknown>): void {
    const { gate } = stage().ledger;
    const run = gate.run.bind(gate);
    const spy = jest.spyOn(gate, "run").mockImplementation(async (command) => {
      spy.mockRestore();
      await change();
      return run(command);
    });
  }

  /** 100.00 paid by cart and 200.00 by a link, both captured; then the order is edited to fewer pieces of 100.00. */
  async function overpaid(quantity: number): Promise<{ orderId: string; first: string; second: string }> {
    const { shop, admin, pg } = stage();
    const { orderId } = await shop.order();
    const capture = async (): Promise<void> => {
      const open = await pg("payment").whereNull("captured_at").pluck("id");
      for (const id of open) await admin.post(`/admin/payments/${String(id)}/capture`).expect(200);
    };
    await capture();
    await changeQuantity(stage(), orderId, 3);
    const payer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
    await payer.pay(await payer.begin()).expect(200);
    await capture();
    await changeQuantity(stage(), orderId, quantity);
    const [first, second] = await pg("acquiring_payment_attempt").orderBy("created_at").pluck("id");
    return { orderId, first, second };
  }

  const refunds = (): Promise<number[]> =>
    stage()
      .pg("refund")
      .where({ deleted_at: null })
      .orderBy("created_at")
      .pluck("amount")
      .then((all) => all.map(Number));

  test("an order without a surplus has no plan, and an unknown order none either", async () => {
    const { shop, admin } = stage();
    const { orderId } = await shop.order();
    expect(await read(orderId)).toEqual({
      currency: "EUR",
      ...{ surplus: null, refunds: [], not_covered: null, plan: null, refused_because: null },
    });
    const refused = await refund(orderId, "0".repeat(32)).expect(400);
    expect(refused.body.message).toMatch(/^Nothing was refunded: the plan has changed/);
    await admin.get(pathOf("order_none")).expect(404);
  });

  test("the newest payment is refunded first, exactly as shown, and a second click refunds nothing", async () => {
    const { gateway } = stage();
    const { orderId, first, second } = await overpaid(1);
    const shown = await read(orderId);
    expect(shown).toMatchObject({
      surplus: "200.00",
      refunds: [{ payment_id: second, amount: "200.00" }],
      not_covered: null,
      refused_because: null,
    });
    await changeQuantity(stage(), orderId, 2);
    expect((await refund(orderId, shown.plan).expect(400)).body.message).toMatch(/the plan has changed/);
    expect(await gateway.sent("refund")).toBe(0);
    const { plan } = await read(orderId);
    const answers = await Promise.all([refund(orderId, plan), refund(orderId, plan)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const done = answers.find(({ status }) => status === 200)?.body;
    expect(done).toMatchObject({
      results: [{ payment_id: second, amount: "100.00", outcome: expect.stringMatching(/^(done|pending)$/) }],
      remaining: { surplus: null, plan: null },
    });
    expect([await gateway.sent("refund"), await refunds()]).toEqual([1, [100]]);
    expect(first).not.toBe(second);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("what Medusa's button refunds on another payment, after the plan was read, is not refunded by the plan too", async () => {
    const { admin, gateway, pg } = stage();
    const { orderId, second } = await overpaid(2);
    const older = await pg("payment").orderBy("created_at").first();
    const { plan } = await read(orderId);
    beforeSending(() => admin.post(`/admin/payments/${String(older.id)}/refund`, { amount: 100 }).expect(200));
    const { body } = await refund(orderId, plan).expect(200);
    expect(body).toMatchObject({
      results: [{ payment_id: second, outcome: "not_sent", code: "plan_changed" }],
      remaining: { surplus: null, plan: null },
    });
    expect([await gateway.sent("refund"), await refunds()]).toEqual([1, [100]]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("while a plan refunds one payment, another one is refunded neither with Medusa's button nor on its page", async () => {
    const { admin, gateway, hurry, ledger, pg } = stage();
    const { orderId, first } = await overpaid(2);
    const older = await pg("payment").orderBy("created_at").first();
    await gateway.fault("refund", "drop-after-apply");
    await gateway.fault("retrievalTrans", "drop-before", 1);
    const { body } = await refund(orderId, (await read(orderId)).plan).expect(200);
    expect(body.results).toMatchObject([{ outcome: "unknown" }]);
    const refused = await admin.post(`/admin/payments/${String(older.id)}/refund`, { amount: 100 }).expect(400);
    expect(refused.body.message).toMatch(/is being refunded with another of its payments/);
    const asked = { key: "another-payment-meanwhile", amount: "100.00" };
    const onPage = await admin.post(`/admin/acquiring/payments/${first}/refund`, asked).expect(200);
    expect(onPage.body).toMatchObject({ outcome: "not_sent", code: "plan_being_carried_out" });
    expect(await gateway.sent("refund")).toBe(1);
    const refusal = async () => (await ledger.refundProposals.planRefusal(first))?.code ?? null;
    for (let round = 0; round < 3; round += 1) await hurry();
    expect([await refusal(), await refunds()]).toEqual([null, [100]]);
    const recorded = (is: boolean) =>
      pg("acquiring_operation").where({ kind: "refund" }).update("recorded_in_medusa", is);
    await recorded(false);
    expect(await refusal()).toBe("plan_being_carried_out");
    await recorded(true);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a refund that is recorded between two readings of the order is not planned again", async () => {
    const { admin, container, pg } = stage();
    const { orderId } = await overpaid(2);
    const older = await pg("payment").orderBy("created_at").first();
    const { attempts, drain } = stage().ledger;
    // The subscriber examines the order too.
    await drain.settle();
    const read = attempts.operationsOfMany.bind(attempts);
    const spy = jest.spyOn(attempts, "operationsOfMany").mockImplementation(async (ids) => {
      spy.mockRestore();
      await admin.post(`/admin/payments/${String(older.id)}/refund`, { amount: 100 }).expect(200);
      return read(ids);
    });
    expect(await surplusOf(container, orderId)).toMatchObject({ surplus: null, plan: null });
  });

  test("two payments of an order that are captured at once are both in the order's sums", async () => {
    const { admin, container, pg, shop } = stage();
    const { orderId } = await shop.order();
    await changeQuantity(stage(), orderId, 3);
    const payer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
    await payer.pay(await payer.begin()).expect(200);
    const orders: object = container.resolve(Modules.ORDER);
    const list = (Reflect.get(orders, "listOrderSummaries") as (...values: unknown[]) => Promise<unknown>).bind(orders);
    let [readings, answers] = [0, 0];
    // Core reads the sums before it writes them: each waits until the other one has read them too, or ended.
    const spy = jest.spyOn(orders, "listOrderSummaries" as never).mockImplementation((async (...values: unknown[]) => {
      const found = await list(...values);
      readings += 1;
      await until(() => readings > 1 || answers > 0);
      return found;
    }) as never);
    const ids: string[] = await pg("acquiring_payment_attempt").orderBy("created_at").pluck("id");
    const amounts = ["100.00", "200.00"];
    await Promise.all(
      ids.map(async (id, place) => {
        const asked = { key: `captured-at-once-${String(place)}`, amount: amounts[place] };
        await admin.post(`/admin/acquiring/payments/${id}/capture`, asked).expect(200);
        answers += 1;
      }),
    );
    spy.mockRestore();
    await later(stage());
    expect(await wrong()).toEqual([]);
    const summary = (await admin.get(`/admin/orders/${orderId}?fields=*summary`).expect(200)).body.order.summary;
    expect(summary).toMatchObject({ paid_total: 300, pending_difference: 0 });
  });

  test("a dispute that is reported after the plan was read prevents its refund, unless it is made despite a dispute", async () => {
    const { gateway, pg } = stage();
    const { orderId, first } = await overpaid(2);
    const older = await pg("acquiring_payment_attempt").where({ id: first }).first();
    const disputed = { notify_type: "dispute", dispute_amount: "100.00", dispute_status: "received" };
    const dispute = (reference: string) => async (): Promise<void> => {
      await gateway.notify(older.order_no, { overrides: { ...disputed, dispute_reference: reference } });
      const isKnown = (row: { disputes: unknown }): boolean => JSON.stringify(row.disputes ?? "").includes(reference);
      await until(async () => isKnown(await pg("acquiring_payment_attempt").where({ id: first }).first()));
    };
    beforeSending(dispute("D1"));
    const { body } = await refund(orderId, (await read(orderId)).plan).expect(200);
    expect(body.results).toMatchObject([
      { outcome: "not_sent", code: "disputed", message: expect.stringMatching(/would pay twice/) },
    ]);
    expect(await gateway.sent("refund")).toBe(0);
    expect((await refund(orderId, body.remaining.plan).expect(400)).body.message).toMatch(/would pay twice/);
    beforeSending(dispute("D2"));
    await refund(orderId, body.remaining.plan, { despite_dispute: true }).expect(200);
    expect([await gateway.sent("refund"), await refunds()]).toEqual([1, [100]]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a refund whose answer is lost stops the plan; when it is known, the rest is run again and nothing twice", async () => {
    const { gateway, hurry, admin, pg } = stage();
    const { orderId, first, second } = await overpaid(2);
    // 50.00 of the link's payment are refunded by hand, so the plan needs both payments.
    const newest = await pg("payment").orderBy("created_at", "desc").first();
    await admin.post(`/admin/payments/${String(newest.id)}/refund`, { amount: 50 }).expect(200);
    await changeQuantity(stage(), orderId, 1);
    const item = (await admin.get(`/admin/orders/${orderId}?fields=*summary`).expect(200)).body.order.summary;
    expect(item.pending_difference).toBe(-150);
    const shown = await read(orderId);
    expect(shown).toMatchObject({ surplus: "150.00", refunds: [{ payment_id: second, amount: "150.00" }] });
    await gateway.fault("refund", "drop-after-apply");
    await gateway.fault("retrievalTrans", "drop-before", 1);
    const { body } = await refund(orderId, shown.plan).expect(200);
    expect(body.results).toMatchObject([{ payment_id: second, outcome: "unknown" }]);
    expect(body.remaining).toMatchObject({ plan: null, refused_because: expect.stringMatching(/not known/) });
    expect((await refund(orderId, shown.plan).expect(400)).body.message).toMatch(/not known/);
    for (let round = 0; round < 3; round += 1) await hurry();
    expect(await read(orderId)).toMatchObject({ surplus: null, plan: null });
    expect([await gateway.sent("refund"), await refunds()]).toEqual([2, [50, 150]]);
    expect(first).not.toBe(second);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });

  test("a surplus larger than the newest payment takes the older one too, and a failure in between leaves a safe rest", async () => {
    const { gateway, hurry, shop, admin, pg } = stage();
    // 300.00 paid by cart, 100.00 by link; one piece of 100.00 is left: 300.00 go back, of both payments.
    const checkout = await shop.checkout("tall-vase", 3);
    await shop.pay(checkout).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const capture = async (): Promise<void> => {
      const open = await pg("payment").whereNull("captured_at").pluck("id");
      for (const id of open) await admin.post(`/admin/payments/${String(id)}/capture`).expect(200);
    };
    await capture();
    await changeQuantity(stage(), orderId, 4);
    const payer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
    await payer.pay(await payer.begin()).expect(200);
    await capture();
    await changeQuantity(stage(), orderId, 1);
    const [first, second] = await pg("acquiring_payment_attempt").orderBy("created_at").pluck("id");
    const shown = await read(orderId);
    expect(shown.refunds).toMatchObject([
      { payment_id: second, amount: "100.00" },
      { payment_id: first, amount: "200.00" },
    ]);
    await gateway.fault("refund", "drop-after-apply");
    await gateway.fault("retrievalTrans", "drop-before", 1);
    const { body } = await refund(orderId, shown.plan).expect(200);
    expect(body.results).toMatchObject([
      { payment_id: second, outcome: "unknown" },
      { payment_id: first, outcome: "not_sent", code: "earlier_refund_failed" },
    ]);
    for (let round = 0; round < 3; round += 1) await hurry();
    const rest = await read(orderId);
    expect(rest).toMatchObject({ surplus: "200.00", refunds: [{ payment_id: first, amount: "200.00" }] });
    expect((await refund(orderId, shown.plan).expect(400)).body.message).toMatch(/the plan has changed/);
    await refund(orderId, rest.plan).expect(200);
    await hurry();
    expect(await read(orderId)).toMatchObject({ surplus: null, plan: null, refused_because: null });
    expect([await gateway.sent("refund"), await refunds()]).toEqual([2, [100, 200]]);
    await later(stage());
    expect(await wrong()).toEqual([]);
  });
});
