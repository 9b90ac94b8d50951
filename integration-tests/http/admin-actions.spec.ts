import type { ActionResult, AdminPayment } from "../../src/api-schema/admin";
import { withStore } from "../support/boot";
import { cardPayment } from "../support/card-payment";
import type { Checkout } from "../support/shop";
import { CARDS } from "../support/shop";

/** Admin actions on one payment, and Medusa's rows at the time of the answer. */
let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `key-of-the-test-${String(keys).padStart(4, "0")}`;
};

withStore("admin_actions", (stage) => {
  const paymentOf = async ({ session }: Checkout): Promise<string> => {
    const attempt = await stage().ledger.attempts.attemptOfSession(session.id);
    if (!attempt) throw new Error("The session has no payment.");
    return attempt.id;
  };
  const order = async (): Promise<{ orderId: string; id: string; orderNo: string }> => {
    const { orderId, checkout } = await stage().shop.order();
    const id = await paymentOf(checkout);
    const { payment } = await see(id);
    return { orderId, id, orderNo: payment.order_no };
  };
  const see = async (id: string): Promise<{ payment: AdminPayment }> =>
    (await stage().admin.get(`/admin/acquiring/payments/${id}`).expect(200)).body;
  const act = async (id: string, action: string, body: object): Promise<ActionResult> => {
    const answer = await stage().admin.post(`/admin/acquiring/payments/${id}/${action}`, body);
    if (answer.status !== 200) throw new Error(`${String(answer.status)}: ${answer.body.message}`);
    return answer.body;
  };
  const sent = (operation: string): Promise<number> => stage().gateway.sent(operation);
  const sums = async (orderId: string): Promise<{ captured: number[]; refunded: number[]; paid: number }> => {
    const payment = await stage().admin.payment(orderId);
    const { body } = await stage().admin.get(`/admin/orders/${orderId}?fields=summary.*`).expect(200);
    return {
      captured: payment.captures.map(({ amount }) => amount),
      refunded: payment.refunds.map(({ amount }) => amount),
      paid: body.order.summary.paid_total - body.order.summary.refunded_total,
    };
  };
  const me = async (): Promise<string> => (await stage().admin.get("/admin/users/me").expect(200)).body.user.email;

  test("after a partial capture Medusa's rows and the order's sums exist with the answer, and the timeline says who did it", async () => {
    const { orderId, id } = await order();
    const before = (await see(id)).payment;
    expect(before).toMatchObject({
      state: "authorised",
      order: { id: orderId },
      hold: null,
      actions: {
        capture: { most: "100.00", partial: true },
        void: { amount: "100.00" },
        refund: null,
        review: null,
      },
    });
    const { outcome, code, message, payment } = await act(id, "capture", { key: newKey(), amount: "60.00" });
    expect({ outcome, code, message }).toEqual({ outcome: "done", code: null, message: null });
    expect(payment).toMatchObject({
      state: "captured",
      amounts: { captured: "60.00", refundable: "60.00" },
      actions: { capture: null, void: null, refund: { most: "60.00" } },
    });
    const said = payment.timeline.map(({ kind, actor, actor_name }) => [kind, actor, actor_name]);
    expect(said.slice(-2)).toEqual([
      ["capture_sent", "admin", await me()],
      ["captured", "gateway", null],
    ]);
    expect(await sums(orderId)).toEqual({ captured: [60], refunded: [], paid: 60 });
    // The worker finds nothing left to record.
    await stage().hurry();
    expect(await sums(orderId)).toEqual({ captured: [60], refunded: [], paid: 60 });
  });

  test("the same key is one operation: twice at once, again later, and never for anything else", async () => {
    const { orderId, id } = await order();
    const key = newKey();
    const request = { key, amount: "100.00" };
    const answers = await Promise.all([
      act(id, "capture", request),
      act(id, "capture", request),
      act(id, "capture", request),
    ]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
    expect((await act(id, "capture", request)).outcome).toBe("done");
    expect(await sent("capture")).toBe(1);
    expect(await sums(orderId)).toEqual({ captured: [100], refunded: [], paid: 100 });
    const other = await order();
    for (const [path, body] of [
      [`${id}/capture`, { key, amount: "99.00" }],
      [`${id}/refund`, { key, amount: "100.00" }],
      [`${other.id}/capture`, request],
    ] as const) {
      const answer = await stage().admin.post(`/admin/acquiring/payments/${path}`, body);
      expect([path, answer.status, answer.body.message]).toEqual([
        path,
        400,
        "key: already used for another operation. Create a new idempotency key for each operation.",
      ]);
    }
    expect((await sent("capture")) + (await sent("refund"))).toBe(1);
  });

  test("a refund keeps its note and reason, several add up, and too large a refund is refused with a message", async () => {
    const { orderId, id } = await order();
    await act(id, "capture", { key: newKey(), amount: "100.00" });
    const { body } = await stage()
      .admin.post("/admin/refund-reasons", { label: "Damaged", code: "damaged" })
      .expect(200);
    const reason_id: string = body.refund_reason.id;
    const first = await act(id, "refund", { key: newKey(), amount: "30.00", note: "scratched", reason_id });
    expect(["done", "pending"]).toContain(first.outcome);
    const second = await act(id, "refund", { key: newKey(), amount: "20.50" });
    expect(["done", "pending"]).toContain(second.outcome);
    expect(second.payment.amounts).toMatchObject({ refunded: "50.50", refundable: "49.50" });
    expect(await act(id, "refund", { key: newKey(), amount: "49.51" })).toMatchObject({
      outcome: "refused",
      code: "amount_too_high",
    });
    expect(await sums(orderId)).toEqual({ captured: [100], refunded: [30, 20.5], paid: 49.5 });
    const rows = await stage().pg("refund").where({ note: "scratched" });
    expect(rows).toMatchObject([{ refund_reason_id: reason_id }]);
    expect(second.payment.timeline.find(({ kind }) => kind === "refund_sent")).toMatchObject({ note: "scratched" });
    const wrong = await stage().admin.post(`/admin/acquiring/payments/${id}/refund`, {
      key: newKey(),
      amount: "1.00",
      reason_id: "refr_none",
    });
    expect([wrong.status, wrong.body.message]).toEqual([400, "reason_id: there is no reason refr_none."]);
  });

  test("an operation of a process that died before updating Medusa is recorded by the worker, once, with the admin's note", async () => {
    const { ledger, hurry, pg } = stage();
    const { orderId, id } = await order();
    const action = { attemptId: id, actorId: "user_1", amount: 10_000n };
    expect(await ledger.commands.carryOut({ ...action, kind: "capture", key: newKey() })).toEqual({ kind: "settled" });
    expect((await stage().admin.payment(orderId)).captures).toEqual([]);
    await hurry();
    expect(await sums(orderId)).toEqual({ captured: [100], refunded: [], paid: 100 });
    const refund = { ...action, kind: "refund" as const, key: newKey(), amount: 2_500n, note: "late by a week" };
    expect(["settled", "pending"]).toContain((await ledger.commands.carryOut(refund)).kind);
    await hurry();
    await hurry();
    expect(await sums(orderId)).toEqual({ captured: [100], refunded: [25], paid: 75 });
    expect(await pg("refund").where({ note: "late by a week" })).toMatchObject([{ created_by: "user_1" }]);
  });

  test("money without a Medusa payment can be refunded in parts, and one part does not block the next", async () => {
    const { ledger } = stage();
    await ledger.pay(cardPayment("payses_of_nobody", "cart_of_nobody"));
    const attempt = await ledger.attempts.attemptOfSession("payses_of_nobody");
    const id = attempt?.id ?? "";
    expect(await act(id, "capture", { key: newKey(), amount: "100.00" })).toMatchObject({ outcome: "done" });
    for (const amount of ["10.00", "20.00", "30.00"]) {
      expect(["done", "pending"]).toContain((await act(id, "refund", { key: newKey(), amount })).outcome);
    }
    expect((await see(id)).payment.amounts).toMatchObject({ captured: "100.00", refunded: "60.00" });
  });

  test("a void releases the authorisation and leaves the order unchanged", async () => {
    const { orderId, id, orderNo } = await order();
    expect(await act(id, "void", { key: newKey() })).toMatchObject({
      outcome: "done",
      payment: { state: "voided", actions: { capture: null, void: null, refund: null } },
    });
    expect((await stage().gateway.transaction(orderNo)).state).toBe("voided");
    expect((await stage().admin.payment(orderId)).canceled_at).not.toBeNull();
    const { body } = await stage().admin.get(`/admin/orders/${orderId}?fields=status`).expect(200);
    expect(body.order.status).toBe("pending");
    expect(await act(id, "capture", { key: newKey(), amount: "1.00" })).toMatchObject({ outcome: "refused" });
  });

  test("an operation with a lost response is unknown, nothing is sent again, and what a query proves is recorded once", async () => {
    const { orderId, id } = await order();
    await stage().gateway.fault("capture", "drop-after-apply");
    const request = { key: newKey(), amount: "100.00" };
    expect(await act(id, "capture", request)).toMatchObject({
      outcome: "unknown",
      payment: { actions: { capture: null } },
    });
    expect(await act(id, "capture", request)).toMatchObject({ outcome: "unknown" });
    expect(await act(id, "void", { key: newKey() })).toMatchObject({ outcome: "not_sent", code: "operation_open" });
    expect(await sent("capture")).toBe(1);
    expect(await act(id, "query", {})).toMatchObject({ outcome: "done", payment: { state: "captured" } });
    await stage().hurry();
    expect(await act(id, "capture", request)).toMatchObject({ outcome: "done" });
    expect(await sums(orderId)).toEqual({ captured: [100], refunded: [], paid: 100 });
  });

  test("a gateway refusal is returned with its message, also for the same key again, and nothing is recorded", async () => {
    const { orderId, id, orderNo } = await order();
    await stage().gateway.control("portal-void", { order_no: orderNo });
    const request = { key: newKey(), amount: "100.00" };
    const refused = await act(id, "capture", request);
    expect(refused.outcome).toBe("refused");
    expect(refused.message).toEqual(expect.stringMatching(/\w/));
    const again = await act(id, "capture", request);
    expect([again.outcome, again.message]).toEqual([refused.outcome, refused.message]);
    expect(await sent("capture")).toBe(1);
    expect((await stage().admin.payment(orderId)).captures).toEqual([]);
  });

  test("a notification is replayed, and the manual resolution of an unknown operation is kept with its note", async () => {
    const { gateway, admin, pg } = stage();
    const { id, orderNo } = await order();
    await gateway.notify(orderNo);
    await stage().hurry();
    const [notification] = (await see(id)).payment.notifications;
    if (!notification) throw new Error("No notification is listed.");
    expect(notification).toMatchObject({ status: "applied", deliveries: 1 });
    const replayed = await act(id, "replay", { notification_id: notification.id });
    expect(replayed).toMatchObject({ outcome: "done", payment: { state: "authorised" } });
    expect(await pg("acquiring_audit_record").where({ attempt_id: id, action: "notification_replayed" })).toHaveLength(
      1,
    );
    const other = await order();
    await admin.post(`/admin/acquiring/payments/${other.id}/replay`, { notification_id: notification.id }).expect(404);

    await gateway.fault("capture", "drop-before");
    await act(id, "capture", { key: newKey(), amount: "100.00" });
    const [operation] = (await see(id)).payment.open_operations;
    if (!operation) throw new Error("Nothing is open.");
    const word = { operation_id: operation.id, resolution: "did_not_happen", note: "looked in the portal" };
    await admin.post(`/admin/acquiring/payments/${other.id}/decide`, word).expect(404);
    const decided = await act(id, "decide", word);
    expect(decided).toMatchObject({ outcome: "done", payment: { open_operations: [] } });
    expect(decided.payment.timeline.at(-1)).toMatchObject({
      kind: "capture_not_applied",
      actor: "admin",
      actor_name: await me(),
      note: "looked in the portal",
    });
    expect(await act(id, "capture", { key: newKey(), amount: "100.00" })).toMatchObject({ outcome: "done" });
  });

  test("an invalid field is named, an unknown payment is 404, and a declined payment allows no action", async () => {
    const { admin, shop } = stage();
    const { id } = await order();
    const path = `/admin/acquiring/payments/${id}`;
    const problem = async (action: string, body: object): Promise<[number, string]> => {
      const answer = await admin.post(`${path}/${action}`, body);
      return [answer.status, answer.body.message];
    };
    expect(await problem("capture", { key: "short", amount: "1.00" })).toEqual([400, expect.stringMatching(/^key: /)]);
    expect(await problem("capture", { key: newKey(), amount: 1 })).toEqual([400, expect.stringMatching(/^amount: /)]);
    expect(await problem("capture", { key: newKey(), amount: "1.001" })).toEqual([
      400,
      expect.stringMatching(/^amount: /),
    ]);
    await admin.get("/admin/acquiring/payments/acqatt_none").expect(404);
    await admin.post("/admin/acquiring/payments/acqatt_none/void", { key: newKey() }).expect(404);
    await admin.post("/admin/acquiring/payments/acqatt_none/query", {}).expect(404);
    const checkout = await shop.checkout();
    await shop.pay(checkout, CARDS.declined);
    expect((await see(await paymentOf(checkout))).payment).toMatchObject({
      state: "declined",
      actions: { capture: null, void: null, refund: null, review: null },
    });
  });
});
