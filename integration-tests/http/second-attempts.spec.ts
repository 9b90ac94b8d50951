import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { CARDS, cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** A session paid with a second method after the first was abandoned: each attempt keeps its own money. */
const SHOP = "http://localhost:8000";
const CHALLENGE = { type: "card", card: cardInput("4000000000003063") };

const rounds = async ({ hurry, ledger }: Stage): Promise<void> => {
  await hurry();
  ledger.useClock(() => new Date(Date.now() + 30_000));
  await hurry();
  await hurry();
};
const states = async ({ pg }: Stage, cartId: string): Promise<string[]> => {
  const { rows } = await pg.raw("SELECT state FROM acquiring_payment_attempt WHERE cart_id = ? ORDER BY created_at", [
    cartId,
  ]);
  return rows.map(({ state }: { state: string }) => state);
};

withStore(
  "second",
  (stage) => {
    test("an order that waits for the second payment is not cancelled because the first was abandoned", async () => {
      const { shop, admin } = stage();
      const checkout = await shop.checkout();
      const { body } = await shop.payBy(checkout, CHALLENGE, { return_to: SHOP }).expect(200);
      await new Traveller(SHOP).follow(body.payment.action.url);
      expect((await shop.pay(checkout, CARDS.pending).expect(200)).body.payment.state).toBe("pending");
      const done = await shop.complete(checkout);
      expect(done.type).toBe("order");
      await rounds(stage());
      expect(await states(stage(), checkout.cartId)).toEqual(["expired", "pending"]);
      const order = await admin.get(`/admin/orders/${done.order?.id ?? ""}?fields=id,status`).expect(200);
      expect(order.body.order.status).toBe("pending");
    });

    test("late money that was returned leaves the session payable if the second payment is declined, too", async () => {
      const { shop } = stage();
      const checkout = await shop.checkoutFor("apm");
      const first = await shop.payBy(checkout, { type: "apm", method: "multibanco" }, { return_to: SHOP }).expect(200);
      const late = new Traveller(SHOP);
      const latePage = await late.follow(first.body.payment.action.url);
      const second = await shop.payBy(checkout, { type: "apm", method: "konbini" }, { return_to: SHOP }).expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.follow(second.body.payment.action.url);
      await late.submit(latePage, { decision: "pay" });
      await rounds(stage());
      await rounds(stage());
      await traveller.submit(page, { decision: "refuse" });
      await shop.returned(traveller.returnToken).expect(200);
      expect(await states(stage(), checkout.cartId)).toEqual(["captured", "declined"]);
      expect(await shop.status(checkout)).toMatchObject({ state: "payable", error: { code: "card_declined" } });
      const third = await shop.payBy(checkout, { type: "apm", method: "konbini" }, { return_to: SHOP }).expect(200);
      expect(third.body.payment.state).toBe("action_required");
    });

    test("late money for an order whose own payment was voided is returned", async () => {
      const { shop, admin, gateway } = stage();
      const checkout = await shop.checkout();
      const { body } = await shop.payBy(checkout, CHALLENGE, { return_to: SHOP }).expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.follow(body.payment.action.url);
      expect((await shop.pay(checkout).expect(200)).body.payment.state).toBe("authorised");
      const done = await shop.complete(checkout);
      await admin.post(`/admin/orders/${done.order?.id ?? ""}/cancel`).expect(200);
      await traveller.submit(page, { decision: "approve" });
      await rounds(stage());
      await rounds(stage());
      expect(await states(stage(), checkout.cartId)).toEqual(["voided", "voided"]);
      expect((await gateway.state()).effects).toMatchObject({ authorise: 2, cancel: 2 });
    });

    test("a reversal of late money whose response was lost does not affect the good payment", async () => {
      const { shop, admin, gateway } = stage();
      const checkout = await shop.checkout();
      const { body } = await shop.payBy(checkout, CHALLENGE, { return_to: SHOP }).expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.follow(body.payment.action.url);
      await shop.pay(checkout).expect(200);
      const done = await shop.complete(checkout);
      await traveller.submit(page, { decision: "approve" });
      await gateway.fault("cancel", "drop-after-apply");
      for (let round = 0; round < 3; round += 1) await rounds(stage());
      expect(await states(stage(), checkout.cartId)).toEqual(["voided", "authorised"]);
      expect((await gateway.state()).effects.cancel).toBe(1);
      const payment = await admin.payment(done.order?.id ?? "");
      expect(payment.canceled_at).toBeNull();
      const { body: seen } = await admin.get(`/admin/acquiring/orders/${done.order?.id ?? ""}/payments`).expect(200);
      const shown = seen.payments.map(({ state, medusa_payment_id }: Record<string, string | null>) => [
        state,
        medusa_payment_id,
      ]);
      expect(shown).toEqual([
        ["authorised", payment.id],
        ["voided", null],
      ]);
    });

    test("captured late money is not recorded as the good payment's capture", async () => {
      const { shop, admin, gateway } = stage();
      const checkout = await shop.checkout();
      const { body } = await shop.payBy(checkout, CHALLENGE, { return_to: SHOP }).expect(200);
      const traveller = new Traveller(SHOP);
      const page = await traveller.follow(body.payment.action.url);
      await shop.pay(checkout).expect(200);
      const done = await shop.complete(checkout);
      await gateway.control("settings", { captureMode: "automatic" });
      await traveller.submit(page, { decision: "approve" });
      await gateway.control("settings", { captureMode: "manual" });
      for (let round = 0; round < 3; round += 1) await rounds(stage());
      expect(await states(stage(), checkout.cartId)).toEqual(["captured", "authorised"]);
      const payment = await admin.payment(done.order?.id ?? "");
      expect([payment.captures, payment.refunds, payment.captured_at]).toEqual([[], [], null]);
    });
  },
  {},
  {
    apm: {
      methods: [
        { code: "multibanco", countries: [], currencies: [] },
        { code: "konbini", countries: [], currencies: [], requires: [] },
      ],
    },
  },
);
