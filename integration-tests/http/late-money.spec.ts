import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import type { Checkout } from "../support/shop";
import { cardInput } from "../support/shop";
import { allBooks, threeBooks } from "../support/three-books";
import { Traveller } from "../support/traveller";

/** Late and duplicate money: a replaced session, two tabs, a cart with an order; returned, or held by configuration. */
const SHOP = "http://localhost:8000";
const CHALLENGE = { type: "card", card: cardInput("4000000000003063") };

const states = async ({ pg }: Stage, cartId: string): Promise<string[]> => {
  const { rows } = await pg.raw("SELECT state FROM acquiring_payment_attempt WHERE cart_id = ? ORDER BY created_at", [
    cartId,
  ]);
  return rows.map(({ state }: { state: string }) => state);
};
const attention = async ({ pg }: Stage): Promise<{ kind: string; message: string }[]> => {
  const { rows } = await pg.raw("SELECT kind, message FROM acquiring_attention_item WHERE cleared_at IS NULL");
  return rows;
};
const rounds = async ({ hurry, ledger }: Stage): Promise<void> => {
  await hurry();
  ledger.useClock(() => new Date(Date.now() + 30_000));
  await hurry();
  await hurry();
};
const minor = (decimal: string): bigint => BigInt(decimal.replace(".", ""));
/** What the gateway holds or has captured and not returned, in minor units. */
const held = async ({ gateway }: Stage): Promise<bigint> => {
  const { transactions } = await gateway.state();
  return transactions
    .filter(({ state }) => state === "authorised" || state === "captured")
    .reduce((sum, { amount, refunded }) => sum + minor(amount) - minor(refunded), 0n);
};

withStore(
  "late_reverse",
  (stage) => {
    const replace = async ({ collectionId }: Checkout): Promise<Checkout["session"]> => {
      const { shop } = stage();
      await shop.session(collectionId, {}, "checkout");
      return shop.session(collectionId);
    };

    test("money for a session that was replaced is voided, and the second tab's payment makes the one order", async () => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      const second = { ...checkout, session: await replace(checkout) };
      expect((await shop.pay(second).expect(200)).body.payment.state).toBe("authorised");
      expect((await shop.complete(second)).type).toBe("order");
      await rounds(stage());
      expect(await states(stage(), checkout.cartId)).toEqual(["voided", "authorised"]);
      expect(await held(stage())).toBe(10_000n);
      expect((await gateway.state()).effects).toMatchObject({ authorise: 2, cancel: 1 });
      const [item] = await attention(stage());
      expect(item).toMatchObject({
        kind: "late_or_duplicate_payment",
        message: expect.stringContaining("returned to the customer"),
      });
    });

    test("another session after the order was placed does not affect its payment", async () => {
      const { shop, gateway, pg } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      expect((await shop.complete(checkout)).type).toBe("order");
      const path = `/store/payment-collections/${checkout.collectionId}/payment-sessions`;
      const { body } = await shop.post(path, { provider_id: "pp_acquiring-card_main" }).expect(409);
      expect(body.code).toBe("session_not_payable");
      await rounds(stage());
      expect(await pg("payment_session").where({ id: checkout.session.id })).toHaveLength(1);
      expect(await states(stage(), checkout.cartId)).toEqual(["authorised"]);
      expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
    });

    test("a payment whose session was deleted still pays for its order, and is captured and refunded", async () => {
      const { shop, admin, pg } = stage();
      const { orderId, checkout } = await shop.order();
      const { id } = await admin.payment(orderId);
      await pg("payment_session").where({ id: checkout.session.id }).delete();
      await rounds(stage());
      expect(await states(stage(), checkout.cartId)).toEqual(["authorised"]);
      await admin.post(`/admin/payments/${id}/capture`, {}).expect(200);
      await admin.post(`/admin/payments/${id}/refund`, { amount: 40 }).expect(200);
      await rounds(stage());
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(10_000, 4_000));
    });

    test("a late capture is refunded, once, however often the work is done", async () => {
      const { shop, gateway, pg } = stage();
      const checkout = await shop.checkoutFor("apm");
      const { body } = await shop
        .payBy(checkout, { type: "apm", method: "multibanco" }, { return_to: SHOP })
        .expect(200);
      const traveller = new Traveller(SHOP);
      await traveller.submit(await traveller.follow(body.payment.action.url), { decision: "pay" });
      await shop.session(checkout.collectionId);
      for (let round = 0; round < 4; round += 1) await rounds(stage());
      const { rows } = await pg.raw("SELECT * FROM acquiring_payment_attempt WHERE cart_id = ?", [checkout.cartId]);
      const refunds = (await gateway.requests()).filter(({ operation }) => operation === "refund");
      expect([rows[0].state, refunds.length]).toEqual(["captured", 1]);
      expect(BigInt(rows[0].refunded) + BigInt(rows[0].refund_pending)).toBe(10_000n);
      expect(await held(stage())).toBe(0n);
    });

    test("a reversal whose response is lost is queried and not sent again", async () => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      await replace(checkout);
      await gateway.fault("cancel", "drop-after-apply");
      await rounds(stage());
      await rounds(stage());
      expect((await gateway.requests()).filter(({ operation }) => operation === "cancel")).toHaveLength(1);
      expect(await states(stage(), checkout.cartId)).toEqual(["voided"]);
      expect(await held(stage())).toBe(0n);
    });

    test("two tabs that pay the same session at once are one payment", async () => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkout();
      const answers = await Promise.all([shop.pay(checkout), shop.pay(checkout), shop.pay(checkout)]);
      expect(answers.map(({ body }) => body.payment.state)).toEqual(["authorised", "authorised", "authorised"]);
      expect((await gateway.state()).effects.authorise).toBe(1);
    });

    test("while another tab's payment is being checked, a second session waits", async () => {
      const { shop, gateway } = stage();
      const checkout = await shop.checkout();
      await gateway.fault("authorise", "drop-before");
      await gateway.fault("retrievalTrans", "drop-before", 10);
      await shop.pay(checkout).expect(200);
      const second = { ...checkout, session: await replace(checkout) };
      const answer = await shop.pay(second).expect(409);
      expect(answer.body.code).toBe("payment_checking");
      expect((await gateway.requests()).filter(({ operation }) => operation === "authorise")).toHaveLength(1);
    });

    test("18 notify, return and complete in every order after a redirect end in one order", async () => {
      const { shop, gateway, admin } = stage();
      const orders: readonly (readonly ("notify" | "return" | "complete")[])[] = [
        ["notify", "return", "complete"],
        ["notify", "complete", "return"],
        ["return", "notify", "complete"],
        ["return", "complete", "notify"],
        ["complete", "notify", "return"],
        ["complete", "return", "notify"],
      ];
      for (const order of orders) {
        await gateway.control("reset");
        const checkout = await shop.checkout();
        const { body } = await shop.payBy(checkout, CHALLENGE, { return_to: SHOP }).expect(200);
        const traveller = new Traveller(SHOP);
        await traveller.submit(await traveller.follow(body.payment.action.url), { decision: "approve" });
        const [transaction] = (await gateway.state()).transactions;
        for (const step of order) {
          if (step === "notify") await gateway.notify(transaction?.order_no ?? "");
          if (step === "return") await shop.returned(traveller.returnToken).expect(200);
          if (step === "complete") await shop.complete(checkout);
          await stage().work();
        }
        await rounds(stage());
        stage().ledger.useClock(() => new Date());
        const found = await admin.get("/admin/orders?fields=id,*cart&limit=200").expect(200);
        const mine = found.body.orders.filter(
          ({ cart }: { cart: { id: string } | null }) => cart?.id === checkout.cartId,
        );
        expect([order, mine.length]).toEqual([order, 1]);
        expect([order, (await gateway.state()).effects.authorise, await held(stage())]).toEqual([order, 1, 10_000n]);
      }
    }, 300_000);

    test("3 if the queries fail too nothing is sent: not after a redirect either, and one attention item is raised", async () => {
      const { shop, gateway, hurry, ledger, pg } = stage();
      const checkout = await shop.checkout();
      const { body } = await shop.payBy(checkout, CHALLENGE, { return_to: SHOP }).expect(200);
      const traveller = new Traveller(SHOP);
      await traveller.follow(body.payment.action.url);
      await gateway.fault("retrievalTrans", "drop-before", 1_000);
      const before = (await gateway.requests()).filter(({ operation }) => operation !== "retrievalTrans").length;
      // Another card while the gateway cannot be queried: nothing is sent, the first payment stays.
      const answer = await shop.pay(checkout).expect(200);
      expect(answer.body.payment.state).toBe("action_required");
      const kinds = async (): Promise<string[]> => (await attention(stage())).map(({ kind }) => kind);
      // The customer has half an hour; then the payment is unknown, and an item is raised 15 minutes later.
      ledger.useClock(() => new Date(Date.now() + 44 * 60_000));
      for (let round = 0; round < 3; round += 1) await hurry();
      expect(await kinds()).toEqual([]);
      ledger.useClock(() => new Date(Date.now() + 46 * 60_000));
      for (let round = 0; round < 3; round += 1) await hurry();
      expect((await gateway.requests()).filter(({ operation }) => operation !== "retrievalTrans").length).toBe(before);
      const { rows } = await pg.raw("SELECT state FROM acquiring_payment_attempt WHERE cart_id = ?", [checkout.cartId]);
      expect(rows).toEqual([{ state: "action_required" }]);
      expect(await kinds()).toEqual(["unknown_outcome"]);
      await fetch(`${gateway.url}/_control/faults`, { method: "DELETE" });
      await hurry();
      expect(await kinds()).toEqual([]);
      const { rows: ended } = await pg.raw("SELECT state FROM acquiring_payment_attempt WHERE cart_id = ?", [
        checkout.cartId,
      ]);
      expect(ended).toEqual([{ state: "expired" }]);
    });
  },
  {},
  { apm: { methods: [{ code: "multibanco", countries: [], currencies: [] }] } },
);
