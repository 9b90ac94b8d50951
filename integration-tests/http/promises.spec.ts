import request from "supertest";
import { acquiringReviewAttemptWorkflow } from "../../src/workflows/review-attempt";
import { withStore } from "../support/boot";
import { cardsIn, cardsInDatabase, rowsOfDatabase } from "../support/find-cards";
import type { Stage } from "../support/boot";
import { payableOf, payables, paymentIn } from "../support/payables";
import { CARDS, cardInput } from "../support/shop";
import { retryWaiting, until } from "../support/waiting";

/** The promises about money, each test with its number; the gateway's own data decides. */
withStore(
  "promises",
  (stage) => {
    const attemptOf = async ({ pg }: Stage, sessionId: string): Promise<Record<string, string>> => {
      const { rows } = await pg.raw(
        "SELECT * FROM acquiring_payment_attempt WHERE session_id = ? ORDER BY created_at",
        [sessionId],
      );
      return rows.at(-1);
    };
    const attention = async ({ pg }: Stage): Promise<string[]> => {
      const { rows } = await pg.raw("SELECT kind FROM acquiring_attention_item WHERE cleared_at IS NULL ORDER BY kind");
      return rows.map(({ kind }: { kind: string }) => kind);
    };

    /** An unreadable answer may have asked for a review: an admin approves, and the order continues. */
    const approveIfHeld = async (on: Stage, sessionId: string): Promise<string | null> => {
      const { id = "", hold_reason: reason = null } = (await attemptOf(on, sessionId)) ?? {};
      if (reason === null) return null;
      const approval = { action: "approve", note: null, actorId: "user_1", idempotencyKey: `approve_${id}` } as const;
      await acquiringReviewAttemptWorkflow(on.container).run({ input: { attemptId: id, ...approval } });
      await on.hurry();
      return reason;
    };

    test.each(payables)(
      "1 one logical authorise, capture, refund or void has at most one effect at the gateway: %s",
      async (kind) => {
        const { admin, gateway, hurry } = stage();
        for (const fault of ["drop-after-apply", "5xx-after-apply", "html", "garbage", "wrong-amount", "wrong-order"]) {
          const payable = await payableOf(stage(), kind);
          await gateway.control("reset");
          await gateway.fault("authorise", fault);
          await Promise.all([payable.pay(), payable.pay(), payable.pay()]);
          const orderId = await payable.finish();
          expect([fault, orderId]).toEqual([fault, expect.stringMatching(/^order_/)]);
          const heldFor = await approveIfHeld(stage(), payable.sessionId);
          expect([fault, heldFor]).toEqual([fault, fault === "garbage" ? "unreadable" : null]);
          const payment = await paymentIn(stage(), orderId, payable.sessionId);
          await gateway.fault("capture", fault);
          await admin.post(`/admin/payments/${payment.id}/capture`);
          await admin.post(`/admin/payments/${payment.id}/capture`);
          await hurry();
          await gateway.fault("refund", fault);
          await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 40 });
          await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 40 });
          await hurry();
          expect([fault, (await gateway.state()).effects]).toEqual([
            fault,
            { authorise: 1, checkout: 0, apm: 0, capture: 1, cancel: 0, refund: 1, cancel_subscription: 0, renewal: 0 },
          ]);
          const after = await paymentIn(stage(), orderId, payable.sessionId);
          expect([
            fault,
            after.captures.map(({ amount }) => amount),
            after.refunds.map(({ amount }) => amount),
          ]).toEqual([fault, [100], [40]]);
        }
      },
      300_000,
    );

    test.each(payables)("2 a timed-out write is never sent again before a query has answered: %s", async (kind) => {
      const { admin, gateway, hurry } = stage();
      const payable = await payableOf(stage(), kind);
      await payable.pay().expect(200);
      const orderId = await payable.finish();
      const payment = await paymentIn(stage(), orderId, payable.sessionId);
      const earlier = (await gateway.requests()).at(-1)?.seq ?? 0;
      await gateway.fault("capture", "drop-after-apply");
      const first = await admin.post(`/admin/payments/${payment.id}/capture`);
      expect(first.status).toBe(400);
      expect(first.body.message).toContain("being checked");
      await admin.post(`/admin/payments/${payment.id}/capture`);
      const sent = (await gateway.requests()).filter(({ operation, seq }) => operation === "capture" && seq > earlier);
      expect(sent).toHaveLength(1);
      await hurry();
      const after = (await gateway.requests()).filter(({ seq }) => seq > (sent[0]?.seq ?? 0));
      expect(after[0]?.operation).toBe("retrievalTrans");
      expect((await paymentIn(stage(), orderId, payable.sessionId)).captures).toHaveLength(1);
    });

    test("4 the sending row is committed before the first byte leaves", async () => {
      const { shop, gateway, pg } = stage();
      await gateway.fault("authorise", "hang");
      const checkout = await shop.checkout();
      const paying = shop
        .pay(checkout)
        .timeout(60_000)
        .then(undefined, () => undefined);
      await until(async () => (await gateway.requests()).some(({ operation }) => operation === "authorise"));
      const { rows } = await pg.raw(
        "SELECT status, kind FROM acquiring_operation WHERE idempotency_key IN (SELECT order_no FROM acquiring_payment_attempt WHERE session_id = ?)",
        [checkout.session.id],
      );
      expect(rows).toEqual([{ status: "sending", kind: "authorise" }]);
      await paying;
      expect((await attemptOf(stage(), checkout.session.id)).state).toBe("unknown");
    });

    test("6 200 to a notification means its bytes are in a committed row", async () => {
      const { base, gateway, pg, shop } = stage();
      const { checkout } = await shop.order();
      const { order_no: orderNo } = await attemptOf(stage(), checkout.session.id);
      const statuses = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          gateway.notify(orderNo ?? "", { overrides: { note: `n${String(index)}` } }),
        ),
      );
      expect(statuses.flat()).toEqual(Array.from({ length: 40 }, () => 200));
      const { rows } = await pg.raw("SELECT body FROM acquiring_inbox_event WHERE source = 'notify'");
      const notes = rows.map(({ body }: { body: string }) =>
        new URLSearchParams(Buffer.from(body, "base64").toString()).get("note"),
      );
      expect(new Set(notes)).toEqual(new Set(Array.from({ length: 40 }, (_, index) => `n${String(index)}`)));
      await pg.raw("ALTER TABLE acquiring_inbox_event RENAME TO acquiring_inbox_away");
      expect(await gateway.notify(orderNo ?? "", { overrides: { note: "database" } })).toEqual([503]);
      await pg.raw("ALTER TABLE acquiring_inbox_away RENAME TO acquiring_inbox_event");
      expect((await request(base).post("/acquiring/notify/main").type("form").send("x".repeat(300_000))).status).toBe(
        413,
      );
      expect((await request(base).post("/acquiring/notify/nobody").type("form").send("a=b")).status).toBe(404);
      expect((await request(base).post("/acquiring/notify/main").type("form").send("a=b")).status).toBe(400);
    });

    test("8 the same notification 100 times at once has one effect", async () => {
      const { shop, gateway, pg, work } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout, CARDS.pending).expect(200);
      const { order_no: orderNo, version } = await attemptOf(stage(), checkout.session.id);
      await gateway.control("approve", { order_no: orderNo });
      const statuses = await gateway.notify(orderNo ?? "", { times: 100 });
      expect(new Set(statuses)).toEqual(new Set([200]));
      await Promise.all([work(), work(), work()]);
      const { rows } = await pg.raw("SELECT deliveries, status FROM acquiring_inbox_event WHERE source = 'notify'");
      expect(rows).toEqual([{ deliveries: 100, status: "applied" }]);
      const after = await attemptOf(stage(), checkout.session.id);
      expect([after.state, Number(after.version) - Number(version)]).toEqual(["authorised", 1]);
    });

    test.each(payables)(
      "10 a notification never moves money state further than a query confirms: a signed false message changes nothing and raises attention: %s",
      async (kind) => {
        const { gateway, work } = stage();
        const { sessionId, pay, finish } = await payableOf(stage(), kind);
        await pay().expect(200);
        await finish();
        const before = await attemptOf(stage(), sessionId);
        const orderNo = before.order_no ?? "";
        const lies = [
          { kind: "capture", overrides: { payment_status: "3000", note: "captured" } },
          { overrides: { amount: "1.00" } },
          { overrides: { currency: "USD" } },
          { overrides: { order_no: "somebody-else" } },
        ];
        for (const lie of lies) expect(await gateway.notify(orderNo, lie)).toEqual([200]);
        await work();
        // A query may be behind a signed message for a while.
        await retryWaiting(stage(), 5);
        expect(await stage().pg("acquiring_inbox_event").where({ status: "pending" })).toEqual([]);
        const after = await attemptOf(stage(), sessionId);
        expect([after.state, after.captured, after.version]).toEqual([before.state, before.captured, before.version]);
        expect(new Set(await attention(stage()))).toEqual(
          new Set(["amount_mismatch", "notification_contradicted", "order_mismatch"]),
        );
        for (const signature of ["invalid", "absent"]) {
          expect(
            await gateway.notify(orderNo, { signature, overrides: { payment_status: "3000", notify_type: "capture" } }),
          ).toEqual([401]);
        }
        expect((await attemptOf(stage(), sessionId)).version).toBe(before.version);
      },
    );

    test.each(payables)(
      "10 while the gateway cannot be queried, a signed notification moves money by its signed fields alone: %s",
      async (kind) => {
        const { gateway, work } = stage();
        const { sessionId, pay } = await payableOf(stage(), kind);
        await pay(CARDS.pending).expect(200);
        const orderNo = (await attemptOf(stage(), sessionId)).order_no ?? "";
        await gateway.fault("retrievalTrans", "drop-before", 1_000);
        const state = async (): Promise<unknown[]> => {
          const { state: name, authorised, captured } = await attemptOf(stage(), sessionId);
          return [name, authorised, captured];
        };
        const pending = await state();
        // No signature covers the status of the payment.
        const unsigned = { payment_status: "3000", note: "captured" };
        for (const overrides of [unsigned, { ...unsigned, amount: "1.00" }, { ...unsigned, currency: "USD" }])
          expect(await gateway.notify(orderNo, { overrides })).toEqual([200]);
        await work();
        expect(await state()).toEqual(pending);
        expect(await attention(stage())).toContain("amount_mismatch");
        await gateway.control("approve", { order_no: orderNo });
        expect(await gateway.notify(orderNo, { overrides: unsigned })).toEqual([200]);
        await work();
        expect(await state()).toEqual(["authorised", "10000", "0"]);
      },
    );

    test.each(payables)(
      "13 concurrent authorise of one session: one authorisation, one Payment, no void: %s",
      async (kind) => {
        const { gateway, pg } = stage();
        for (const callers of [2, 5, 16]) {
          const payable = await payableOf(stage(), kind);
          await gateway.control("reset");
          const answers = await Promise.all(Array.from({ length: callers }, () => payable.pay()));
          expect(answers.map(payable.isPaidBy)).toEqual(answers.map(() => true));
          const completions = await Promise.all(Array.from({ length: callers }, () => payable.finish()));
          const orders = new Set(completions.filter((id) => id !== null));
          expect([callers, orders.size]).toEqual([callers, 1]);
          expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
          const { rows } = await pg.raw(
            "SELECT count(*)::int AS n FROM payment WHERE payment_session_id = ? AND canceled_at IS NULL",
            [payable.sessionId],
          );
          expect(rows[0].n).toBe(1);
        }
      },
      300_000,
    );

    test("14 a partial capture's amount at the gateway equals the capture row's", async () => {
      const { shop, admin, gateway } = stage();
      for (const amount of [30, 0.01, 99.99, 100]) {
        const { orderId, checkout } = await shop.order();
        const payment = await admin.payment(orderId);
        await admin.post(`/admin/payments/${payment.id}/capture`, { amount }).expect(200);
        const { order_no: orderNo } = await attemptOf(stage(), checkout.session.id);
        const seen = await gateway.transaction(orderNo ?? "");
        expect(seen.captures.map((capture) => capture.amount)).toEqual([amount.toFixed(2)]);
        expect((await admin.payment(orderId)).captures.map((capture) => capture.amount)).toEqual([amount]);
      }
    });

    test("20 no card number or security code at rest or in any output", async () => {
      const { shop, admin, pg, base } = stage();
      const canary = "4111111111111111";
      const seen: string[] = [];
      const checkout = await shop.checkout();
      const hostile = { ...cardInput(canary), holder_first_name: canary };
      seen.push(
        (
          await shop
            .post("/store/acquiring/payments", {
              session_id: checkout.session.id,
              token: checkout.session.data.token,
              method: { type: "card", card: hostile },
            })
            .expect(422)
        ).text,
      );
      seen.push(
        (
          await shop
            .post("/store/acquiring/payments", { method: { type: "card", card: { number: canary } } })
            .expect(400)
        ).text,
      );
      for (const [path, body] of [
        [
          `/store/payment-collections/${checkout.collectionId}/payment-sessions`,
          { provider_id: "pp_acquiring-card_main", data: { pan: canary } },
        ],
        [
          `/store/payment-collections/${checkout.collectionId}/payment-sessions`,
          { provider_id: "pp_acquiring-card_main", data: { cvc: "123" } },
        ],
        [`/store/carts/${checkout.cartId}`, { metadata: { card: "4111 1111 1111 1111" } }],
        [`/store/carts/${checkout.cartId}`, { shipping_address: { first_name: canary, country_code: "de" } }],
      ] as const) {
        seen.push((await shop.post(path, body).expect(400)).text);
      }
      seen.push((await shop.pay(checkout).expect(200)).text);
      const done = await shop.complete(checkout);
      seen.push(
        JSON.stringify(done),
        (await admin.get(`/admin/acquiring/orders/${done.order?.id ?? ""}/payments`).expect(200)).text,
      );
      seen.push((await request(base).get(`/store/payment-collections/${checkout.collectionId}`)).text);
      const rows = await rowsOfDatabase(pg);
      const everything = [...seen, ...rows].join("\n");
      expect(everything.length).toBeGreaterThan(10_000);
      expect(await cardsInDatabase(pg, [canary])).toEqual([]);
      expect(seen.flatMap((text) => cardsIn(text, [canary]))).toEqual([]);
      expect(everything).toContain("411111******1111");
    });

    test("23 every money operation leaves an audit record that the database refuses to change", async () => {
      const { shop, pg } = stage();
      await shop.order();
      const { rows } = await pg.raw("SELECT action FROM acquiring_audit_record ORDER BY at");
      expect(rows.map(({ action }: { action: string }) => action)).toEqual(["authorise_sent", "authorised"]);
      for (const table of ["acquiring_audit_record", "acquiring_entry"]) {
        await expect(pg.raw(`UPDATE ${table} SET actor = 'admin'`)).rejects.toThrow("append-only");
        await expect(pg.raw(`DELETE FROM ${table}`)).rejects.toThrow("append-only");
        await expect(pg.raw(`TRUNCATE ${table}`)).rejects.toThrow("append-only");
      }
      await expect(pg.raw("DELETE FROM acquiring_operation")).rejects.toThrow("append-only");
    });
  },
  { timeouts: { connectMs: 2_000, authoriseMs: 3_000, otherMs: 3_000 } },
);
