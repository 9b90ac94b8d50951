import type { Merchant, Shown } from "../../__tests__/harness";
import { closeAll, jsonOf, start, startInbox } from "../../__tests__/harness";

afterEach(closeAll);

const refused = async ({ url }: Merchant, call: string, body: object): Promise<[number, unknown]> => {
  const answer = await fetch(`${url}/_control/${call}`, { method: "POST", body: JSON.stringify(body) });
  return [answer.status, await jsonOf(answer)];
};

interface Counts {
  readonly effects: Record<string, number>;
  readonly portal_effects: Record<string, number>;
  readonly effects_by_order: Record<string, Record<string, number>>;
}

describe("manually in the portal", () => {
  it("a capture and refunds are stored, notified, and counted separately from the store's", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    await merchant.pay({ notify_url: inbox.url });
    await merchant.idle();
    await merchant.control("portal-capture", { order_no: "order-1", amount: "60.00" });
    await merchant.idle();
    await merchant.batch("refund", [await merchant.item({ refund_amount: "5.00", refund_reason: "op-1" })]);
    await merchant.idle();
    await merchant.control("portal-refund", { order_no: "order-1", amount: "10.00" });
    await merchant.idle();
    await merchant.control("portal-refund", { order_no: "order-1", reason: "  goodwill " });
    await merchant.idle();

    expect(await merchant.transaction()).toMatchObject({
      captured: "60.00",
      refunded: "60.00",
      captures: [{ amount: "60.00", by: "portal" }],
      refunds: [
        { amount: "5.00", reason: "op-1" },
        { amount: "10.00", reason: "", by: "portal" },
        { amount: "45.00", reason: "  goodwill ", by: "portal" },
      ],
    });
    expect(inbox.received).toMatchObject([
      { notify_type: "payment" },
      { notify_type: "capture", amount: "60.00" },
      { notify_type: "refund", refund_amount: "5.00", refund_reason: "op-1" },
      { notify_type: "refund", refund_amount: "10.00", refund_reason: "" },
      { notify_type: "refund", refund_amount: "45.00", refund_reason: "  goodwill " },
    ]);
    expect(await merchant.read<Counts>("state")).toMatchObject({
      effects: { authorise: 1, capture: 0, cancel: 0, refund: 1 },
      portal_effects: { portal_capture: 1, portal_void: 0, portal_refund: 2 },
    });
    expect((await merchant.read<Counts>("state")).effects_by_order).toEqual({
      "order-1": { authorise: 1, refund: 1, portal_capture: 1, portal_refund: 2 },
    });
  });

  it("a void ends the authorisation", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    await merchant.pay({ notify_url: inbox.url });
    await merchant.idle();
    await merchant.control("portal-void", { order_no: "order-1" });
    await merchant.idle();
    expect(await merchant.transaction()).toMatchObject({ state: "voided", effects: { authorise: 1, portal_void: 1 } });
    expect(inbox.received[1]).toMatchObject({ notify_type: "void" });
  });

  it("without an amount everything left is captured, and refunds are in the search", async () => {
    const merchant = await start();
    await merchant.pay();
    await merchant.control("portal-capture", { order_no: "order-1" });
    await merchant.control("portal-refund", { order_no: "order-1", amount: "1.00", reason: "typed by a person" });
    const { rows } = await merchant.query("retrievalRefund", { refund_orders: "order-1" });
    expect(rows).toMatchObject([{ refund_amount: "1.00", refund_reason: "typed by a person" }]);
    expect(await merchant.transaction()).toMatchObject({ captured: "100.00" });
  });

  it.each([
    ["portal-capture", { amount: "100.01" }, "E1004:More than authorised"],
    ["portal-capture", { amount: "1,00" }, "I0004:Amount is wrong"],
    ["portal-refund", {}, "I0004:Amount is wrong"],
    ["portal-refund", { amount: "1.00" }, "E1007:Not captured"],
  ])("%s of %j is refused with the API's text", async (call, body, sentence) => {
    const merchant = await start();
    await merchant.pay();
    expect(await refused(merchant, call, { order_no: "order-1", ...body })).toEqual([409, { error: sentence }]);
    expect((await merchant.read<Counts>("state")).effects_by_order).toEqual({ "order-1": { authorise: 1 } });
  });

  it("a second capture is refused unless the account allows several, which is a setting", async () => {
    const merchant = await start();
    await merchant.pay();
    const part = { order_no: "order-1", amount: "40.00" };
    await merchant.control("portal-capture", part);
    expect(await refused(merchant, "portal-capture", part)).toEqual([409, { error: "E1002:Already captured" }]);
    await merchant.control("settings", { multipleCaptures: true });
    await merchant.control("portal-capture", part);
    expect(await merchant.transaction()).toMatchObject({ captured: "80.00" });
  });
});

it("a refund that the bank refuses later is notified as failed and returns its amount", async () => {
  const merchant = await start();
  const inbox = await startInbox();
  await merchant.pay({ notify_url: inbox.url });
  await merchant.batch("capture", [await merchant.item()]);
  await merchant.batch("refund", [await merchant.item({ refund_amount: "30.00", refund_reason: "op-1" })]);
  await merchant.idle();
  await merchant.control("process-refunds", { order_no: "order-1", outcome: "failed" });
  await merchant.idle();
  expect(await merchant.transaction()).toMatchObject({ refunded: "0.00", refunds: [{ failed: true }] });
  expect(inbox.received.at(-1)).toMatchObject({
    notify_type: "refund",
    refund_status: "-1",
    refund_amount: "30.00",
    refund_reason: "op-1",
  });
});

describe("a dispute", () => {
  const captured = async (): Promise<{
    merchant: Merchant;
    told: () => Promise<Record<string, string> | undefined>;
  }> => {
    const merchant = await start();
    const inbox = await startInbox();
    await merchant.pay({ notify_url: inbox.url });
    await merchant.batch("capture", [await merchant.item()]);
    const told = async (): Promise<Record<string, string> | undefined> => {
      await merchant.idle();
      return inbox.received.at(-1);
    };
    await merchant.idle();
    return { merchant, told };
  };

  it.each(["won", "lost"])("is notified when it opens and when it is %s, and changes no amount", async (stage) => {
    const { merchant, told } = await captured();
    const before = await merchant.transaction();

    await merchant.control("dispute", {
      order_no: "order-1",
      amount: "40.00",
      reason: "not received",
      stage: "received",
    });
    const first = await told();
    await merchant.control("dispute", { order_no: "order-1", stage });
    const second = await told();

    const shared = { notify_type: "dispute", dispute_amount: "40.00", dispute_reason: "not received" };
    expect(first).toMatchObject({ ...shared, dispute_status: "received", order_status: "1", amount: "100.00" });
    expect(second).toMatchObject({ ...shared, dispute_status: stage });
    expect([first?.dispute_reference, second?.dispute_reference]).toEqual([
      expect.stringMatching(/^DP\d{20}$/),
      first?.dispute_reference,
    ]);
    const after: Shown & { disputes: object[] } = await merchant
      .transaction()
      .then((found) => ({ disputes: [], ...found }));
    expect(after.disputes).toMatchObject([{ stage, amount: "40.00", reason: "not received" }]);
    expect([after.captured, after.refunded, after.state]).toEqual([before.captured, before.refunded, before.state]);
  });

  it("is in no query, and by default is about the whole capture because of fraud", async () => {
    const { merchant, told } = await captured();
    const before = await merchant.query("retrievalTrans", { orders: "order-1" });
    await merchant.control("dispute", { order_no: "order-1", stage: "received" });
    expect(await told()).toMatchObject({ dispute_amount: "100.00", dispute_reason: "fraud" });
    expect(await merchant.query("retrievalTrans", { orders: "order-1" })).toEqual(before);
    expect((await merchant.query("retrievalRefund", { refund_orders: "order-1" })).rows).toEqual([]);
  });

  it("is refused if there is nothing to dispute, or no open dispute to close", async () => {
    const { merchant } = await captured();
    await merchant.pay({ order_no: "order-2" });
    const ask = (body: object): Promise<[number, unknown]> =>
      refused(merchant, "dispute", { order_no: "order-1", ...body });
    expect([
      await ask({ stage: "won" }),
      await ask({ stage: "appealed" }),
      await ask({ stage: "received", amount: "100.01" }),
      await ask({ stage: "received", order_no: "order-2" }),
    ]).toMatchObject([
      [409, { error: "no dispute is open" }],
      [409, { error: "stage is one of received, won, lost" }],
      [409, { error: expect.stringContaining("at most what was captured") }],
      [409, { error: expect.stringContaining("at most what was captured") }],
    ]);
    await merchant.control("dispute", { order_no: "order-1", stage: "received" });
    expect(await ask({ stage: "received" })).toEqual([409, { error: "a dispute is open already" }]);
  });
});
