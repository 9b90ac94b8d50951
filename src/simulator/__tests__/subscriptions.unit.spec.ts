import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signFields } from "../notifications/signature";
import { subscriptionOf, DAY, daysOf, monthly, startAt, subscribed } from "./subscription-merchant";
import { closeAll, KEY, payment, start } from "./harness";

afterEach(closeAll);

describe("a subscription", () => {
  it("is created by the payment that requests it, and is in its response, its notification and its row", async () => {
    const { merchant, inbox, first } = await subscribed("2027-01-31T10:00:00Z");
    await merchant.control("clock", { ms: 100 });
    const named = {
      recurring_id: (await subscriptionOf(merchant)).recurring_id,
      contract_name: "Coffee, monthly",
      recurring_deduction_period: "1 month",
    };
    expect(first).toMatchObject({ ...named, recurring_deduction_time: "2027-02-28 10:00:00", order_status: "1" });
    expect(inbox.received).toMatchObject([{ ...named, recurring_deduction_time: "2027-02-28 10:00:00" }]);
    const { rows } = await merchant.query("retrievalTrans", { orders: "order-1" });
    expect(rows).toMatchObject([
      { subscription_result: { ...named, recurring_deduction_time: "2027-02-28", recurring_status: "1" } },
    ]);
  });

  it("is not created by a declined payment, and is by one that is approved later", async () => {
    const merchant = await startAt("2027-01-31T10:00:00Z");
    const declined = await merchant.pay({ card: "4000000000000002" }, { subscription: monthly });
    expect(declined).toMatchObject({ order_status: "0", recurring_id: "" });
    await merchant.pay({ card: "4000000000003220" }, { subscription: monthly });
    expect(await merchant.read("subscriptions")).toEqual({ subscriptions: [] });
    await merchant.control("approve", { order_no: "order-1" });
    expect(await subscriptionOf(merchant)).toMatchObject({ state: "active", next_at: "2027-02-28T10:00:00.000Z" });
  });

  it.each([
    [{ interval: "fortnight" }, "interval"],
    [{ interval_count: "0" }, "interval_count"],
    [{ contract_amount: "12" }, "contract_amount"],
    [{ contract_name: "" }, "contract_name"],
    [{ contract_start: "2027-02-30" }, "contract_start"],
    [{ contract_start: "2027-02-02", contract_end: "2027-02-01" }, "contract_end"],
    [{ billing_cycle: "many" }, "billing_cycle"],
  ])("with %j is refused before anything is stored", async (terms, field) => {
    const merchant = await start();
    const answer = await merchant.send({ ...payment, subscription: { ...monthly, ...terms } });
    expect([answer.status, await answer.text()]).toEqual([400, `invalid input: subscription.${field}`]);
    expect((await merchant.state()).transactions).toEqual([]);
  });
});

describe("renewals", () => {
  it("are on the agreed days: the 31st, the last day of February, the 31st again", async () => {
    const { merchant, inbox } = await subscribed("2027-12-31T10:00:00Z");
    await merchant.control("clock", { ms: 122 * DAY });
    expect(await daysOf(merchant)).toEqual(["2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]);
    expect(inbox.received.map(({ amount, notify_type: kind }) => [kind, amount])).toEqual([
      ["payment", "100.00"],
      ...Array.from({ length: 4 }, () => ["payment", "12.00"]),
    ]);
  });

  it("have a transaction each under the first order number, captured, with the date of the next one", async () => {
    const { merchant, inbox, first } = await subscribed("2027-01-31T10:00:00Z");
    await merchant.control("clock", { ms: 29 * DAY });
    const { rows } = await merchant.query("retrievalTrans", { orders: "order-1" });
    expect(rows).toMatchObject([
      { transaction_id: first.transaction_id, payment_status: "2000" },
      { amount: "12.00", payment_status: "3000", query_result: "1", transaction_date: "20270228100000" },
    ]);
    expect(rows[1]?.transaction_id).not.toBe(first.transaction_id);
    expect(inbox.received[1]).toMatchObject({
      order_no: "order-1",
      transaction_id: rows[1]?.transaction_id,
      recurring_id: first.recurring_id,
      recurring_deduction_time: "2027-03-31 10:00:00",
      encryption_data: signFields("result", inbox.received[1] ?? {}, KEY),
    });
    expect(await merchant.state()).toMatchObject({ effects: { authorise: 1, renewal: 1, capture: 0 } });
  });

  it("may have the gateway's own order numbers", async () => {
    const { merchant, inbox, first } = await subscribed("2027-01-31T10:00:00Z", {}, { renewals: { orderNo: "own" } });
    await merchant.control("clock", { ms: 29 * DAY });
    const orderNo = inbox.received[1]?.order_no ?? "";
    expect(orderNo).toMatch(/^RN\d{20}$/);
    const { rows } = await merchant.query("retrievalTrans", { orders: orderNo });
    expect(rows).toMatchObject([{ subscription_result: { recurring_id: first.recurring_id } }]);
    expect((await merchant.query("retrievalTrans", { orders: "order-1" })).rows).toHaveLength(1);
    await merchant.control("settings", { renewalOrderNo: "own-listed" });
    expect((await merchant.query("retrievalTrans", { orders: "order-1" })).rows).toMatchObject([
      { transaction_id: first.transaction_id },
      { order_no: orderNo },
    ]);
  });

  it("end with the agreed number of charges, and with the subscription's last day", async () => {
    const three = await subscribed("2027-01-31T10:00:00Z", { interval: "day", billing_cycle: 3 });
    await three.merchant.control("clock", { ms: 10 * DAY });
    expect(await daysOf(three.merchant)).toEqual(["2027-01-31", "2027-02-01", "2027-02-02"]);
    expect(await subscriptionOf(three.merchant)).toMatchObject({ state: "ended", next_at: null });

    const dated = await subscribed("2027-01-31T10:00:00Z", { interval: "week", contract_end: "2027-02-14" });
    await dated.merchant.control("clock", { ms: 30 * DAY });
    expect(await daysOf(dated.merchant)).toEqual(["2027-01-31", "2027-02-07", "2027-02-14"]);
    const { rows } = await dated.merchant.query("retrievalTrans", { orders: "order-1" });
    expect(rows[0]).toMatchObject({
      subscription_result: { recurring_status: "Inactived", recurring_deduction_time: "" },
    });
  });

  it("start on the subscription's first day", async () => {
    const { merchant } = await subscribed("2027-01-31T10:00:00Z", { contract_start: "2027-02-10" });
    await merchant.control("clock", { ms: 40 * DAY });
    expect(await daysOf(merchant)).toEqual(["2027-01-31", "2027-02-10", "2027-03-10"]);
  });

  it("are declined, missed, or of another amount, if scripted for the charge with that number", async () => {
    const { merchant, inbox } = await subscribed("2027-01-31T10:00:00Z", { interval: "day" });
    const { recurring_id } = await subscriptionOf(merchant);
    await merchant.control("script-renewal", { recurring_id, charge: 3, outcome: "decline" });
    await merchant.control("script-renewal", { recurring_id, charge: 4, outcome: "missed" });
    await merchant.control("script-renewal", { order_no: "order-1", charge: 5, amount: "15.00" });
    await merchant.control("clock", { ms: 5 * DAY + 1_000 });
    expect(inbox.received.map(({ amount, order_status: status }) => [amount, status])).toEqual([
      ["100.00", "1"],
      ["12.00", "1"],
      ["12.00", "0"],
      ["15.00", "1"],
      ["12.00", "1"],
    ]);
    expect(await subscriptionOf(merchant)).toMatchObject({ state: "active", missed: [4] });
  });

  it("are charged now on command, and then not again on their day", async () => {
    const { merchant } = await subscribed("2027-01-31T10:00:00Z");
    await merchant.control("renew", { order_no: "order-1" });
    expect(await subscriptionOf(merchant)).toMatchObject({ next_at: "2027-03-31T10:00:00.000Z" });
    await merchant.control("clock", { ms: 40 * DAY });
    expect(await daysOf(merchant)).toEqual(["2027-01-31", "2027-01-31"]);
  });

  it("are notified twice, late, or never, according to the fault script", async () => {
    const { merchant, inbox } = await subscribed("2027-01-31T10:00:00Z", { interval: "day" });
    await merchant.control("tape", {
      entries: [
        { operation: "renewal", fault: "duplicate-notify", times: 3 },
        { operation: "renewal", fault: "lost-notify" },
        { operation: "renewal", order_no: "order-1", fault: "late-notify", ms: 2 * DAY },
      ],
    });
    await merchant.control("clock", { ms: 6 * DAY });
    const { charges } = await subscriptionOf(merchant);
    const told = inbox.received.map(({ transaction_id: id = "" }) => charges.indexOf(id));
    expect(told).toEqual([0, 1, 1, 1, 4, 3, 5]);
  });

  it("are refunded and notified again by their own transaction IDs", async () => {
    const { merchant, inbox } = await subscribed("2027-01-31T10:00:00Z", { interval: "day" });
    await merchant.control("clock", { ms: DAY + 1_000 });
    const [, transaction_id = ""] = (await subscriptionOf(merchant)).charges;
    const item = { transaction_id, order_no: "order-1", currency: "EUR", amount: "12.00", refund_amount: "2.00" };
    expect((await merchant.batch("refund", [{ ...item, refund_reason: "op-1" }])).rows).toMatchObject([
      { refund_status: "1" },
    ]);
    await merchant.control("portal-refund", { transaction_id, amount: "3.00" });
    await merchant.control("notify", { transaction_id });
    expect((await merchant.state()).transactions.map(({ refunded }) => refunded)).toEqual(["0.00", "5.00"]);
    expect(inbox.received.at(-1)).toMatchObject({ transaction_id, notify_type: "payment" });
  });

  it("are affected by a generated fault script in their notifications only", async () => {
    const { merchant } = await subscribed("2027-01-31T10:00:00Z", { interval: "day" });
    await merchant.control("tape", { random: { length: 200, rate: 1, operation: "renewal" } });
    const { entries } = await merchant.read<{ entries: { fault: string }[] }>("tape");
    expect(new Set(entries.map(({ fault }) => fault))).toEqual(
      new Set(["duplicate-notify", "late-notify", "lost-notify", "lying-notify", "reorder"]),
    );
  });

  it("continue after a restart", async () => {
    const dataFile = join(mkdtempSync(join(tmpdir(), "simulator-")), "books.json");
    const { merchant } = await subscribed("2027-01-31T10:00:00Z", { interval: "day" }, { dataFile });
    await merchant.control("clock", { ms: DAY });
    await merchant.stop();
    const restarted = await startAt("2027-01-31T10:00:00Z", { dataFile });
    await restarted.control("clock", { ms: 2 * DAY });
    expect(await daysOf(restarted)).toEqual(["2027-01-31", "2027-02-01", "2027-02-02", "2027-02-03"]);
  });

  it("are deleted with everything else", async () => {
    const { merchant } = await subscribed("2027-01-31T10:00:00Z", { interval: "day" });
    await merchant.control("reset");
    await merchant.control("clock", { ms: 3 * DAY });
    expect(await daysOf(merchant)).toEqual([]);
  });
});
