import { checkSubscriptions } from "../../src/application/subscriptions/check-subscriptions";
import type { LineResult } from "../../src/application/import/import-record";
import { importPage } from "../../src/application/import/import-page";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import { acquiringAnnounceSubscriptionWorkflow, acquiringRecordRenewalWorkflow } from "../../src/workflows";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { sell } from "../support/former-integration";
import { runCommand } from "../support/run-command";
import { eventKinds, openItems } from "../support/subscriber";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A subscription of another integration that the gateway charges: after the import its later charges are renewals of this
 * store, each one order; its earlier charges are never ordered again, and nobody is charged by the store.
 */
const told: string[] = [];
acquiringAnnounceSubscriptionWorkflow.hooks.subscriptionCreated(
  ({ subscription_id: id }) => void told.push(`created ${id}`),
);
acquiringRecordRenewalWorkflow.hooks.renewalReceived(({ number, amount }) => {
  told.push(`renewal ${String(number)} ${amount}`);
});

const MONTH_MS = 32 * 86_400_000;

withStore("import_subscriptions", (stage) => {
  beforeEach(() => void (told.length = 0));
  afterEach(() => armFailpoint(null));

  const EUR = createCurrency("EUR");
  const TERMS = {
    reference: "their-own-reference",
    name: "Vase of the month",
    amount: createMoney(10_000n, EUR),
    interval: "month",
    intervalCount: 1,
    billingCycles: null,
    promotionCycles: null,
    startsOn: null,
    endsOn: null,
    priceId: null,
  } as const;

  interface Former {
    readonly line: Readonly<Record<string, unknown>>;
    readonly customer: Customer;
    readonly orderId: string;
  }

  const shown = async (): Promise<{ recurring_id: string; next_at: string }> => {
    const answer = await fetch(`${stage().gateway.url}/_control/subscriptions`);
    const [subscription] = ((await answer.json()) as { subscriptions: { recurring_id: string; next_at: string }[] })
      .subscriptions;
    if (!subscription) throw new Error("The gateway has no subscription.");
    return subscription;
  };

  /** Sold elsewhere, and charged once more there; the order was imported into Medusa. */
  async function former(): Promise<Former> {
    const { base, shop, gateway, pg } = stage();
    const customer = await Customer.register(base, shop, "ada");
    const checkout = await customer.checkout();
    const path = `/store/payment-collections/${checkout.collectionId}/payment-sessions`;
    await customer.post(path, { provider_id: "pp_system_default" }).expect(200);
    const done = await customer.post(`/store/carts/${checkout.cartId}/complete`).expect(200);
    const { line } = await sell(stage(), { orderNo: "OLD-S1", subscription: TERMS });
    await gateway.control("portal-capture", { order_no: "OLD-S1" });
    await gateway.control("renew", { order_no: "OLD-S1" });
    const { recurring_id, next_at } = await shown();
    const item = await pg("order_line_item").whereNotNull("variant_id").first();
    return {
      customer,
      orderId: done.body.order.id,
      line: {
        ...line,
        recurring_id,
        name: TERMS.name,
        interval: "month",
        next_charge_on: next_at.slice(0, 10),
        customer_id: customer.id,
        variant_id: item.variant_id,
        order_id: done.body.order.id,
      },
    };
  }

  const importHere = (...lines: readonly object[]): Promise<LineResult[]> =>
    importPage(
      { container: stage().container, account: "main", isDry: false, actorId: "cli:ada" },
      "subscriptions",
      lines.map((fields, index) => ({ line: index + 1, fields: { ...fields } })),
    );
  const records = () => stage().pg("acquiring_subscription").whereNotNull("attempt_id");
  const orderCount = async (): Promise<number> =>
    (await stage().admin.get("/admin/orders?fields=id").expect(200)).body.count;
  const rest = async (): Promise<void> => {
    for (let round = 0; round < 2; round += 1) await stage().hurry();
  };
  /** The hourly job asks, and the work is done. */
  const check = async (): Promise<void> => {
    await checkSubscriptions(stage().container);
    await rest();
  };
  /** So many months after the test's start, of 32 days: the gateway has charged what was due. */
  let months = 0;
  beforeEach(() => void (months = 0));
  const monthsLater = async (target: number): Promise<void> => {
    await stage().gateway.control("clock", { ms: (target - months) * MONTH_MS });
    months = target;
    const moment = Date.now() + target * MONTH_MS;
    stage().ledger.useClock(() => new Date(moment));
    await check();
  };

  test("it is active with the gateway's next day, and its earlier charges become no order and call no hook", async () => {
    const { line, customer, orderId } = await former();
    const before = await orderCount();
    const folder = mkdtempSync(join(tmpdir(), "acquiring-import-"));
    const file = join(folder, "subscriptions.jsonl");
    writeFileSync(file, JSON.stringify(line));
    const command = ["import", "--kind", "subscriptions", "--file", file];
    const dry = await runCommand(stage(), command);
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining("1 would be imported")]);
    expect(await records()).toEqual([]);
    const done = await runCommand(stage(), [...command, "--apply", "--former-is-off"]);
    rmSync(folder, { recursive: true, force: true });
    expect([done.code, done.out]).toEqual([0, expect.stringContaining("1 imported, 0 already here, 0 rejected.")]);
    const [record] = await records();
    expect(record).toMatchObject({
      state: "active",
      order_id: orderId,
      recurring_id: line.recurring_id,
      gateway_status: "active",
      overdue: false,
    });
    expect(record.next_charge_at.toISOString().slice(0, 10)).toBe(line.next_charge_on);
    await checkSubscriptions(stage().container);
    await stage().ledger.checkAttempt(record.attempt_id);
    await rest();
    expect(told).toEqual([]);
    expect(await orderCount()).toBe(before);
    expect(await openItems(stage())).toEqual([]);
    // Both charges of the former integration are payments of the ledger; only the first is the subscription's.
    expect(await stage().pg("acquiring_payment_attempt")).toHaveLength(2);
    expect(await stage().pg("acquiring_charge")).toMatchObject([{ number: 1, state: "paid", order_state: "none" }]);
    const subscribed = {
      subscriptionId: record.id,
      attemptId: record.attempt_id,
      orderNo: "OLD-S1",
      orderId,
      customer,
    };
    expect(await eventKinds(stage(), subscribed)).toEqual(
      expect.arrayContaining(["created", "activated", "charge_paid"]),
    );
    const mine = await customer.get("/store/acquiring/subscriptions").expect(200);
    expect(mine.body.subscriptions).toMatchObject([{ id: record.id, state: "active" }]);
    const page = await stage()
      .admin.get(`/admin/acquiring/subscriptions/${String(record.id)}`)
      .expect(200);
    expect(JSON.stringify(page.body)).toContain("Imported from another integration.");
  });

  test("each later charge becomes one order with its hook, whatever is repeated, and no charge is requested", async () => {
    const { line } = await former();
    expect(await importHere(line)).toMatchObject([{ outcome: "imported", notes: [] }]);
    const before = await orderCount();
    for (const month of [2, 3]) {
      await monthsLater(month);
      await check();
    }
    expect(told).toEqual(["renewal 2 100.00", "renewal 3 100.00"]);
    expect(await orderCount()).toBe(before + 2);
    expect(await openItems(stage())).toEqual([]);
    expect(await stage().pg("acquiring_charge").orderBy("number")).toMatchObject([
      { number: 1, order_state: "none" },
      { number: 2, state: "paid", order_state: "made" },
      { number: 3, state: "paid", order_state: "made" },
    ]);
    expect(await importHere(line)).toMatchObject([{ outcome: "present" }]);
    await rest();
    expect(await orderCount()).toBe(before + 2);
    // The only authorisation is the former integration's own.
    expect(await stage().gateway.sent("authorise")).toBe(1);
  });

  test("a renewal's notification finds it, the customer cancels it, and the gateway charges no more", async () => {
    const { line, customer } = await former();
    await importHere(line);
    const { gateway, work } = stage();
    await gateway.control("settings", { notifications: "on" });
    await gateway.control("clock", { ms: 2 * MONTH_MS });
    const moment = Date.now() + 2 * MONTH_MS;
    stage().ledger.useClock(() => new Date(moment));
    await gateway.idle();
    await work();
    await rest();
    expect(told).toEqual(["renewal 2 100.00"]);
    const [record] = await records();
    await customer.post(`/store/acquiring/subscriptions/${String(record.id)}/cancel`, { key: "leaving-1" }).expect(200);
    expect(await records()).toMatchObject([{ state: "cancelled" }]);
    expect(await gateway.sent("cancelsubscription")).toBe(1);
  });

  test("another amount per period is recorded and waits for a person", async () => {
    const { line } = await former();
    await importHere(line);
    const before = await orderCount();
    await stage().gateway.control("script-renewal", { order_no: "OLD-S1", amount: "120.00" });
    await monthsLater(2);
    expect(await openItems(stage())).toEqual(["renewal_amount_changed"]);
    expect(await orderCount()).toBe(before);
  });

  test("what the gateway contradicts is rejected, and nothing is stored", async () => {
    const { line, customer } = await former();
    const results = await importHere(
      { ...line, recurring_id: "SUB999" },
      { ...line, amount: "90.00" },
      { ...line, next_charge_on: "2099-01-01" },
      { ...line, gateway_payment_id: "T0" },
      { ...line, variant_id: "variant_none" },
      { ...line, order_id: "order_none" },
      { ...line, customer_id: undefined },
      { ...line, customer_id: customer.id, email: "somebody@example.test" },
    );
    expect(results.map(({ problem }) => problem?.field)).toEqual([
      "recurring_id",
      "amount",
      "next_charge_on",
      "gateway_payment_id",
      "variant_id",
      "order_id",
      "customer_id",
      "customer_id",
    ]);
    await stage().gateway.control("cancel-subscription", { order_no: "OLD-S1" });
    const [ended] = await importHere(line);
    expect(ended?.problem?.problem).toBe("the gateway reports the subscription as ended");
    expect(await stage().pg("acquiring_payment_attempt")).toEqual([]);
    expect(await stage().pg("acquiring_subscription")).toEqual([]);
  });

  test("a payment of a subscription is not imported as an authorisation", async () => {
    const { line } = await sell(stage(), { orderNo: "OLD-S2", subscription: TERMS });
    const context = { container: stage().container, account: "main", isDry: false, actorId: "cli:ada" };
    const fields = { ...line, authorised_at: new Date().toISOString() };
    const [result] = await importPage(context, "authorisations", [{ line: 1, fields }]);
    expect(result?.problem).toMatchObject({ field: "order_no", fix: "Import it with --kind subscriptions." });
    expect(await stage().pg("acquiring_payment_attempt")).toEqual([]);
  });

  test("a run that dies after the payment is completed by the next one, or by the store itself", async () => {
    const { line } = await former();
    armFailpoint((name) => {
      if (name === "import:after-row") throw new Error("The process dies.");
    });
    await expect(importHere(line)).rejects.toThrow("The process dies.");
    armFailpoint(null);
    expect(await importHere(line)).toMatchObject([{ outcome: "present" }]);
    expect(await records()).toMatchObject([{ state: "active" }]);
    expect(await stage().pg("acquiring_payment_attempt").where({ renewal_of: null })).toHaveLength(1);
    await rest();
    expect(told).toEqual([]);
    expect(await openItems(stage())).toEqual([]);
  });

  test("its first payment, refunded in full long ago, does not end it", async () => {
    const { line } = await former();
    await stage().gateway.control("portal-refund", { order_no: "OLD-S1", amount: "100.00" });
    await stage().gateway.control("process-refunds", { order_no: "OLD-S1" });
    expect(await importHere(line)).toMatchObject([{ outcome: "imported" }]);
    await rest();
    expect(await stage().pg("acquiring_payment_attempt").where({ order_no: "OLD-S1" }).first()).toMatchObject({
      captured: "10000",
      refunded: "10000",
    });
    await checkSubscriptions(stage().container);
    await rest();
    expect(await records()).toMatchObject([{ state: "active" }]);
    expect(await stage().gateway.sent("cancelsubscription")).toBe(0);
  });
});
