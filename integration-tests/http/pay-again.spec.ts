import { Modules } from "@medusajs/framework/utils";
import { BALANCE_DUE } from "../../src/application/orders/announce-balance";
import { watchAttention } from "../../src/application/worker/watch-attention";
import { LinkPayer, linkFor } from "../support/balance";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { later } from "../support/other-process";
import { CARDS, cardInput } from "../support/shop";
import type { Checkout } from "../support/shop";
import { orderNoOf, voucherOrder, waitingOrder } from "../support/voucher-order";

/** An order whose payment ended without money is owed again, is paid again once, and its late money goes back. */
const DAY_MS = 86_400_000;
const VOUCHERS = {
  apm: { methods: [{ code: "multibanco", countries: [], currencies: [] }] },
  unpaidOrders: { keepDays: 3 },
};

withStore(
  "pay-again",
  (stage) => {
    const wrong = ({ pg, gateway } = stage()): Promise<string[]> =>
      wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true });
    const openKinds = (): Promise<string[]> =>
      stage().pg("acquiring_attention_item").whereNull("cleared_at").pluck("kind");
    const after = (ms: number): void => stage().ledger.useClock(() => new Date(Date.now() + ms));
    const customer = (): Promise<Customer> => Customer.register(stage().base, stage().shop, "grace");
    const pathOf = (orderId: string): string => `/store/acquiring/orders/${orderId}/payment-link`;
    const read = async (who: Customer, orderId: string): Promise<Record<string, unknown>> =>
      (await who.get(pathOf(orderId)).expect(200)).body.order_payment;
    const ask = async (who: Customer, orderId: string): Promise<Record<string, unknown>> =>
      (await who.post(pathOf(orderId)).expect(200)).body.order_payment;
    const orderOf = async (orderId: string): Promise<Record<string, unknown>> =>
      (await stage().admin.get(`/admin/orders/${orderId}?fields=status,payment_status`).expect(200)).body.order;

    /** What `acquiring.balance.due` says while `work` runs. */
    async function announced(work: () => Promise<void>): Promise<unknown[]> {
      const said: unknown[] = [];
      const bus = stage().container.resolve(Modules.EVENT_BUS);
      const emit = bus.emit.bind(bus);
      const spy = jest.spyOn(bus, "emit").mockImplementation((event, options) => {
        for (const { name, data } of [event].flat()) if (name === BALANCE_DUE) said.push(data);
        return emit(event, options);
      });
      try {
        await work();
      } finally {
        spy.mockRestore();
      }
      return said;
    }

    async function cardOrder(who: Customer): Promise<{ orderId: string; checkout: Checkout; orderNo: string }> {
      const checkout = await who.checkout();
      await who.payBy(checkout, { type: "card", card: cardInput(CARDS.approved) }).expect(200);
      const done = await stage().shop.complete(checkout);
      return { orderId: done.order?.id ?? "", checkout, orderNo: await orderNoOf(stage(), checkout) };
    }

    async function payWith(token: unknown, number: string = CARDS.approved): Promise<string> {
      const payer = new LinkPayer(stage(), String(token));
      return (await payer.pay(await payer.begin(), number).expect(200)).body.payment.state;
    }

    test("a payment that was voided in the portal is owed again, announced once, and paid again by the customer", async () => {
      const { gateway, hurry, container } = stage();
      const grace = await customer();
      const { orderId, orderNo } = await cardOrder(grace);
      expect(await read(grace, orderId)).toMatchObject({ state: "nothing_to_pay", amount: null, token: null });
      await gateway.control("portal-void", { order_no: orderNo });
      const said = await announced(async () => {
        await gateway.notify(orderNo, { kind: "void" });
        await hurry();
        await hurry();
      });
      expect(said).toEqual([{ order_id: orderId, amount: "100.00", currency: "EUR", reason: "payment_voided" }]);
      expect(await openKinds()).toEqual(["external_void"]);
      const owed = { state: "open", amount: "100.00", currency: "EUR", smallest_part: null };
      expect(await read(grace, orderId)).toEqual({ ...owed, token: null, url: null });
      const { token } = await ask(grace, orderId);
      expect(await ask(grace, orderId)).toMatchObject({ token });
      expect(await read(grace, orderId)).toMatchObject({ state: "open", token });
      expect(await payWith(token)).toBe("authorised");
      expect(await read(grace, orderId)).toMatchObject({ state: "nothing_to_pay", token: null });
      expect(await orderOf(orderId)).toMatchObject({ status: "pending", payment_status: "authorized" });
      await watchAttention(container);
      expect(await openKinds()).toEqual([]);
      await later(stage());
      expect(await wrong()).toEqual([]);
    });

    test("a payment that staff voided is owed again, and staff gets a link for it", async () => {
      const { admin, pg } = stage();
      const grace = await customer();
      const { orderId, orderNo } = await cardOrder(grace);
      const { id } = await pg("acquiring_payment_attempt").where({ order_no: orderNo }).first();
      const said = await announced(async () => {
        await admin.post(`/admin/acquiring/payments/${String(id)}/void`, { key: "intention_000000000001" }).expect(200);
        await stage().hurry();
      });
      expect(said).toHaveLength(1);
      expect(said).toMatchObject([{ order_id: orderId, reason: "payment_voided" }]);
      const link = await linkFor(stage(), orderId);
      expect(await read(grace, orderId)).toMatchObject({ state: "open", token: link.token });
      expect(await payWith(link.token)).toBe("authorised");
      await later(stage());
      expect(await wrong()).toEqual([]);
    });

    test("a payment that core voided is owed again only if core has not cancelled the order within a minute", async () => {
      const { container, ledger } = stage();
      const { orderId } = await cardOrder(await customer());
      const { id } = await stage().admin.payment(orderId);
      const said = await announced(async () => {
        await container.resolve(Modules.PAYMENT).cancelPayment(id);
        await stage().hurry();
      });
      expect(said).toEqual([]);
      ledger.useClock(() => new Date(Date.now() + 120_000));
      const after = await announced(() => stage().hurry());
      expect(after).toMatchObject([{ order_id: orderId, reason: "payment_voided" }]);
    });

    test("another customer, a guest and an unknown order get nothing", async () => {
      const { shop, base } = stage();
      const grace = await customer();
      const other = await Customer.register(base, shop, "mallory");
      const { orderId } = await cardOrder(grace);
      expect((await other.get(pathOf(orderId)).expect(404)).body.code).toBe("payment_link_not_found");
      expect((await other.post(pathOf(orderId)).expect(404)).body.code).toBe("payment_link_not_found");
      expect((await grace.post(pathOf("order_none")).expect(404)).body.code).toBe("payment_link_not_found");
      expect((await shop.post(pathOf(orderId), {}).expect(401)).body.code).toBe("login_required");
      expect((await grace.post(pathOf(orderId), { amount: 1 }).expect(400)).body.code).toBe("invalid_request");
    });

    test("a voucher waits, then expires: its order is kept, announced once, paid by card, and a late voucher goes back", async () => {
      const { gateway, hurry, admin, pg } = stage();
      const grace = await customer();
      const { orderId, orderNo, traveller, url } = await voucherOrder(stage(), grace);
      const slip = await traveller.follow(url);
      expect(await read(grace, orderId)).toMatchObject({ state: "waiting", token: null });
      expect(await ask(grace, orderId)).toMatchObject({ state: "waiting", token: null });
      const refused = await admin.post(`/admin/acquiring/orders/${orderId}/payment-links`).expect(400);
      expect(refused.body.message).toMatch(/voucher or bank transfer/);
      const said = await announced(async () => {
        after(8 * DAY_MS);
        await hurry();
        await hurry();
      });
      expect(said).toEqual([{ order_id: orderId, amount: "100.00", currency: "EUR", reason: "payment_expired" }]);
      expect(await orderOf(orderId)).toMatchObject({ status: "pending", payment_status: "canceled" });
      const { token, state } = await ask(grace, orderId);
      expect(state).toBe("open");
      expect(await payWith(token)).toBe("authorised");
      expect(await orderOf(orderId)).toMatchObject({ status: "pending", payment_status: "authorized" });
      await traveller.submit(slip, { decision: "pay" });
      await gateway.notify(orderNo);
      for (let round = 0; round < 3; round += 1) await hurry();
      expect(await gateway.transaction(orderNo)).toMatchObject({ captured: "100.00", refunded: "100.00" });
      expect(await openKinds()).toEqual(["late_or_duplicate_payment"]);
      expect(await pg("order_transaction").where({ order_id: orderId }).pluck("amount")).toEqual([]);
      // The time is over, and the order is paid: it stays.
      after(20 * DAY_MS);
      await hurry();
      expect(await orderOf(orderId)).toMatchObject({ status: "pending" });
      await later(stage());
      expect(await wrong()).toEqual([]);
    });

    test("an order that is not paid again in time is cancelled", async () => {
      const { hurry } = stage();
      const grace = await customer();
      const { orderId } = await voucherOrder(stage(), grace);
      after(8 * DAY_MS);
      await hurry();
      await hurry();
      expect(await read(grace, orderId)).toMatchObject({ state: "open", amount: "100.00" });
      after(12 * DAY_MS);
      await hurry();
      expect(await read(grace, orderId)).toMatchObject({ state: "order_cancelled", amount: null });
    });

    test("an order is not cancelled while its payment by link is being recorded or is at the gateway", async () => {
      const { hurry, pg, ledger } = stage();
      const grace = await customer();
      const { orderId } = await voucherOrder(stage(), grace);
      after(8 * DAY_MS);
      await hurry();
      await hurry();
      const { token } = await ask(grace, orderId);
      after(12 * DAY_MS);
      const recorded = await pg.transaction();
      await recorded.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [`acquiring-balance:${orderId}`]);
      await hurry();
      expect(await orderOf(orderId)).toMatchObject({ status: "pending" });
      await recorded.rollback();
      const notKept = { ...ledger.options, unpaidOrders: { keepDays: 0 } };
      const options = jest.replaceProperty(ledger, "options", notKept);
      expect(await payWith(token, CARDS.pending)).toBe("pending");
      await hurry();
      expect(await orderOf(orderId)).toMatchObject({ status: "pending" });
      options.restore();
    });

    test("a late voucher of an order that nobody paid again pays for it, and its open link has nothing to pay", async () => {
      const { gateway, hurry } = stage();
      const grace = await customer();
      const { orderId, orderNo, traveller, url } = await voucherOrder(stage(), grace);
      const slip = await traveller.follow(url);
      after(8 * DAY_MS);
      await hurry();
      await hurry();
      const { token } = await ask(grace, orderId);
      const payer = new LinkPayer(stage(), String(token));
      const session = await payer.begin();
      const before = await gateway.sent("authorise");
      await traveller.submit(slip, { decision: "pay" });
      await gateway.notify(orderNo);
      for (let round = 0; round < 3; round += 1) await hurry();
      expect((await payer.pay(session).expect(409)).body.code).toBe("nothing_to_pay");
      expect(await gateway.sent("authorise")).toBe(before);
      expect(await gateway.transaction(orderNo)).toMatchObject({ captured: "100.00", refunded: "0.00" });
      expect(await orderOf(orderId)).toMatchObject({ status: "pending", payment_status: "captured" });
      await later(stage());
      expect([await wrong(), await openKinds()]).toEqual([[], []]);
    });

    test("a refused transfer is announced as declined and can be paid again", async () => {
      const { gateway, hurry } = stage();
      const grace = await customer();
      const { orderId, orderNo } = await waitingOrder(stage(), grace);
      expect(await read(grace, orderId)).toMatchObject({ state: "waiting" });
      const said = await announced(async () => {
        await gateway.control("decline", { order_no: orderNo });
        await hurry();
        await hurry();
      });
      expect(said).toEqual([{ order_id: orderId, amount: "100.00", currency: "EUR", reason: "payment_declined" }]);
      const { token } = await ask(grace, orderId);
      expect(await payWith(token)).toBe("authorised");
      await later(stage());
      expect(await wrong()).toEqual([]);
    });
  },
  {},
  VOUCHERS,
);
