import type { Command } from "../faults/commands";
import { ageLeases } from "../support/age-leases";
import { editedOrder, LinkPayer, linkFor } from "../support/balance";
import { withStore } from "../support/boot";
import { wrongInBooks } from "../support/books";
import { dieAt, startStore } from "../support/dying-store";
import { later, until } from "../support/other-process";
import type { Checkout } from "../support/shop";
import { CARDS } from "../support/shop";

/** A second store process dies while writing a cart's order to Medusa's tables. Then the first store continues. */
const LONG = 120_000;
const CARTS = 12;

withStore("store_dies", (stage) => {
  const die = async (trigger: string, command: Command): Promise<void> =>
    dieAt(stage(), await startStore(stage()), { trigger, command });

  /** The lease of the dead process has expired. */
  async function dieCompleting(trigger: string, { cartId }: Checkout): Promise<void> {
    await die(trigger, { name: "complete", cartId });
    await ageLeases(stage().pg, "cart-completion");
  }

  /** The worker follows the payment again and again, at times at which it takes nothing for unfinished. */
  async function followUntil(end: Promise<unknown>): Promise<void> {
    const { ledger, hurry, pg } = stage();
    ledger.useClock(() => new Date(Date.now() + 120_000));
    await until(end, async () => {
      await pg("acquiring_payment_attempt").update({ project_after: pg.fn.now() });
      await hurry();
      return false;
    });
  }

  /** The customer has paid; the tab may be closed. */
  async function paid(): Promise<Checkout> {
    const { shop } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout).expect(200);
    return checkout;
  }

  async function wrong({ cartId }: Checkout): Promise<string[]> {
    const { pg, gateway } = stage();
    return wrongInBooks({ pg, gatewayUrl: gateway.url, cartIds: [cartId] }, { atRest: true });
  }

  async function ordersOf({ cartId }: Checkout): Promise<string[]> {
    const { rows } = await stage().pg.raw("SELECT order_id FROM order_cart WHERE cart_id = ? AND deleted_at IS NULL", [
      cartId,
    ]);
    return rows.map(({ order_id: id }: { order_id: string }) => id);
  }

  describe("18 exactly one order per cart; no order without money or a pending session; no captured money without an order or an attention item", () => {
    test.each([
      ["the order", 'BEFORE INSERT ON "order" FOR EACH ROW'],
      ["that the cart is completed", "BEFORE UPDATE OF completed_at ON cart FOR EACH ROW"],
      ["the payment", "BEFORE INSERT ON payment FOR EACH ROW"],
    ])(
      "a process dies while a completion writes %s, and the customer returns",
      async (_what, trigger) => {
        const { shop, gateway } = stage();
        const checkout = await paid();
        await dieCompleting(trigger, checkout);
        // Two tabs and background work at once.
        const [first, second] = await Promise.all([shop.complete(checkout), shop.complete(checkout), later(stage())]);
        await later(stage());
        const orders = await ordersOf(checkout);
        expect(orders).toHaveLength(1);
        expect([first.type, second.type]).toContain("order");
        expect(await wrong(checkout)).toEqual([]);
        expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
      },
      LONG,
    );

    test(
      "the worker follows a payment while the customer completes the cart: none of the payments is given back",
      async () => {
        const { shop, gateway } = stage();
        for (const _cart of Array.from({ length: CARTS })) {
          const checkout = await paid();
          const completion = shop.complete(checkout);
          await followUntil(completion);
          expect(await completion).toMatchObject({ type: "order" });
          expect(await wrong(checkout)).toEqual([]);
        }
        expect((await gateway.state()).effects).toMatchObject({ authorise: CARTS, cancel: 0 });
      },
      LONG,
    );

    test(
      "a completion that takes longer than a minute is not finished by the worker, only that of a dead process",
      async () => {
        const { ledger, pg } = stage();
        const checkout = await paid();
        await dieCompleting("BEFORE INSERT ON payment FOR EACH ROW", checkout);
        const living = await ledger.leases.take("cart-completion", checkout.cartId);
        await later(stage());
        const payments = pg("payment").where({ payment_session_id: checkout.session.id });
        expect(await payments.clone()).toEqual([]);
        await living?.release();
        await later(stage());
        expect(await payments.clone()).toHaveLength(1);
        expect(await ordersOf(checkout)).toHaveLength(1);
        expect(await wrong(checkout)).toEqual([]);
      },
      LONG,
    );

    test.each([
      ["the payment", "BEFORE INSERT ON payment FOR EACH ROW"],
      ["that the link is paid", "BEFORE UPDATE OF paid_at ON acquiring_payment_link FOR EACH ROW"],
    ])(
      "a process dies while a link's payment writes %s, and two people return",
      async (_what, trigger) => {
        const { gateway, pg } = stage();
        const { orderId } = await editedOrder(stage());
        const customer = new LinkPayer(stage(), (await linkFor(stage(), orderId)).token);
        const session = await customer.begin();
        const before = await gateway.sent("authorise");
        const method = { type: "card", number: CARDS.approved } as const;
        await die(trigger, { name: "pay-link", token: customer.token, method });
        const answers = await Promise.all([customer.pay(session), customer.pay(session), later(stage())]);
        await later(stage());
        for (const answer of answers.slice(0, 2)) expect(answer).toMatchObject({ status: 200 });
        expect(await customer.shown()).toMatchObject({ state: "paid" });
        expect(await gateway.sent("authorise")).toBe(before + 1);
        expect(await pg("payment").where({ payment_session_id: session.session_id })).toHaveLength(1);
        expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
        expect((await gateway.state()).effects).toMatchObject({ authorise: 2, cancel: 0 });
      },
      LONG,
    );

    test(
      "a process dies while the projection writes the payment, and the customer never returns",
      async () => {
        const { pg, gateway } = stage();
        const checkout = await paid();
        await pg.raw(
          "UPDATE acquiring_payment_attempt SET project_after = now() - interval '1 second' WHERE cart_id = ?",
          [checkout.cartId],
        );
        await die("BEFORE INSERT ON payment FOR EACH ROW", { name: "work" });
        await later(stage());
        expect(await ordersOf(checkout)).toHaveLength(1);
        expect(await wrong(checkout)).toEqual([]);
        expect((await gateway.state()).effects).toMatchObject({ authorise: 1, cancel: 0 });
      },
      LONG,
    );
  });
});
