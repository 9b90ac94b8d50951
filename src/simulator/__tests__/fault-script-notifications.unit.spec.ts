import { signFields } from "../notifications/signature";
import type { Inbox, Merchant } from "./harness";
import { closeAll, KEY, start, startInbox } from "./harness";

afterEach(closeAll);

const HOUR_MS = 3_600_000;

/** A payment request that the fault script affects, with its notifications. */
async function payUnder(entry: object): Promise<{ merchant: Merchant; inbox: Inbox }> {
  const merchant = await start();
  const inbox = await startInbox();
  await merchant.control("tape", { entries: [entry] });
  await merchant.pay({ notify_url: inbox.url });
  await merchant.idle();
  return { merchant, inbox };
}

it("duplicate-notify sends the same notification that many times", async () => {
  const { inbox } = await payUnder({ fault: "duplicate-notify", times: 5 });
  expect(inbox.received).toHaveLength(5);
  expect(new Set(inbox.received.map((message) => JSON.stringify(message))).size).toBe(1);
});

it("lost-notify sends none, and the next change is notified as usual", async () => {
  const { merchant, inbox } = await payUnder({ fault: "lost-notify" });
  expect(inbox.received).toEqual([]);
  await merchant.batch("capture", [await merchant.item()]);
  await merchant.idle();
  expect(inbox.received).toMatchObject([{ notify_type: "capture" }]);
});

it("late-notify is delivered once the clock has passed, with the content of its creation", async () => {
  const { merchant, inbox } = await payUnder({ fault: "late-notify", ms: 24 * HOUR_MS });
  await merchant.batch("capture", [await merchant.item()]);
  await merchant.idle();
  await merchant.control("clock", { ms: 24 * HOUR_MS - 60_000 });
  expect(inbox.received).toMatchObject([{ notify_type: "capture" }]);

  await merchant.control("clock", { ms: 60_000 });

  expect(inbox.received).toMatchObject([
    { notify_type: "capture" },
    { notify_type: "payment", payment_status: "2000" },
  ]);
});

describe("reorder", () => {
  it("delivers the notification after the next change's", async () => {
    const { merchant, inbox } = await payUnder({ operation: "authorise", fault: "reorder" });
    expect(inbox.received).toEqual([]);
    await merchant.batch("capture", [await merchant.item()]);
    await merchant.idle();
    await merchant.batch("refund", [await merchant.item({ refund_amount: "1.00" })]);
    await merchant.idle();
    expect(inbox.received.map(({ notify_type }) => notify_type)).toEqual(["capture", "payment", "refund"]);
  });

  it("does not wait for a change of another payment, nor forever", async () => {
    const { merchant, inbox } = await payUnder({ operation: "authorise", fault: "reorder" });
    await merchant.pay({ order_no: "order-2", notify_url: inbox.url });
    await merchant.idle();
    expect(inbox.received).toMatchObject([{ order_no: "order-2" }]);
    await merchant.control("clock", { ms: HOUR_MS });
    expect(inbox.received).toMatchObject([{ order_no: "order-2" }, { order_no: "order-1" }]);
  });
});

describe("lying-notify", () => {
  it("sends false fields, signed as sent", async () => {
    const { inbox } = await payUnder({ fault: "lying-notify", overrides: { currency: "USD", order_status: "0" } });
    expect(inbox.received).toMatchObject([{ currency: "USD", order_status: "0", amount: "100.00" }]);
    expect(inbox.received[0]?.encryption_data).toBe(signFields("result", inbox.received[0] ?? {}, KEY));
  });

  it("increases the amount by one by default, with an invalid signature if configured so", async () => {
    const { inbox } = await payUnder({ fault: "lying-notify", signed: false });
    expect(inbox.received).toMatchObject([
      { amount: "101.00", encryption_data: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(inbox.received[0]?.encryption_data).not.toBe(signFields("result", inbox.received[0] ?? {}, KEY));
  });
});

it("a notification fault can accompany a response fault", async () => {
  const merchant = await start();
  const inbox = await startInbox();
  const also = { fault: "duplicate-notify", times: 3 };
  await merchant.control("tape", { entries: [{ fault: "drop-after-apply", also }] });
  await expect(merchant.authorise({ notify_url: inbox.url })).rejects.toThrow("fetch failed");
  await merchant.idle();
  expect(inbox.received).toHaveLength(3);
  const { requests } = await merchant.read<{ requests: object[] }>("requests");
  expect(requests).toMatchObject([{ fault: "drop-after-apply", also: "duplicate-notify", answered: false }]);
});

it("also affects control API decisions, but no operation that it does not name", async () => {
  const merchant = await start();
  const inbox = await startInbox();
  await merchant.pay({ card: "4000000000003220", notify_url: inbox.url });
  await merchant.idle();
  await merchant.control("tape", { entries: [{ fault: "lost-notify" }] });
  await merchant.control("tape", { entries: [{ operation: "control", fault: "duplicate-notify", times: 4 }] });
  await merchant.control("approve", { order_no: "order-1" });
  await merchant.idle();
  expect(inbox.received.map(({ order_status }) => order_status)).toEqual(["-1", "1", "1", "1", "1"]);
});

it("and a customer's actions on a page of the gateway", async () => {
  const merchant = await start();
  const inbox = await startInbox();
  await merchant.pay({ card: "4000000000003063", open3d: "do3DS", notify_url: inbox.url });
  const { page_url: page } = await merchant.transaction();
  await merchant.control("tape", { entries: [{ operation: "page", order_no: "order-1", fault: "lost-notify" }] });
  await fetch(`${page ?? ""}/decide`, { method: "POST", body: new URLSearchParams({ decision: "approve" }) });
  await merchant.idle();
  expect([(await merchant.transaction()).state, inbox.received]).toEqual(["authorised", []]);
});
