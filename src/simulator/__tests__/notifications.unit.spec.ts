import { signFields } from "../notifications/signature";
import { closeAll, KEY, start, startInbox } from "./harness";

afterEach(closeAll);

describe("a notification", () => {
  it("is sent after each change, form-encoded and signed", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    await merchant.pay({ notify_url: inbox.url });
    await merchant.idle();
    await merchant.batch("capture", [await merchant.item({ amount: "30.00" })]);
    await merchant.idle();
    await merchant.batch("refund", [await merchant.item({ refund_amount: "10.00", refund_reason: "op-1" })]);
    await merchant.idle();

    expect(inbox.received).toMatchObject([
      {
        notify_type: "payment",
        order_no: "order-1",
        amount: "100.00",
        currency: "EUR",
        order_status: "1",
        payment_status: "2000",
      },
      { notify_type: "capture", amount: "30.00", payment_status: "3000" },
      {
        notify_type: "refund",
        payment_status: "4100",
        refund_amount: "10.00",
        refund_reason: "op-1",
        refund_status: "1",
      },
    ]);
    for (const message of inbox.received) expect(message.encryption_data).toBe(signFields("result", message, KEY));
  });

  it("is sent again until the store answers 200, and the attempts are recorded", async () => {
    const merchant = await start();
    const inbox = await startInbox([503, 401, 200]);

    await merchant.pay({ notify_url: inbox.url });
    await merchant.idle();

    expect(inbox.received).toHaveLength(3);
    expect(inbox.received[2]).toEqual(inbox.received[0]);
    expect((await merchant.transaction()).notifications).toMatchObject([
      { kind: "payment", status: 503 },
      { kind: "payment", status: 401 },
      { kind: "payment", status: 200 },
    ]);
  });

  it("has the content of its creation, however late it arrives", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    await merchant.pay({ notify_url: inbox.url });
    await merchant.batch("capture", [await merchant.item()]);
    await merchant.idle();
    const statuses = inbox.received.map(({ notify_type, payment_status }) => [notify_type, payment_status]);
    expect(new Map(statuses.map(([kind, status]) => [kind, status]))).toEqual(
      new Map([
        ["payment", "2000"],
        ["capture", "3000"],
      ]),
    );
  });

  it("is sent when a pending payment is approved or declined, and when the bank has processed a refund", async () => {
    const merchant = await start();
    const inbox = await startInbox();
    await merchant.pay({ card: "4000000000003220", notify_url: inbox.url });
    await merchant.idle();
    await merchant.control("approve", { order_no: "order-1" });
    await merchant.idle();
    await merchant.batch("capture", [await merchant.item()]);
    await merchant.batch("refund", [await merchant.item({ refund_amount: "1.00" })]);
    await merchant.idle();
    await merchant.control("process-refunds", { order_no: "order-1" });
    await merchant.idle();

    const told = inbox.received.map(({ notify_type, order_status }) => `${notify_type ?? ""} ${order_status ?? ""}`);
    expect(told.slice(0, 2)).toEqual(["payment -1", "payment 1"]);
    expect(inbox.received.at(-1)?.refund_processing_date).toMatch(/^\d{14}$/);
  });

  it("is not sent while notifications are off, nor to a URL that is not loopback", async () => {
    const merchant = await start({ notifications: "off" });
    const inbox = await startInbox();
    await merchant.pay({ notify_url: inbox.url });
    await merchant.idle();
    expect(inbox.received).toEqual([]);

    const elsewhere = await merchant.control("notify", { order_no: "order-1", url: "http://192.0.2.1/notify" });
    expect(elsewhere).toEqual({ results: [{ status: 0, body: "not a loopback address" }] });
  });
});

describe("a notification on command", () => {
  it("is sent any number of times, and the responses are returned", async () => {
    const merchant = await start({ notifications: "off" });
    const inbox = await startInbox([200, 503]);
    await merchant.pay({ notify_url: inbox.url });

    const { results } = await merchant.control<{ results: { status: number; body: string }[] }>("notify", {
      order_no: "order-1",
      times: 5,
    });

    expect(inbox.received).toHaveLength(5);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 503, 503, 503, 503]);
    expect(results[0]?.body).toBe("success");
  });

  it("can be false, with a valid, an invalid or no signature", async () => {
    const merchant = await start({ notifications: "off" });
    const inbox = await startInbox();
    await merchant.pay({ notify_url: inbox.url });
    const lie = { order_no: "order-1", kind: "capture", overrides: { amount: "999.00" } };

    await merchant.control("notify", lie);
    await merchant.control("notify", { ...lie, signature: "invalid" });
    await merchant.control("notify", { ...lie, signature: "absent" });

    const [valid = {}, invalid = {}, absent = {}] = inbox.received;
    const right = signFields("result", valid, KEY);
    expect(inbox.received.map(({ amount, notify_type }) => [amount, notify_type])).toEqual(
      Array.from({ length: 3 }, () => ["999.00", "capture"]),
    );
    expect(valid.encryption_data).toBe(right);
    expect(invalid.encryption_data).toMatch(/^[0-9a-f]{64}$/);
    expect(invalid.encryption_data).not.toBe(right);
    expect(absent).not.toHaveProperty("encryption_data");
  });
});

it("a reset deletes waiting notifications", async () => {
  const merchant = await start({ notifyRetry: { firstMs: 600_000, longestMs: 600_000 } });
  const inbox = await startInbox([500]);
  await merchant.pay({ notify_url: inbox.url });
  await merchant.control("notify", { order_no: "order-1" });
  await merchant.control("reset");
  await merchant.idle();
  expect(await merchant.state()).toMatchObject({ transactions: [], effects: { authorise: 0 } });
});
