import { signFields } from "../../notifications/signature";
import { ACCOUNT, closeAll, KEY, MERCHANT, start } from "../../__tests__/harness";

afterEach(closeAll);

const minute = 60_000;

describe("the query of payments", () => {
  it("returns a row per payment, by order number or by transaction ID, and none for unknown ones", async () => {
    const merchant = await start();
    const { transaction_id: id = "" } = await merchant.pay({ order_no: "a", shopper_email: "ada@example.test" });
    await merchant.pay({ order_no: "b", delivery_city: "Berlin" });

    const byOrder = await merchant.query("retrievalTrans", { orders: "a,b,never" });
    const byId = await merchant.query("retrievalTrans", { trades: id });

    expect(byOrder.return_status).toBe("1");
    expect(byOrder.rows).toMatchObject([
      { order_no: "a", amount: "100.00", currency: "EUR", transaction_id: id, shopper_email: "ada@example.test" },
      { order_no: "b", delivery_information: { delivery_city: "Berlin" } },
    ]);
    expect(byId.rows).toMatchObject([{ order_no: "a", payment_status: "2000", query_result: "1" }]);
  });

  it.each([
    ["4111111111111111", "2000", "1"],
    ["4000000000000002", "1000", "0"],
    ["4000000000003220", "1000", "-1"],
    ["4000000000009235", "1000", "-1"],
    ["4000000000005126", "7777", "9"],
  ])(
    "reports the payment with card %s as payment_status %s, query_result %s",
    async (card, paymentStatus, queryResult) => {
      const merchant = await start();
      await merchant.pay({ card });
      const { rows } = await merchant.query("retrievalTrans", { orders: "order-1" });
      expect(rows).toMatchObject([{ payment_status: paymentStatus, query_result: queryResult }]);
    },
  );

  it("follows a payment from authorised to captured to refunded", async () => {
    const merchant = await start();
    const status = async (): Promise<string | undefined> =>
      (await merchant.query("retrievalTrans", { orders: "order-1" })).rows[0]?.payment_status;
    await merchant.pay();
    const seen = [await status()];
    await merchant.batch("capture", [await merchant.item()]);
    seen.push(await status());
    await merchant.batch("refund", [await merchant.item({ refund_amount: "1.00" })]);
    seen.push(await status());
    expect(seen).toEqual(["2000", "3000", "4100"]);
  });

  it("reports a void as failed", async () => {
    const merchant = await start();
    await merchant.pay();
    await merchant.batch("cancel", [await merchant.item()]);
    const { rows } = await merchant.query("retrievalTrans", { orders: "order-1" });
    expect(rows).toMatchObject([{ payment_status: "1000", query_result: "0" }]);
  });

  it("accepts 100 IDs and 1,000 characters, and refuses more or none", async () => {
    const merchant = await start();
    const ids = (count: number, length: number): string =>
      Array.from({ length: count }, (_, at) => String(at).padStart(length, "0")).join(",");
    const status = async (orders: string): Promise<string> =>
      (await merchant.query("retrievalTrans", { orders })).return_status;

    const exactly1000 = ids(100, 9) + "x";
    expect(exactly1000).toHaveLength(1_000);
    expect(await status(exactly1000)).toBe("1");
    expect(await status(`${exactly1000}x`)).toBe("4");
    expect(await status(ids(101, 3))).toBe("4");
    expect(await status("")).toBe("4");
  });

  it("is refused if its signature is invalid", async () => {
    const merchant = await start();
    await merchant.pay();
    const answer = await merchant.query("retrievalTrans", { orders: "order-1" }, "another key");
    expect(answer).toMatchObject({ return_status: "3", return_message: "I0013:Signature is wrong", rows: [] });
  });
});

describe("the search of refunds", () => {
  it("finds a refund by order number, by reference and by the merchant's reason", async () => {
    const merchant = await start();
    await merchant.pay();
    await merchant.batch("capture", [await merchant.item()]);
    await merchant.batch("refund", [await merchant.item({ refund_amount: "40.00", refund_reason: "op-1" })]);
    const { refunds } = await merchant.transaction();

    const answers = [
      await merchant.query("retrievalRefund", { refund_orders: "order-1" }),
      await merchant.query("retrievalRefund", { refund_references: refunds[0]?.reference ?? "" }),
      await merchant.query("retrievalRefund", { merchant_refunds: "op-1" }),
    ];

    const row = {
      order_no: "order-1",
      refund_amount: "40.00",
      refund_reason: "op-1",
      refund_status: "1",
      payment_status: "4100",
    };
    expect(answers.map(({ rows }) => rows)).toMatchObject([[row], [row], [row]]);
    const account = { merchant_id: MERCHANT, account_id: ACCOUNT };
    expect(answers[0]?.encryption_data).toBe(signFields("account", account, KEY));
  });

  it("has no processing date until the bank's time has passed on the clock", async () => {
    let now = Date.parse("2030-01-01T00:00:00Z");
    const merchant = await start({ clock: () => new Date(now), waits: { refundMs: 5 * minute } });
    const date = async (): Promise<string | undefined> =>
      (await merchant.query("retrievalRefund", { refund_orders: "order-1" })).rows[0]?.refund_processing_date;
    await merchant.pay();
    await merchant.batch("capture", [await merchant.item()]);
    await merchant.batch("refund", [await merchant.item({ refund_amount: "1.00" })]);

    now += 5 * minute - 1;
    expect(await date()).toBe("");
    now += 1;
    expect(await date()).toBe("20300101000500");
  });
});

describe("a pending payment", () => {
  it("becomes authorised when its time has passed on the clock", async () => {
    let now = Date.parse("2030-01-01T00:00:00Z");
    const merchant = await start({ clock: () => new Date(now), waits: { pendingMs: minute } });
    await merchant.pay({ card: "4000000000003220" });

    now += minute - 1;
    expect((await merchant.transaction()).state).toBe("pending");
    now += 1;
    expect(await merchant.state()).toMatchObject({
      effects: { authorise: 1 },
      transactions: [{ state: "authorised" }],
    });
  });

  it("that is held for review waits for a decision without a limit", async () => {
    let now = Date.parse("2030-01-01T00:00:00Z");
    const merchant = await start({ clock: () => new Date(now) });
    await merchant.pay({ card: "4000000000009235" });
    now += 10_000 * minute;
    expect((await merchant.transaction()).state).toBe("review");
  });
});
