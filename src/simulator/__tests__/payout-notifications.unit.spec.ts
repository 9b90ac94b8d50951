import { signFields } from "../notifications/signature";
import { closeAll, KEY, start, startInbox } from "./harness";
import { books, HALF_A_MINUTE, ID, pay, request } from "./payout-merchant";

/** Payout notifications, and manual status changes. */
afterEach(closeAll);

describe("notifications", () => {
  it("report each change, signed, with all fields of the response", async () => {
    const merchant = await start({ clock: "virtual" });
    const inbox = await startInbox();
    await pay(merchant, { notify_url: inbox.url });
    await merchant.control("clock", { ms: 3 * HALF_A_MINUTE });
    expect(inbox.received.map(({ status }) => status)).toEqual(["NEW", "PROCESSING", "COMPLETED"]);
    const [, , last = {}] = inbox.received;
    expect(last).toMatchObject({ request_id: ID, payment_amount: "150000", notify_type: "payout", fee_amount: "750" });
    expect(last.encryption_data).toBe(signFields("payoutNotification", last, KEY));
    expect(JSON.parse(last.beneficiary ?? "")).toMatchObject(request.beneficiary);
  });

  it("are one JSON document with numbers if configured", async () => {
    const merchant = await start({ clock: "virtual", payouts: { notifyAs: "json" } });
    const inbox = await startInbox();
    await pay(merchant, { notify_url: inbox.url });
    await merchant.control("clock", { ms: 1_000 });
    const [text = ""] = Object.keys(inbox.received[0] ?? {});
    expect(text).toContain('"fee_amount":750,');
  });

  it("are lost, late, repeated or false according to the fault script", async () => {
    const merchant = await start({ clock: "virtual" });
    const inbox = await startInbox();
    await merchant.control("tape", {
      entries: [
        { operation: "payout", fault: "lost-notify" },
        { operation: "payout-step", fault: "duplicate-notify", times: 3 },
        { operation: "payout-step", fault: "lying-notify", order_no: ID },
      ],
    });
    await pay(merchant, { notify_url: inbox.url });
    await merchant.control("clock", { ms: 3 * HALF_A_MINUTE });
    expect(inbox.received.map(({ status, payment_amount }) => [status, payment_amount])).toEqual([
      ["PROCESSING", "150000"],
      ["PROCESSING", "150000"],
      ["PROCESSING", "150000"],
      ["COMPLETED", "150001"],
    ]);
    expect(inbox.received[3]?.encryption_data).toBe(signFields("payoutNotification", inbox.received[3] ?? {}, KEY));
  });

  it("are sent again on command, false ones too", async () => {
    const merchant = await start({ clock: "virtual" });
    const inbox = await startInbox();
    await pay(merchant, { notify_url: inbox.url });
    await merchant.control("notify", { request_id: ID, signature: "absent", overrides: { status: "COMPLETED" } });
    expect(inbox.received).toMatchObject([{ status: "COMPLETED" }]);
    expect(inbox.received[0]).not.toHaveProperty("encryption_data");
    expect((await books(merchant)).payouts).toMatchObject([
      { status: "NEW", notifications: [{ kind: "payout", status: 200 }] },
    ]);
  });
});

describe("manually", () => {
  it("a payout goes to the next step, or to any status, and then no automatic step follows", async () => {
    const merchant = await start({ clock: "virtual" });
    await pay(merchant);
    expect(await merchant.control("payout-step", { request_id: ID })).toMatchObject({ status: "PROCESSING" });
    await merchant.control("payout-status", { request_id: ID, status: "SUSPENDED" });
    await merchant.control("clock", { ms: 10 * HALF_A_MINUTE });
    expect((await books(merchant)).payouts).toMatchObject([{ status: "SUSPENDED" }]);
    const none = await fetch(`${merchant.url}/_control/payout-step`, {
      method: "POST",
      body: JSON.stringify({ request_id: ID }),
    });
    expect(none.status).toBe(409);
  });

  it("a paid one is recalled, and its amount is no longer paid out", async () => {
    const merchant = await start({ clock: "virtual" });
    await pay(merchant, { reference: "sim-at-once" });
    await merchant.control("payout-status", { request_id: ID, status: "RECALLED", failure_reason: "Sent back" });
    expect((await books(merchant)).money_out).toEqual({ EUR: { left: "0.00", on_its_way: "0.00" } });
  });
});
