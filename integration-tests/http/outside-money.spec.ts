import { raiseUnconfirmedCaptures } from "../../src/modules/acquiring/attention/unconfirmed-captures";
import { beginRecovery } from "../../src/modules/acquiring/lost-commits/recovery-rows";
import { recoverOpen } from "../../src/application/worker/recover";
import { watchAttention } from "../../src/application/worker/watch-attention";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { allBooks, threeBooks } from "../support/three-books";
import { isSomebodyWaiting, retryWaiting, until } from "../support/waiting";

/** Actions in the gateway's portal, late refusals by a bank, and disputes: found, recorded once, shown. */
interface Ordered {
  readonly orderId: string;
  readonly paymentId: string;
  readonly orderNo: string;
}

const ordered = async ({ shop, admin, pg }: Stage): Promise<Ordered> => {
  const { orderId, checkout } = await shop.order();
  const { rows } = await pg.raw("SELECT order_no FROM acquiring_payment_attempt WHERE session_id = ?", [
    checkout.session.id,
  ]);
  return { orderId, paymentId: (await admin.payment(orderId)).id, orderNo: rows[0].order_no };
};
const captured = async (stage: Stage, amount = 100): Promise<Ordered> => {
  const order = await ordered(stage);
  await stage.admin.post(`/admin/payments/${order.paymentId}/capture`, { amount }).expect(200);
  return order;
};
const attention = async ({ pg }: Stage): Promise<string[]> => {
  const { rows } = await pg.raw("SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL ORDER BY kind");
  return rows.map(({ kind }: { kind: string }) => kind);
};
/** Done manually in the portal without a notification. */
const byHand = async ({ gateway }: Stage, what: "capture" | "void" | "refund", body: object): Promise<void> => {
  await gateway.control(`portal-${what}`, body);
};
const told = async ({ gateway, work }: Stage, orderNo: string, firing: object): Promise<number[]> => {
  const statuses = await gateway.notify(orderNo, firing);
  await work();
  return statuses;
};
/** Runs the work several times, concurrently and again: nothing may be recorded twice. */
const follow = async ({ hurry }: Stage): Promise<void> => {
  await Promise.all([hurry(), hurry()]);
  await hurry();
};
const totals = async ({ admin }: Stage, orderId: string): Promise<unknown> => {
  const { body } = await admin.get(`/admin/orders/${orderId}?fields=total,summary`).expect(200);
  const { paid_total, refunded_total, pending_difference, current_order_total } = body.order.summary;
  return { total: body.order.total, paid_total, refunded_total, pending_difference, current_order_total };
};
const entries = async ({ pg }: Stage): Promise<string[]> => {
  const { rows } = await pg.raw("SELECT kind FROM acquiring_entry ORDER BY sequence");
  return rows.map(({ kind }: { kind: string }) => kind);
};

withStore("outside_money", (stage) => {
  test("a refund made in the portal is recorded in Medusa once, and the rest can be refunded here", async () => {
    const { orderId, orderNo, paymentId } = await captured(stage());
    await byHand(stage(), "refund", { order_no: orderNo, amount: "30.00", reason: "by telephone" });
    expect(await told(stage(), orderNo, { kind: "refund" })).toEqual([200]);
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 3_000));
    expect(await told(stage(), orderNo, { kind: "refund", overrides: { note: "again" } })).toEqual([200]);
    await follow(stage());
    expect((await stage().admin.payment(orderId)).refunds.map(({ amount }) => amount)).toEqual([30]);
    expect(await attention(stage())).toEqual([]);
    const { rows } = await stage().pg.raw(
      "SELECT actor, recorded_in_medusa, idempotency_key FROM acquiring_operation WHERE kind = 'refund'",
    );
    expect(rows).toEqual([
      { actor: "gateway", recorded_in_medusa: true, idempotency_key: expect.stringMatching(/^outside_main_RF/) },
    ]);
    await stage().admin.post(`/admin/payments/${paymentId}/refund`, { amount: 70.01 }).expect(400);
    await stage().admin.post(`/admin/payments/${paymentId}/refund`, { amount: 70 }).expect(200);
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 10_000));
  });

  test.each(["wrong-amount", "extra-item", "double-item"])(
    "a refund listed by one response alone does not count until another agrees: %s",
    async (fault) => {
      const { orderId, orderNo } = await captured(stage());
      await byHand(stage(), "refund", { order_no: orderNo, amount: "30.00" });
      await stage().gateway.control("tape", { entries: [{ operation: "retrievalRefund", fault, count: 1 }] });
      expect(await told(stage(), orderNo, { kind: "refund" })).toEqual([200]);
      const atFirst = (await stage().admin.payment(orderId)).refunds.map(({ amount }) => amount);
      expect([[], [30]]).toContainEqual(atFirst);
      await follow(stage());
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 3_000));
      expect(await attention(stage())).toEqual([]);
    },
  );

  test("a refund of which no two responses agree is not recorded, and its notification waits until two do", async () => {
    const { orderId, orderNo } = await captured(stage());
    await byHand(stage(), "refund", { order_no: orderNo, amount: "30.00" });
    const lie = (fault: string): object => ({ operation: "retrievalRefund", fault, count: 1 });
    await stage().gateway.control("tape", { entries: [lie("wrong-amount"), lie("missing-item")] });
    expect(await told(stage(), orderNo, { kind: "refund" })).toEqual([200]);
    expect((await stage().admin.payment(orderId)).refunds).toEqual([]);
    const { rows } = await stage().pg.raw("SELECT id, status FROM acquiring_inbox_event WHERE source = 'notify'");
    expect(rows).toEqual([{ id: expect.any(String), status: "pending" }]);
    await stage().pg.raw("UPDATE acquiring_inbox_event SET next_try_at = now() WHERE status = 'pending'");
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 3_000));
  });

  test("a refund that is declined because of one in the portal finds that one at once", async () => {
    const { orderId, orderNo, paymentId } = await captured(stage());
    await byHand(stage(), "refund", { order_no: orderNo, amount: "80.00" });
    const answer = await stage().admin.post(`/admin/payments/${paymentId}/refund`, { amount: 50 }).expect(400);
    expect(answer.body.message).toContain("declined");
    await stage().work();
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 8_000));
    expect(await attention(stage())).toEqual([]);
  });

  test("a refund in the portal above the captured amount is shown and not recorded", async () => {
    const { orderId, orderNo } = await captured(stage());
    await stage().pg.raw(
      `UPDATE acquiring_payment_attempt SET captured = 1000, raw_captured = '{"value":"1000","precision":20}' WHERE order_no = ?`,
      [orderNo],
    );
    await byHand(stage(), "refund", { order_no: orderNo, amount: "30.00" });
    await told(stage(), orderNo, { kind: "refund" });
    await follow(stage());
    expect(await attention(stage())).toEqual(["external_refund"]);
    expect((await stage().admin.payment(orderId)).refunds).toEqual([]);
  });

  test.each(["ours", "the portal's"])(
    "a refund (%s) that the bank refuses later is reverted in Medusa too",
    async (whose) => {
      const { admin, gateway } = stage();
      const { orderId, orderNo, paymentId } = await captured(stage());
      const before = await totals(stage(), orderId);
      if (whose === "ours") await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 40 }).expect(200);
      else await byHand(stage(), "refund", { order_no: orderNo, amount: "40.00" });
      await told(stage(), orderNo, { kind: "refund" });
      await follow(stage());
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 4_000));

      await gateway.control("process-refunds", { order_no: orderNo, outcome: "failed" });
      await told(stage(), orderNo, { kind: "refund" });
      await follow(stage());
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 0));
      expect(await totals(stage(), orderId)).toEqual(before);
      expect(await attention(stage())).toEqual(["refund_failed"]);
      expect(await entries(stage())).toContain("refund_failed");

      await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 100 }).expect(200);
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 10_000));
    },
  );

  test.each([
    ["the whole", {}, 10_000],
    ["a part, which the message names", { amount: "40.00" }, 4_000],
  ])("a capture made in the portal (%s) is recorded in Medusa once", async (_name, body, amount) => {
    const { orderId, orderNo } = await ordered(stage());
    await byHand(stage(), "capture", { order_no: orderNo, ...body });
    expect(await told(stage(), orderNo, { kind: "capture" })).toEqual([200]);
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(amount, 0));
    expect(await attention(stage())).toEqual([]);
  });

  test.each([
    ["the whole", {}],
    ["another part", { amount: "30.00" }],
  ])(
    "a capture of ours that failed without a response, and one in the portal (%s) before the next query, raise an item",
    async (_name, body) => {
      const { admin, gateway } = stage();
      const { orderNo, paymentId } = await ordered(stage());
      await gateway.fault("capture", "5xx-before");
      await admin.post(`/admin/payments/${paymentId}/capture`, { amount: 40 }).expect(400);
      await byHand(stage(), "capture", { order_no: orderNo, ...body });
      expect(await told(stage(), orderNo, { kind: "capture" })).toEqual([200]);
      await follow(stage());
      expect(await attention(stage())).toEqual(["amount_mismatch"]);
    },
  );

  test("a partial capture whose response was lost raises no item if its notification arrives", async () => {
    const { admin, gateway } = stage();
    const { orderId, orderNo, paymentId } = await ordered(stage());
    await gateway.fault("capture", "drop-after-apply");
    await admin.post(`/admin/payments/${paymentId}/capture`, { amount: 40 }).expect(400);
    expect(await told(stage(), orderNo, { kind: "capture" })).toEqual([200]);
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(4_000, 0));
    expect(await attention(stage())).toEqual([]);
  });

  /** A partial capture whose answer was lost; a query returns "captured" without an amount. */
  const inferred = async (fault: string): Promise<Ordered> => {
    const order = await ordered(stage());
    await stage().gateway.fault("capture", fault);
    await stage().admin.post(`/admin/payments/${order.paymentId}/capture`, { amount: 40 }).expect(400);
    return order;
  };
  const lookAfter = async (minutes: number): Promise<string[]> => {
    const later = Date.now() + minutes * 60_000;
    stage().ledger.useClock(() => new Date(later));
    await watchAttention(stage().container);
    return attention(stage());
  };

  test("a capture of ours that failed without a response, and one in the portal without a notification: one item is raised after an hour", async () => {
    const { orderNo } = await inferred("5xx-before");
    await byHand(stage(), "capture", { order_no: orderNo });
    await follow(stage());
    expect((await entries(stage())).at(-1)).toBe("captured");
    expect(await lookAfter(59)).toEqual([]);
    expect(await lookAfter(61)).toEqual(["capture_unconfirmed"]);
    expect(await lookAfter(62)).toEqual(["capture_unconfirmed"]);
    const { rows } = await stage().pg.raw("SELECT id, message, count FROM acquiring_attention_item");
    expect(rows).toEqual([
      { id: expect.any(String), message: expect.stringContaining("captured without an amount"), count: 1 },
    ]);
    await stage().ledger.attention.dismiss(rows[0].id, "user_1", "Compared with the portal.");
    expect(await lookAfter(63)).toEqual([]);
  });

  test("a partial capture whose response was lost is confirmed by a notification hours later", async () => {
    const { orderId, orderNo } = await inferred("drop-after-apply");
    await follow(stage());
    expect(await lookAfter(61)).toEqual(["capture_unconfirmed"]);
    for (const note of ["first", "again"])
      expect(await told(stage(), orderNo, { kind: "capture", overrides: { note } })).toEqual([200]);
    expect(await attention(stage())).toEqual([]);
    expect((await entries(stage())).filter((kind) => kind === "capture_confirmed")).toHaveLength(1);
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(4_000, 0));
    expect(await lookAfter(62)).toEqual([]);
  });

  test("a partial capture whose row was lost with the database is recorded in Medusa with its own amount", async () => {
    const { container, pg } = stage();
    const { orderId, orderNo, paymentId } = await ordered(stage());
    await byHand(stage(), "capture", { order_no: orderNo, amount: "40.00" });
    const { gateway_payment_id } = await pg("acquiring_payment_attempt").where({ order_no: orderNo }).first();
    const sent = {
      order_no: orderNo,
      gateway_payment_id,
      idempotency_key: null,
      currency: "EUR",
      minor: "4000",
      sent_at: new Date(),
    };
    const lost = { ...sent, id: "acqop_lost", account: "main", kind: "capture", source: "writes_missing" } as const;
    const sign = { account: "*", reason: "writes_missing", details: "Lost.", since: null, by: "system" } as const;
    await beginRecovery(pg, { ...sign, lost: [lost] }, new Date());
    expect(await recoverOpen(container)).toMatchObject({ ended: 1, stillOpen: 0, unanswered: [] });
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(4_000, 0));
    expect((await stage().admin.payment(orderId)).captures.map(({ amount }) => amount)).toEqual([40]);
    expect(await told(stage(), orderNo, { kind: "capture" })).toEqual([200]);
    expect(await lookAfter(61)).toEqual([]);
    await stage().admin.post(`/admin/payments/${paymentId}/refund`, { amount: 40 }).expect(200);
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(4_000, 4_000));
  });

  test("a capture that failed once and whose second response was lost is confirmed like any other", async () => {
    const { admin, gateway, ledger } = stage();
    const { orderNo, paymentId } = await inferred("5xx-before");
    const later = Date.now() + 30 * 60_000;
    ledger.useClock(() => new Date(later));
    await follow(stage());
    expect((await entries(stage())).at(-1)).toBe("capture_not_applied");
    await gateway.fault("capture", "drop-after-apply");
    await admin.post(`/admin/payments/${paymentId}/capture`, { amount: 40 }).expect(400);
    await follow(stage());
    expect(await told(stage(), orderNo, { kind: "capture" })).toEqual([200]);
    const { rows } = await stage().pg.raw(
      "SELECT status, inferred_at FROM acquiring_operation WHERE kind = 'capture' ORDER BY sequence",
    );
    expect(rows).toEqual([
      { status: "declined", inferred_at: null },
      { status: "settled", inferred_at: null },
    ]);
    expect(await lookAfter(120)).toEqual([]);
  });

  test("a notification of our undecided capture that is ahead of the query waits for it, and is not called false", async () => {
    const { orderId, orderNo } = await inferred("5xx-before");
    expect(await told(stage(), orderNo, { kind: "capture", overrides: { amount: "40.00" } })).toEqual([200]);
    expect(await attention(stage())).toEqual([]);
    await byHand(stage(), "capture", { order_no: orderNo, amount: "40.00" });
    await stage().pg.raw("UPDATE acquiring_inbox_event SET next_try_at = now() WHERE status = 'pending'");
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(4_000, 0));
    expect(await lookAfter(120)).toEqual([]);
  });

  const waiting = ({ pg }: Stage): Promise<string[]> =>
    pg("acquiring_inbox_event").where({ status: "pending" }).pluck("result");
  const NOT_LISTED = "The query does not list it yet.";

  test("a notification of a part captured in the portal that is ahead of the query waits, and its amount is recorded", async () => {
    const { orderId, orderNo } = await ordered(stage());
    expect(await told(stage(), orderNo, { kind: "capture", overrides: { amount: "40.00" } })).toEqual([200]);
    await retryWaiting(stage(), 3);
    expect([await waiting(stage()), await attention(stage())]).toEqual([[NOT_LISTED], []]);
    await byHand(stage(), "capture", { order_no: orderNo, amount: "40.00" });
    await retryWaiting(stage());
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(4_000, 0));
    expect([await waiting(stage()), await lookAfter(120)]).toEqual([[], []]);
  });

  test("a notification of a void in the portal that is ahead of the query waits, and the void is recorded", async () => {
    const { orderId, orderNo } = await ordered(stage());
    const voided = { payment_status: "1000" };
    expect(await told(stage(), orderNo, { kind: "void", overrides: voided })).toEqual([200]);
    expect([await waiting(stage()), await attention(stage())]).toEqual([[NOT_LISTED], []]);
    await byHand(stage(), "void", { order_no: orderNo });
    await retryWaiting(stage());
    await follow(stage());
    expect((await stage().admin.payment(orderId)).canceled_at).not.toBeNull();
    expect([await waiting(stage()), await attention(stage())]).toEqual([[], ["external_void"]]);
  });

  test("a late notification that another card was declined raises nothing once the payment is paid", async () => {
    const { orderId, orderNo } = await captured(stage());
    const { card_mask: before } = await stage().pg("acquiring_payment_attempt").where({ order_no: orderNo }).first();
    const declined = {
      order_status: "0",
      payment_status: "1000",
      result_info: "I0061:Insufficient funds",
      transaction_id: "another-try",
      card: "555555******4444",
    };
    expect(await told(stage(), orderNo, { kind: "payment", overrides: declined })).toEqual([200]);
    expect([await waiting(stage()), await attention(stage())]).toEqual([[], []]);
    const { card_mask: after } = await stage().pg("acquiring_payment_attempt").where({ order_no: orderNo }).first();
    expect([after, await threeBooks(stage(), orderId)]).toEqual([before, allBooks(10_000, 0)]);
  });

  test("a notification of a bank's late refusal that is ahead of the list of refunds waits, and the refund is reverted", async () => {
    const { orderId, orderNo, paymentId } = await captured(stage());
    await stage().admin.post(`/admin/payments/${paymentId}/refund`, { amount: 40 }).expect(200);
    await follow(stage());
    expect(await told(stage(), orderNo, { kind: "refund", overrides: { refund_status: "-1" } })).toEqual([200]);
    await retryWaiting(stage(), 3);
    expect([await waiting(stage()), await attention(stage())]).toEqual([[NOT_LISTED], []]);
    await stage().gateway.control("process-refunds", { order_no: orderNo, outcome: "failed" });
    await retryWaiting(stage());
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 0));
    expect([await waiting(stage()), await attention(stage())]).toEqual([[], ["refund_failed"]]);
  });

  test("a difference before the capture does not suppress a later one", async () => {
    const order = await ordered(stage());
    const wrong = { kind: "payment", overrides: { amount: "1.00" } };
    expect(await told(stage(), order.orderNo, wrong)).toEqual([200]);
    expect(await attention(stage())).toEqual(["amount_mismatch"]);
    const { rows } = await stage().pg.raw("SELECT id FROM acquiring_attention_item");
    await stage().ledger.attention.dismiss(rows[0].id, "user_1", "A mistake of the gateway's.");
    await stage().gateway.fault("capture", "drop-after-apply");
    await stage().admin.post(`/admin/payments/${order.paymentId}/capture`, { amount: 40 }).expect(400);
    await follow(stage());
    expect(await lookAfter(61)).toEqual(["capture_unconfirmed"]);
  });

  /** Captured in the portal without a notification; the gateway, asked, says "captured" and no amount. */
  const unannounced = async (body: object): Promise<Ordered> => {
    const order = await ordered(stage());
    await byHand(stage(), "capture", { order_no: order.orderNo, ...body });
    const { rows } = await stage().pg.raw("SELECT id FROM acquiring_payment_attempt WHERE order_no = ?", [
      order.orderNo,
    ]);
    await stage().admin.post(`/admin/acquiring/payments/${rows[0].id}/query`, {}).expect(200);
    await follow(stage());
    return order;
  };

  test("a part captured in the portal without a notification: an item is raised after an hour, with the amount once it is known", async () => {
    const { orderId, orderNo } = await unannounced({ amount: "40.00" });
    expect(await threeBooks(stage(), orderId)).toMatchObject({
      ledger: { captured: 10_000 },
      gateway: { captured: 4_000 },
    });
    expect(await lookAfter(59)).toEqual([]);
    expect(await lookAfter(61)).toEqual(["capture_unconfirmed"]);
    const { rows } = await stage().pg.raw("SELECT message FROM acquiring_attention_item");
    expect(rows).toEqual([{ message: expect.stringContaining("no record of a capture") }]);
    expect(await told(stage(), orderNo, { kind: "capture" })).toEqual([200]);
    expect(await attention(stage())).toEqual(["amount_mismatch", "capture_unconfirmed"]);
  });

  test("a full capture in the portal, and a notification of it hours later: the amount is confirmed once", async () => {
    const { orderId, orderNo } = await unannounced({});
    expect(await lookAfter(61)).toEqual(["capture_unconfirmed"]);
    for (const note of ["first", "again"])
      expect(await told(stage(), orderNo, { kind: "capture", overrides: { note } })).toEqual([200]);
    expect(await attention(stage())).toEqual([]);
    expect((await entries(stage())).filter((kind) => kind === "capture_confirmed")).toHaveLength(1);
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 0));
    expect(await lookAfter(62)).toEqual([]);
  });

  test("two concurrent checks raise one item", async () => {
    await inferred("drop-after-apply");
    await follow(stage());
    const later = new Date(Date.now() + 61 * 60_000);
    const { pg } = stage();
    expect(
      (
        await Promise.all([
          raiseUnconfirmedCaptures(pg, () => [], later),
          raiseUnconfirmedCaptures(pg, () => [], later),
        ])
      ).sort(),
    ).toEqual([0, 1]);
    const { rows } = await pg.raw("SELECT count FROM acquiring_attention_item");
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("a capture confirmed during the check raises no item", async () => {
    const { orderNo } = await inferred("drop-after-apply");
    await follow(stage());
    const { pg } = stage();
    const confirming = await pg.transaction();
    await confirming("acquiring_payment_attempt").where({ order_no: orderNo }).forUpdate().first("id");
    await confirming("acquiring_operation").whereNotNull("inferred_at").update({ inferred_at: null });
    const looking = raiseUnconfirmedCaptures(pg, () => [], new Date(Date.now() + 61 * 60_000));
    try {
      await until(() => isSomebodyWaiting(pg));
    } finally {
      await confirming.commit();
    }
    expect(await looking).toBe(0);
    expect(await attention(stage())).toEqual([]);
  });

  test("a partial capture whose response was lost raises no item at any time if its notification came at once", async () => {
    const { orderNo } = await inferred("drop-after-apply");
    expect(await told(stage(), orderNo, { kind: "capture" })).toEqual([200]);
    await follow(stage());
    expect(await lookAfter(120)).toEqual([]);
  });

  test("the capture amount of an unsigned message is not trusted", async () => {
    const { orderId, orderNo } = await ordered(stage());
    await byHand(stage(), "capture", { order_no: orderNo });
    const lie = { kind: "capture", signature: "invalid", overrides: { amount: "1.00" } };
    expect(await told(stage(), orderNo, lie)).toEqual([200]);
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 0));
  });

  test("a capture of ours that is declined, because it was captured in the portal, finds that one at once", async () => {
    const { admin } = stage();
    const { orderId, orderNo, paymentId } = await ordered(stage());
    await byHand(stage(), "capture", { order_no: orderNo });
    await admin.post(`/admin/payments/${paymentId}/capture`).expect(400);
    await stage().work();
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 0));
    expect((await admin.payment(orderId)).captures).toHaveLength(1);
  });

  test("rows whose process died before writing the rest get their transactions and sums, and no second row", async () => {
    const { pg, ledger, admin } = stage();
    const { orderId, orderNo, paymentId } = await ordered(stage());
    await byHand(stage(), "capture", { order_no: orderNo });
    await told(stage(), orderNo, { kind: "capture" });
    await byHand(stage(), "refund", { order_no: orderNo, amount: "30.00" });
    await told(stage(), orderNo, { kind: "refund" });
    await follow(stage());
    await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 20 }).expect(200);
    const crash = async (ids: string): Promise<void> => {
      await pg.raw(`DELETE FROM order_transaction WHERE order_id = ? AND reference_id IN (${ids})`, [orderId]);
      const zero = `'{"value":"0","precision":20}'`;
      await pg.raw(`UPDATE payment_collection SET refunded_amount = 0, raw_refunded_amount = ${zero}`);
      await pg.raw("UPDATE acquiring_payment_attempt SET project_after = now() WHERE order_no = ?", [orderNo]);
    };
    const movements = async () => {
      const { rows, transactions, collection } = await threeBooks(stage(), orderId);
      return [rows, transactions, collection.refunded];
    };
    const all = { captured: 10_000, refunded: 5_000 };
    await crash("SELECT id FROM capture UNION SELECT id FROM refund WHERE metadata IS NOT NULL");
    await follow(stage());
    expect(await movements()).toEqual([all, all, 5_000]);

    // Core's own flow has a minute for its transaction. A sum is corrected at once.
    await crash("SELECT id FROM refund WHERE metadata IS NULL");
    await follow(stage());
    expect(await movements()).toEqual([all, { captured: 10_000, refunded: 3_000 }, 5_000]);
    const { rows: waiting } = await pg.raw("SELECT project_after FROM acquiring_payment_attempt");
    expect(waiting[0].project_after).not.toBeNull();
    const later = Date.now() + 2 * 60_000;
    ledger.useClock(() => new Date(later));
    await follow(stage());
    expect(await movements()).toEqual([all, all, 5_000]);
  });

  test("the refund of a cancelled order is recorded once, and reverted when the bank refuses it", async () => {
    const { admin, gateway, ledger, pg } = stage();
    const { orderId, orderNo } = await captured(stage());
    await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
    const later = Date.now() + 2 * 60_000;
    ledger.useClock(() => new Date(later));
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = now() WHERE order_no = ?", [orderNo]);
    await follow(stage());
    const { summary: _summary, ...books } = await threeBooks(stage(), orderId);
    const { summary: _all, ...refunded } = allBooks(10_000, 10_000);
    expect(books).toEqual(refunded);

    await gateway.control("process-refunds", { order_no: orderNo, outcome: "failed" });
    await told(stage(), orderNo, { kind: "refund" });
    await follow(stage());
    const { summary: _after, ...back } = await threeBooks(stage(), orderId);
    const { summary: _none, ...none } = allBooks(10_000, 0);
    expect(back).toEqual(none);
    const { rows } = await pg.raw("SELECT kind, message FROM acquiring_attention_item WHERE cleared_at IS NULL");
    expect(rows).toEqual([{ kind: "refund_failed", message: expect.stringContaining("The order is cancelled") }]);
  });

  test("a void made in the portal cancels Medusa's payment, and the open order raises an item", async () => {
    const { orderId, orderNo } = await ordered(stage());
    await byHand(stage(), "void", { order_no: orderNo });
    await told(stage(), orderNo, { kind: "void" });
    await follow(stage());
    expect((await stage().admin.payment(orderId)).canceled_at).not.toBeNull();
    expect(await attention(stage())).toEqual(["external_void"]);
    const { effects } = await stage().gateway.state();
    expect(effects).toMatchObject({ authorise: 1, cancel: 0, capture: 0 });
  });

  test("a dispute is shown with its amount, changes no amount, and its result closes the item", async () => {
    const { admin, gateway } = stage();
    const { orderId, orderNo } = await captured(stage());
    const fields = {
      notify_type: "dispute",
      dispute_amount: "90.00",
      dispute_reason: "fraud",
      dispute_reference: "D1",
    };
    const announce = (status: string, more: object = {}) =>
      told(stage(), orderNo, { overrides: { ...fields, dispute_status: status }, ...more });
    expect(await announce("received", { signature: "invalid" })).toEqual([401]);
    expect(await announce("received")).toEqual([200]);
    expect(await attention(stage())).toEqual(["dispute"]);
    const shown = async () =>
      (await admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200)).body.payments[0];
    const payment = await shown();
    expect(payment).toMatchObject({
      amounts: { captured: "100.00", refunded: "0.00" },
      dispute: { status: "open", amount: "90.00", reason: "fraud", reference: "D1" },
    });
    const page = `/admin/acquiring/disputes/${encodeURIComponent(payment.dispute.id)}`;
    expect((await admin.get(page).expect(200)).body.dispute).toMatchObject({ payment_id: payment.id, reference: "D1" });
    expect(await announce("received", { overrides: { ...fields, dispute_status: "received", note: "2" } })).toEqual([
      200,
    ]);
    expect(await announce("lost")).toEqual([200]);
    expect((await shown()).dispute).toMatchObject({ status: "lost", amount: "90.00" });
    expect(await attention(stage())).toEqual([]);
    expect((await entries(stage())).slice(-2)).toEqual(["dispute_received", "dispute_lost"]);
    await follow(stage());
    expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 0));
    expect((await gateway.state()).effects).toMatchObject({ refund: 0 });
  });
});
