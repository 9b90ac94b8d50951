import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { wrongInBooks } from "../support/books";
import { later } from "../support/other-process";
import { CARDS } from "../support/shop";

/** Unusual paths: closed tabs, late decisions, changed carts, attackers, races. */
withStore("journeys", (stage) => {
  const MINUTE = 60_000;
  const attempts = async (
    { pg }: Stage,
    sessionId: string,
  ): Promise<{ id: string; state: string; order_no: string }[]> => {
    const { rows } = await pg.raw("SELECT * FROM acquiring_payment_attempt WHERE session_id = ? ORDER BY created_at", [
      sessionId,
    ]);
    return rows;
  };
  const ordersOf = async ({ pg }: Stage, cartId: string): Promise<{ id: string; status: string }[]> => {
    const { rows } = await pg.raw(
      'SELECT o.id, o.status FROM order_cart l JOIN "order" o ON o.id = l.order_id WHERE l.cart_id = ?',
      [cartId],
    );
    return rows;
  };
  const attention = async ({ pg }: Stage): Promise<string[]> => {
    const { rows } = await pg.raw("SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL");
    return rows.map(({ kind }: { kind: string }) => kind);
  };

  test("a paid cart whose tab was closed becomes exactly one order, however often background work runs", async () => {
    const { shop, hurry } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout).expect(200);
    expect(await ordersOf(stage(), checkout.cartId)).toHaveLength(0);
    await hurry();
    await Promise.all([hurry(), shop.complete(checkout)]);
    expect(await ordersOf(stage(), checkout.cartId)).toHaveLength(1);
  });

  test("a pending payment places the order, and the gateway's later approval completes it", async () => {
    const { shop, gateway, admin, hurry } = stage();
    const checkout = await shop.checkout();
    const paid = await shop.pay(checkout, CARDS.pending).expect(200);
    expect(paid.body.payment).toMatchObject({ state: "pending", completable: true });
    const done = await shop.complete(checkout);
    expect(done.type).toBe("order");
    const [attempt] = await attempts(stage(), checkout.session.id);
    await gateway.control("approve", { order_no: attempt?.order_no });
    expect(await gateway.notify(attempt?.order_no ?? "")).toEqual([200]);
    await hurry();
    const payment = await admin.payment(done.order?.id ?? "");
    expect(payment.amount).toBe(100);
    await admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
  });

  test("a pending payment that is declined after all cancels its order", async () => {
    const { shop, gateway, hurry } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout, CARDS.pending).expect(200);
    expect((await shop.complete(checkout)).type).toBe("order");
    const [attempt] = await attempts(stage(), checkout.session.id);
    await gateway.control("decline", { order_no: attempt?.order_no });
    await hurry();
    expect(await ordersOf(stage(), checkout.cartId)).toEqual([expect.objectContaining({ status: "canceled" })]);
  });

  test("an admin who refreshes it in Medusa first does not prevent that", async () => {
    const { shop, gateway, hurry, admin } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout, CARDS.pending).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const ask = async (): Promise<unknown> => {
      const path = `/admin/orders/${orderId}/payment-sessions/authorize`;
      return (await admin.post(path, { payment_session_id: checkout.session.id }).expect(200)).body.is_authorized;
    };
    expect(await ask()).toBe(false);
    const [attempt] = await attempts(stage(), checkout.session.id);
    await gateway.control("decline", { order_no: attempt?.order_no });
    expect(await ask()).toBe(false);
    await hurry();
    expect(await ask()).toBe(false);
    expect(await ordersOf(stage(), checkout.cartId)).toEqual([expect.objectContaining({ status: "canceled" })]);
  });

  test("a lost request is queried, proven absent after a while, and may be paid again", async () => {
    const { shop, ledger, hurry, gateway } = stage();
    const checkout = await shop.checkout();
    const lost = await shop.pay(checkout, CARDS.lostBefore).expect(200);
    expect(lost.body.payment).toMatchObject({
      state: "checking",
      completable: false,
      error: { code: "payment_checking" },
    });
    expect((await shop.complete(checkout)).type).toBe("refused");
    const again = await shop.pay(checkout).expect(200);
    expect(again.body.payment.state).toBe("checking");
    expect((await gateway.state()).effects.authorise).toBe(0);
    const later = Date.now() + 16 * MINUTE;
    ledger.useClock(() => new Date(later));
    await hurry();
    expect((await shop.status(checkout)).state).toBe("payable");
    await shop.pay(checkout).expect(200);
    expect((await shop.complete(checkout)).type).toBe("order");
    expect((await gateway.state()).effects.authorise).toBe(1);
  });

  test("3 if the query fails too, nothing is sent and an attention item is raised", async () => {
    const { shop, admin, gateway, hurry, ledger } = stage();
    const { orderId } = await shop.order();
    const payment = await admin.payment(orderId);
    await gateway.fault("capture", "drop-after-apply");
    await gateway.fault("retrievalTrans", "5xx-before", 1_000);
    await admin.post(`/admin/payments/${payment.id}/capture`).expect(400);
    const later = Date.now() + 20 * MINUTE;
    ledger.useClock(() => new Date(later));
    await hurry();
    await admin.post(`/admin/payments/${payment.id}/capture`).expect(400);
    expect((await gateway.requests()).filter(({ operation }) => operation === "capture")).toHaveLength(1);
    expect(await attention(stage())).toEqual(["unknown_outcome"]);
  });

  test("a capture that is proven later is recorded once, whichever of many workers comes first", async () => {
    const { shop, admin, gateway, hurry } = stage();
    const { orderId } = await shop.order();
    const payment = await admin.payment(orderId);
    await gateway.fault("capture", "5xx-after-apply");
    await admin.post(`/admin/payments/${payment.id}/capture`, { amount: 70 }).expect(400);
    await Promise.all([hurry(), hurry(), hurry(), hurry()]);
    await hurry();
    const { captures } = await admin.payment(orderId);
    expect(captures.map(({ amount }) => amount)).toEqual([70]);
    const again = await admin.post(`/admin/payments/${payment.id}/capture`, { amount: 30 }).expect(400);
    expect(again.body.message).toContain("already been captured");
  });

  test("an unmapped status code is never a success and raises an attention item", async () => {
    const { shop } = stage();
    const checkout = await shop.checkout();
    const paid = await shop.pay(checkout, CARDS.unknownCode).expect(200);
    expect(paid.body.payment).toMatchObject({ state: "checking", completable: false });
    expect((await shop.complete(checkout)).type).toBe("refused");
    expect(await attention(stage())).toContain("unmapped_code");
  });

  test("12 void and capture exclude each other", async () => {
    const { shop, admin, gateway, ledger, pg } = stage();
    for (let round = 0; round < 5; round += 1) {
      await gateway.control("reset");
      ledger.useClock(() => new Date());
      const { orderId, checkout } = await shop.order();
      const payment = await admin.payment(orderId);
      await Promise.all([
        admin.post(`/admin/payments/${payment.id}/capture`),
        admin.post(`/admin/orders/${orderId}/cancel`),
      ]);
      const { effects } = await gateway.state();
      expect((effects.capture ?? 0) + (effects.cancel ?? 0)).toBe(1);
      await later(stage());
      const where = { pg, gatewayUrl: gateway.url, cartIds: [checkout.cartId] };
      expect(await wrongInBooks(where, { atRest: true })).toEqual([]);
    }
  }, 300_000);

  test.each([
    ["amount", `amount = 99, raw_amount = '{"value":"99","precision":20}'`],
    ["currency", "currency_code = 'usd'"],
  ])(
    "19 amount and currency authorised equal the session's at completion, or the order is refused: %s",
    async (_, change) => {
      const { shop, pg } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      await pg.raw(`UPDATE payment_session SET ${change} WHERE id = ?`, [checkout.session.id]);
      expect((await shop.complete(checkout)).type).toBe("refused");
      expect(await ordersOf(stage(), checkout.cartId)).toHaveLength(0);
      expect(await attention(stage())).toEqual(["amount_mismatch"]);
    },
  );

  test.each([
    ["one thing more", { quantity: 2 }],
    ["nothing", { quantity: 0 }],
  ])(
    "19 a cart that contains %s after it was paid creates no order for the old amount, and the money is returned",
    async (_, change) => {
      const { shop, gateway, pg } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      const [item] = await pg("cart_line_item").where({ cart_id: checkout.cartId }).select("id");
      await shop.post(`/store/carts/${checkout.cartId}/line-items/${String(item.id)}`, change).expect(200);
      expect((await shop.complete(checkout)).type).toBe("refused");
      expect(await ordersOf(stage(), checkout.cartId)).toEqual([]);
      await later(stage());
      const where = { pg, gatewayUrl: gateway.url, cartIds: [checkout.cartId] };
      expect(await wrongInBooks(where, { atRest: true })).toEqual([]);
      expect((await gateway.state()).effects).toMatchObject({ authorise: 1, capture: 0, cancel: 1 });
      if (change.quantity === 0) return;
      stage().ledger.useClock(() => new Date());
      const session = await shop.session(checkout.collectionId);
      await shop.pay({ session }).expect(200);
      expect(await shop.complete(checkout)).toMatchObject({ type: "order" });
      await later(stage());
      expect(await wrongInBooks(where, { atRest: true })).toEqual([]);
      const held = (await gateway.state()).transactions.map(({ state, amount }) => [state, amount]);
      expect(held).toEqual([
        ["voided", "100.00"],
        ["authorised", "200.00"],
      ]);
    },
  );

  test("a session replaced while its money is held raises an attention item", async () => {
    const { shop, hurry } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout).expect(200);
    await shop.session(checkout.collectionId);
    await hurry();
    expect(await attention(stage())).toContain("late_or_duplicate_payment");
  });

  test("a stranger with a session id and no token, or another session's token, gets the same 404", async () => {
    const { shop } = stage();
    const mine = await shop.checkout();
    const other = await shop.checkout();
    for (const token of ["x".repeat(43), other.session.data.token]) {
      const answer = await shop
        .post("/store/acquiring/payment-status", { session_id: mine.session.id, token })
        .expect(404);
      expect(answer.body.code).toBe("session_not_found");
    }
    const missing = await shop
      .post("/store/acquiring/payment-status", { session_id: "payses_none", token: "x" })
      .expect(404);
    expect(missing.body).toEqual({ type: "acquiring_error", code: "session_not_found", message: expect.any(String) });
  });

  test("a cart whose promotion was deleted meanwhile is paid at the total that the customer saw", async () => {
    const { shop, admin } = stage();
    const checkout = await shop.checkout();
    const application_method = { type: "fixed", target_type: "order", value: 10, currency_code: "eur" };
    const promotion = { code: "TENOFF", type: "standard", status: "active", application_method };
    const made = await admin.post("/admin/promotions", promotion).expect(200);
    await shop.post(`/store/carts/${checkout.cartId}/promotions`, { promo_codes: ["TENOFF"] }).expect(200);
    const session = await shop.session(checkout.collectionId);
    await admin.delete(`/admin/promotions/${String(made.body.promotion.id)}`).expect(200);
    const paid = await shop.pay({ session }).expect(200);
    expect(paid.body.payment).toMatchObject({ state: "authorised", completable: true });
    const done = await shop.complete(checkout);
    expect(done.type).toBe("order");
    expect(await stage().pg("order").count()).toEqual([{ count: "1" }]);
    expect(await stage().pg("payment").pluck("amount")).toEqual(["90"]);
  });

  test("numbers in an ordinary cart are not mistaken for card numbers, and a refused one is named", async () => {
    const { shop } = stage();
    const { cartId } = await shop.checkout();
    // A timestamp in milliseconds that passes the Luhn check, as analytics write it, and a phone number.
    const metadata = {
      _fbp: "fb.1.1596403881663.1098115397",
      sent: 1_596_403_881_671,
      contact_phone: "4111111111111111",
    };
    await shop.post(`/store/carts/${cartId}`, { metadata }).expect(200);
    const refused = await shop
      .post(`/store/carts/${cartId}`, { metadata: { note: "4111 1111 1111 1111" } })
      .expect(400);
    expect(refused.body.message).toContain("metadata.note: looks like a card number");
  });

  test("a declined session that the shop completes anyway can be paid again and becomes the order", async () => {
    const { shop, pg } = stage();
    const checkout = await shop.checkout();
    const declined = await shop.pay(checkout, CARDS.declined).expect(200);
    expect(declined.body.payment).toMatchObject({ state: "payable", completable: false });
    await shop.post(`/store/carts/${checkout.cartId}/complete`).expect(400);
    const paid = await shop.pay(checkout).expect(200);
    expect(paid.body.payment).toMatchObject({ state: "authorised", completable: true });
    expect((await shop.complete(checkout)).type).toBe("order");
    expect(await pg("payment_session").where({ id: checkout.session.id }).pluck("status")).toEqual(["authorized"]);
    expect(await attention(stage())).toEqual([]);
  });

  test("an order's balance beyond its cart is not paid like a cart, and nothing is sent for it", async () => {
    const { shop, admin, gateway } = stage();
    const { orderId } = await shop.order();
    const { body } = await admin.post("/admin/payment-collections", { order_id: orderId, amount: 5 }).expect(200);
    const session = await shop.session(body.payment_collection.id);
    expect((await shop.pay({ session }).expect(409)).body.code).toBe("session_not_payable");
    expect(await gateway.sent("authorise")).toBe(1);
  });

  test("session data invented by a browser is not trusted", async () => {
    const { shop } = stage();
    const paid = await shop.checkout();
    await shop.pay(paid).expect(200);
    const thief = await shop.checkout();
    const session = await shop.session(thief.collectionId, {
      session_id: paid.session.id,
      state: "authorised",
      status: "authorized",
      token: "x",
    });
    expect(session.data).toMatchObject({ session_id: session.id, state: "payable" });
    expect((await shop.complete({ cartId: thief.cartId })).type).toBe("refused");
  });

  test("an invalid card is refused field by field before anything is sent", async () => {
    const { shop, gateway } = stage();
    const checkout = await shop.checkout();
    const body = { session_id: checkout.session.id, token: checkout.session.data.token };
    const card = {
      number: "4111111111111112",
      expiry_month: "13",
      expiry_year: "20",
      security_code: "12",
      holder_first_name: "Ada",
      holder_last_name: "L",
    };
    const answer = await shop
      .post("/store/acquiring/payments", { ...body, method: { type: "card", card } })
      .expect(422);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body.fields.map(({ field }: { field: string }) => field)).toEqual([
      "method.card.number",
      "method.card.expiry_month",
      "method.card.security_code",
    ]);
    const past = { ...card, number: "4111111111111111", expiry_month: "01", expiry_year: "2020", security_code: "123" };
    const expired = await shop
      .post("/store/acquiring/payments", { ...body, method: { type: "card", card: past } })
      .expect(422);
    expect(expired.body.fields).toEqual([{ field: "method.card.expiry_month", message: "This card has expired." }]);
    expect(await gateway.requests()).toHaveLength(0);
  });

  test("a card payment larger than 12 KB is refused", async () => {
    const { shop } = stage();
    const answer = await shop.post("/store/acquiring/payments", { filler: "x".repeat(13_000) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).not.toBe(422);
  });
});
