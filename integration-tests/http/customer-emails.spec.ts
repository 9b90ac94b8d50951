import { Modules } from "@medusajs/framework/utils";
import { emitEvents } from "../../src/application/events/emit-events";
import { sendCustomerEmails } from "../../src/application/customer-emails/send-emails";
import { sendStaffMessages } from "../../src/application/staff-notifications/send-messages";
import { PAYMENT_EXPIRING } from "../../src/application/worker/remind-of-expiry";
import { createOperationId, createOrderNo } from "../../src/gateway/model/ids";
import { bareRefund } from "../../src/gateway/reading/normalize";
import { claimCustomerMessages } from "../../src/modules/acquiring";
import { applyFacts } from "../../src/modules/acquiring/ledger/apply-facts";
import type { NewSavedCard } from "../../src/modules/acquiring/saved-cards/card-storage-rules";
import { LinkPayer } from "../support/balance";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { CARDS } from "../support/shop";
import { orderNoOf, voucherOrder, waitingOrder } from "../support/voucher-order";

/** Customers are told of their payments, if the store wants it: each thing once, and nothing that is no longer true. */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const options = {
  apm: { methods: [{ code: "multibanco", countries: [], currencies: [] }] },
  unpaidOrders: { keepDays: 3 },
  paymentLinks: { url: "http://localhost:8000/pay?link={token}" },
  customerEmails: {
    voucherReminder: { enabled: true },
    declinedLater: { enabled: true },
    refundCompleted: { enabled: true },
    cardExpiring: { enabled: true, template: "our-own-card-template" },
  },
};
const WAITING_MS = 6 * DAY_MS + MINUTE_MS;
const EXPIRED_MS = 8 * DAY_MS;

interface Sent {
  readonly to: string;
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly idempotency_key: string;
}

withStore(
  "customer_emails",
  (stage) => {
    let start: number;
    let now: number;
    beforeEach(() => {
      start = Date.now();
      at(0);
    });
    const at = (ms: number): void => {
      now = start + ms;
      stage().ledger.useClock(() => new Date(now));
    };
    const customer = (): Promise<Customer> => Customer.register(stage().base, stage().shop, "grace");
    const emails = (): Promise<Sent[]> => stage().pg("notification").where({ channel: "email" }).orderBy("created_at");
    const rows = (): Promise<{ kind: string; status: string; problem: string | null }[]> =>
      stage().pg("acquiring_customer_message").orderBy("created_at").select("kind", "status", "problem");
    /** Everything due, then the e-mails. */
    const tell = async (): Promise<Sent[]> => {
      await stage().hurry();
      await stage().hurry();
      await emitEvents(stage().container);
      await sendCustomerEmails(stage().container);
      return emails();
    };

    test("a voucher that is not paid yet: one reminder, with the instructions, in the order's language", async () => {
      const { orderId, url } = await voucherOrder(stage(), await customer());
      await stage().pg("order").where({ id: orderId }).update({ locale: "de-AT" });
      at(WAITING_MS);
      const [reminder, ...more] = await tell();
      expect(more).toEqual([]);
      expect(reminder).toMatchObject({ to: "grace@example.test", template: "acquiring-customer-email" });
      expect(reminder?.data).toMatchObject({
        ...{ kind: "voucher_reminder", language: "de", amount: "100.00", currency: "EUR", url, card: null },
        ...{ method: expect.any(String), expires_at: expect.any(String), order_number: expect.any(String) },
      });
      at(WAITING_MS + DAY_MS / 2);
      expect(await tell()).toHaveLength(1);
    });

    test("a voucher that was paid before the reminder was sent: no reminder", async () => {
      const { gateway, hurry } = stage();
      const { orderNo } = await voucherOrder(stage(), await customer());
      at(WAITING_MS);
      await hurry();
      await gateway.control("pay", { order_no: orderNo });
      expect(await tell()).toEqual([]);
      expect(await rows()).toMatchObject([{ kind: "voucher_reminder", status: "dropped" }]);
    });

    test("a voucher whose order was cancelled: no reminder and no event, also if the reminder was due before", async () => {
      const { admin, container, hurry } = stage();
      const seen: unknown[] = [];
      container.resolve(Modules.EVENT_BUS).subscribe(PAYMENT_EXPIRING, async ({ data }) => void seen.push(data));
      const who = await customer();
      const cancelled = await voucherOrder(stage(), who);
      await admin.post(`/admin/orders/${cancelled.orderId}/cancel`).expect(200);
      const { orderId } = await voucherOrder(stage(), who);
      at(WAITING_MS);
      await hurry();
      await hurry();
      expect(seen).toMatchObject([{ order_id: orderId }]);
      expect(await rows()).toMatchObject([{ kind: "voucher_reminder", status: "waiting" }]);
      await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      expect(await tell()).toEqual([]);
      expect(await rows()).toMatchObject([{ status: "dropped", problem: "The order was cancelled." }]);
    });

    test("an expired voucher: one e-mail with a link that pays the order", async () => {
      await voucherOrder(stage(), await customer());
      at(EXPIRED_MS);
      await Promise.all([tell(), tell()]);
      await tell();
      const [told, ...more] = (await emails()).filter(({ data }) => data.kind === "declined_later");
      expect(more).toEqual([]);
      expect(told?.data).toMatchObject({ amount: "100.00", currency: "EUR", is_order_cancelled: false });
      const token = /^http:\/\/localhost:8000\/pay\?link=(.+)$/.exec(String(told?.data.url))?.[1] ?? "";
      const payer = new LinkPayer(stage(), decodeURIComponent(token));
      expect((await payer.pay(await payer.begin(), CARDS.approved).expect(200)).body.payment.state).toBe("authorised");
    });

    test("a transfer that the bank refused later: an e-mail; a card that was declined in the shop: none", async () => {
      const { gateway, shop } = stage();
      const { orderNo } = await waitingOrder(stage(), await customer());
      await gateway.control("decline", { order_no: orderNo });
      at(10 * MINUTE_MS);
      expect((await tell()).map(({ data }) => data.kind)).toEqual(["declined_later"]);
      await shop.pay(await shop.checkout(), CARDS.declined);
      expect(await tell()).toHaveLength(1);
      expect(await rows()).toMatchObject([
        { status: "sent" },
        { status: "dropped", problem: "The customer was in the shop." },
      ]);
    });

    test("an order that was cancelled meanwhile: the e-mail says so and has no link", async () => {
      const { gateway, admin } = stage();
      const { orderId, orderNo } = await waitingOrder(stage(), await customer());
      await gateway.control("decline", { order_no: orderNo });
      at(10 * MINUTE_MS);
      await stage().hurry();
      await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      const [told] = await tell();
      expect(told?.data).toMatchObject({
        kind: "declined_later",
        is_order_cancelled: true,
        url: null,
        amount: "100.00",
      });
    });

    interface RefundableOrder {
      refund(amount: number): Promise<void>;
      /** The bank completes or refuses it. */
      settle(outcome?: "done" | "failed"): Promise<void>;
    }
    const capturedOrder = async (): Promise<RefundableOrder> => {
      const { shop, admin, gateway } = stage();
      const { orderId, checkout } = await shop.order();
      const { id } = await admin.payment(orderId);
      await admin.post(`/admin/payments/${id}/capture`).expect(200);
      const orderNo = await orderNoOf(stage(), checkout);
      return {
        refund: async (amount) => void (await admin.post(`/admin/payments/${id}/refund`, { amount }).expect(200)),
        settle: async (outcome = "done") => {
          await gateway.control("process-refunds", { order_no: orderNo, outcome });
          at(now - start + 10 * MINUTE_MS);
        },
      };
    };

    test("refunds of an order: each once, when it is completed, with its own amount", async () => {
      const { refund, settle } = await capturedOrder();
      await refund(40);
      expect(await tell()).toEqual([]);
      await settle();
      await tell();
      await refund(10.5);
      await settle();
      await tell();
      await refund(5);
      await settle("failed");
      const told = await tell();
      expect(told.map(({ to, data }) => [to, data.kind, data.amount])).toEqual([
        ["ada@example.test", "refund_completed", "40.00"],
        ["ada@example.test", "refund_completed", "10.50"],
      ]);
      expect(JSON.stringify(told)).not.toContain(CARDS.approved);
    });

    test("a refund that failed before its e-mail was sent: none; one that succeeds after all: one", async () => {
      const { container, hurry, pg, ledger } = stage();
      const { refund, settle } = await capturedOrder();
      const completed = async (amount: number): Promise<{ id: string; attempt_id: string }> => {
        await refund(amount);
        await settle();
        await hurry();
        await emitEvents(container);
        return pg("acquiring_operation")
          .where({ kind: "refund", status: "settled" })
          .orderBy("sequence", "desc")
          .first();
      };
      const report = async (of: { id: string; attempt_id: string }, reading: "failed" | "succeeded"): Promise<void> => {
        const fact = { ...bareRefund(createOrderNo("acq_1"), reading), operationId: createOperationId(of.id) };
        const at = { now: new Date(now), askedAt: new Date(now), unknownFinalAfterMs: 0, completeCartAfterMs: 0 };
        await applyFacts(ledger.attempts, of.attempt_id, [fact], { source: "query", inboxEventId: null, ...at });
        await emitEvents(container);
      };
      await report(await completed(40), "failed");
      await sendCustomerEmails(container);
      expect([await emails(), await rows()]).toMatchObject([[], [{ kind: "refund_completed", status: "dropped" }]]);
      const second = await completed(10);
      await report(second, "failed");
      await report(second, "succeeded");
      await sendCustomerEmails(container);
      expect((await emails()).filter(({ data }) => data.amount === "10.00")).toHaveLength(1);
      const told = await pg("acquiring_customer_message")
        .where({ minor: "1000" })
        .orderBy("created_at")
        .pluck("status");
      expect(told.sort()).toEqual(["dropped", "sent"]);
    });

    test("a saved card that expires soon: once, with the store's template; a removed card: never", async () => {
      start = Date.parse("2027-02-08T00:00:00Z") - MINUTE_MS;
      at(0);
      const { id: customerId } = await customer();
      const card = (token: string, expiryMonth: string): NewSavedCard => ({
        ...{ account: "main", customerId, token, mask: "411111******1111", brand: "visa", expiryMonth },
        ...{ expiryYear: "2027", firstName: "Grace", lastName: "Hopper" },
      });
      await stage().ledger.savedCards.keep(card("tok_1", "02"));
      await stage().ledger.savedCards.keep({ ...card("tok_2", "03"), mask: "411111******2222" });
      const removed = await stage().ledger.savedCards.keep({ ...card("tok_3", "02"), mask: "411111******3333" });
      await stage().ledger.savedCards.remove(customerId, removed ?? "");
      expect(await tell()).toEqual([]);
      at(MINUTE_MS);
      const [told, ...more] = await tell();
      expect(more).toEqual([]);
      expect(told).toMatchObject({ to: "grace@example.test", template: "our-own-card-template" });
      expect(told?.data).toMatchObject({ card: "1111", expires_at: "2027-02-28T23:59:59.999Z", order_number: null });
      at(20 * DAY_MS);
      expect(await tell()).toHaveLength(1);
      // It was saved with another gateway account: the customer does not see it any more.
      const away = await stage().ledger.savedCards.keep({ ...card("tok_4", "03"), mask: "411111******4444" });
      await stage().pg("acquiring_saved_card").where({ id: away }).update({ gateway_identity: "elsewhere" });
      at(31 * DAY_MS + MINUTE_MS);
      expect((await tell()).map(({ data }) => data.card)).toEqual(["1111", "2222"]);
    });

    const items = () =>
      stage().pg("acquiring_attention_item").where({ kind: "message_not_sent" }).select("subject", "cleared_reason");
    const provide = (isEnabled: boolean) => stage().pg("notification_provider").update({ is_enabled: isEnabled });

    test("an e-mail that is given up after a day raises an item, which the next delivered e-mail of its kind closes", async () => {
      const { refund, settle } = await capturedOrder();
      const { orderNo } = await waitingOrder(stage(), await customer());
      await refund(40);
      await settle();
      await provide(false);
      expect(await tell()).toEqual([]);
      expect(await items()).toEqual([]);
      at(now - start + 25 * 60 * MINUTE_MS);
      expect(await tell()).toEqual([]);
      expect(await items()).toEqual([{ subject: "customer email refund_completed", cleared_reason: null }]);
      await provide(true);
      await stage().gateway.control("decline", { order_no: orderNo });
      at(now - start + 10 * MINUTE_MS);
      expect((await tell()).map(({ data }) => data.kind)).toEqual(["declined_later"]);
      await sendStaffMessages(stage().container);
      expect(await items()).toMatchObject([{ cleared_reason: null }]);
      await refund(10);
      await settle();
      expect(await tell()).toHaveLength(2);
      expect(await items()).toEqual([{ subject: "customer email refund_completed", cleared_reason: "solved" }]);
    });

    test("one e-mail that is given up raises no item if another of its kind was delivered within a day", async () => {
      const { refund, settle } = await capturedOrder();
      await refund(40);
      await settle();
      await provide(false);
      await tell();
      const givenUpMs = now - start + DAY_MS + MINUTE_MS;
      await stage()
        .pg("acquiring_customer_message")
        .update({ due_at: new Date(start + givenUpMs) });
      await provide(true);
      await refund(10);
      await settle();
      expect(await tell()).toHaveLength(1);
      await provide(false);
      at(givenUpMs);
      await tell();
      expect(await rows()).toMatchObject([{ status: "failed" }, { status: "sent" }]);
      expect(await items()).toEqual([]);
    });

    test("a server with older options keeps an e-mail for ten minutes for one that has it enabled, then drops it", async () => {
      const { container, hurry, ledger } = stage();
      const { refund, settle } = await capturedOrder();
      const queued = async (amount: number): Promise<number> => {
        await refund(amount);
        await settle();
        await hurry();
        await emitEvents(container);
        return now - start;
      };
      const sendAt = async (ms: number, enabled: boolean): Promise<void> => {
        at(ms);
        const { template } = ledger.options.customerEmails.refundCompleted;
        const customerEmails = { ...ledger.options.customerEmails, refundCompleted: { enabled, template } };
        const replaced = jest.replaceProperty(ledger, "options", { ...ledger.options, customerEmails });
        await sendCustomerEmails(container);
        replaced.restore();
      };
      const first = await queued(40);
      await sendAt(first, false);
      expect(await rows()).toMatchObject([{ status: "waiting", problem: null }]);
      await sendAt(first + MINUTE_MS, true);
      expect((await emails()).map(({ data }) => data.amount)).toEqual(["40.00"]);

      const second = await queued(10);
      await sendAt(second, false);
      await sendAt(second + 10 * MINUTE_MS, false);
      expect(await rows()).toMatchObject([{ status: "sent" }, { status: "dropped", problem: "It was switched off." }]);
    });

    test("a process that died while sending: it is sent once, two minutes later", async () => {
      const { container, pg, hurry } = stage();
      const { refund, settle } = await capturedOrder();
      await refund(40);
      await settle();
      await hurry();
      await emitEvents(container);
      expect(await claimCustomerMessages(pg, new Date(now), 5)).toHaveLength(1);
      expect(await tell()).toEqual([]);
      at(12 * MINUTE_MS + 1);
      await Promise.all([sendCustomerEmails(container), sendCustomerEmails(container)]);
      const [row] = await pg("acquiring_customer_message").select("id");
      expect((await emails()).map(({ idempotency_key: key }) => key)).toEqual([row.id]);
    });
  },
  {},
  options,
);
