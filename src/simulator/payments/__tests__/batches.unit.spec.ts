import { signBatch } from "../../notifications/signature";
import type { Row } from "../../__tests__/harness";
import { ACCOUNT, closeAll, KEY, MERCHANT, start } from "../../__tests__/harness";

afterEach(closeAll);

describe("a capture", () => {
  it("of a part is stored with exactly that amount", async () => {
    const merchant = await start();
    await merchant.pay();

    const { rows } = await merchant.batch("capture", [await merchant.item({ amount: "30.00" })]);

    expect(rows).toMatchObject([{ order_no: "order-1", amount: "30.00", capture_status: "1", error_message: "" }]);
    expect(await merchant.transaction()).toMatchObject({ state: "captured", authorised: "100.00", captured: "30.00" });
  });

  it("is refused a second time, unless the account allows several", async () => {
    const strict = await start();
    await strict.pay();
    await strict.batch("capture", [await strict.item({ amount: "30.00" })]);
    const second = await strict.batch("capture", [await strict.item({ amount: "70.00" })]);
    expect(second.rows).toMatchObject([{ capture_status: "0", error_message: "E1002:Already captured" }]);

    const generous = await start({ multipleCaptures: true });
    await generous.pay();
    await generous.batch("capture", [await generous.item({ amount: "30.00" })]);
    await generous.batch("capture", [await generous.item({ amount: "70.00" })]);
    const third = await generous.batch("capture", [await generous.item({ amount: "0.01" })]);
    expect(third.rows).toMatchObject([{ error_message: "E1004:More than authorised" }]);
    expect(await generous.transaction()).toMatchObject({ captured: "100.00" });
  });

  it.each(["100.01", "0.00", "30", "30.0", "3e1", "-1.00", ""])("of '%s' out of 100.00 is refused", async (amount) => {
    const merchant = await start();
    await merchant.pay();
    const { rows } = await merchant.batch("capture", [await merchant.item({ amount })]);
    expect(rows).toMatchObject([{ capture_status: "0" }]);
    expect(await merchant.state()).toMatchObject({ effects: { capture: 0 }, transactions: [{ captured: "0.00" }] });
  });
});

describe("a cancel", () => {
  it("voids a payment that is authorised and not captured", async () => {
    const merchant = await start();
    await merchant.pay();
    const { rows } = await merchant.batch("cancel", [await merchant.item()]);
    expect(rows).toMatchObject([{ cancel_status: "1", error_message: "" }]);
    expect(await merchant.transaction()).toMatchObject({ state: "voided", voided: true, authorised: "0.00" });
  });

  it("is refused after a capture, and a capture is refused after a cancel", async () => {
    const merchant = await start();
    await merchant.pay({ order_no: "captured" });
    await merchant.pay({ order_no: "voided" });
    await merchant.batch("capture", [await merchant.item({}, "captured")]);
    await merchant.batch("cancel", [await merchant.item({}, "voided")]);

    const late = await merchant.batch("cancel", [await merchant.item({}, "captured")]);
    const dead = await merchant.batch("capture", [await merchant.item({}, "voided")]);

    expect(late.rows).toMatchObject([{ cancel_status: "0", error_message: "E1006:Cannot be cancelled" }]);
    expect(dead.rows).toMatchObject([{ capture_status: "0", error_message: "E1003:Not authorised" }]);
    expect((await merchant.state()).effects).toMatchObject({ capture: 1, cancel: 1 });
  });

  it("of a different amount than the payment's is refused", async () => {
    const merchant = await start();
    await merchant.pay();
    const { rows } = await merchant.batch("cancel", [await merchant.item({ amount: "99.00" })]);
    expect(rows).toMatchObject([{ cancel_status: "0", error_message: "I0004:Amount is wrong" }]);
  });
});

describe("refunds", () => {
  const captured = async (): Promise<Awaited<ReturnType<typeof start>>> => {
    const merchant = await start();
    await merchant.pay();
    await merchant.batch("capture", [await merchant.item({ amount: "30.00" })]);
    return merchant;
  };
  const refund = (merchant: Awaited<ReturnType<typeof start>>, amount: string): Promise<Row> =>
    merchant
      .item({ refund_amount: amount, refund_reason: `op-${amount}` })
      .then(async (item) => (await merchant.batch("refund", [item])).rows[0] ?? {});

  it("can be partial, up to the captured amount and not a cent more", async () => {
    const merchant = await captured();

    const answers = [await refund(merchant, "10.00"), await refund(merchant, "20.00"), await refund(merchant, "0.01")];

    expect(answers.map(({ refund_status, refund_message }) => [refund_status, refund_message])).toEqual([
      ["1", "V0000:OK"],
      ["1", "V0000:OK"],
      ["0", "E1008:More than captured"],
    ]);
    expect(await merchant.transaction()).toMatchObject({ refunded: "30.00", refunds: [{ reason: "op-10.00" }, {}] });
  });

  it("are refused before a capture", async () => {
    const merchant = await start();
    await merchant.pay();
    expect(await refund(merchant, "1.00")).toMatchObject({ refund_status: "0", refund_message: "E1007:Not captured" });
  });

  it("that the bank refuses return their amount", async () => {
    const merchant = await captured();
    await refund(merchant, "30.00");
    await merchant.control("process-refunds", { order_no: "order-1", outcome: "failed" });
    expect(await merchant.transaction()).toMatchObject({ refunded: "0.00" });
    expect(await refund(merchant, "30.00")).toMatchObject({ refund_status: "1" });
  });
});

describe("a review", () => {
  const HELD = "4000000000009235";

  it.each([
    ["1", "authorised", "ACCEPT"],
    ["0", "declined", "REJECT"],
  ])("with the flag %s leaves the held payment %s", async (flag, state, risk) => {
    const merchant = await start();
    await merchant.pay({ card: HELD });
    const { rows } = await merchant.batch("review", [await merchant.item({ review_flag: flag })]);
    expect(rows).toMatchObject([{ review_status: "1", review_flag: flag, error_message: "" }]);
    expect(await merchant.transaction()).toMatchObject({ state, risk_action: risk });
  });

  it.each([
    ["1", "authorised", "ACCEPT"],
    ["0", "voided", "REJECT"],
  ])("with the flag %s leaves a payment that was approved and held %s", async (flag, state, risk) => {
    const merchant = await start();
    await merchant.pay({ card: "4000000000009243" });
    expect(await merchant.transaction()).toMatchObject({ state: "authorised", risk_action: "REVIEW" });
    const capture = await merchant.batch("capture", [await merchant.item()]);
    expect(capture.rows).toMatchObject([{ capture_status: "0", error_message: "E1010:Held for review" }]);
    const { rows } = await merchant.batch("review", [await merchant.item({ review_flag: flag })]);
    expect(rows).toMatchObject([{ review_status: "1", review_flag: flag }]);
    expect(await merchant.transaction()).toMatchObject({ state, risk_action: risk });
  });

  it("with another flag, or of a payment that is not held, is refused", async () => {
    const merchant = await start();
    await merchant.pay({ card: HELD });
    await merchant.pay({ order_no: "free" });
    const held = await merchant.item({ review_flag: "2" });
    const free = await merchant.item({ review_flag: "1" }, "free");
    const { rows } = await merchant.batch("review", [held, free]);
    expect(rows.map(({ error_message }) => error_message)).toEqual([
      "I0005:Review flag is wrong",
      "E1009:Not held for review",
    ]);
  });
});

describe("a batch", () => {
  const unknown = (count: number): Row[] =>
    Array.from({ length: count }, (_, at) => ({
      transaction_id: String(at),
      order_no: `order-${String(at)}`,
      currency: "EUR",
      amount: "1.00",
    }));

  it.each([
    ["capture", 50],
    ["cancel", 50],
    ["refund", 50],
    ["review", 100],
  ] as const)("of %ss accepts %i items and refuses one more as a whole", async (name, most) => {
    const merchant = await start();
    const full = await merchant.batch(name, unknown(most));
    const over = await merchant.batch(name, unknown(most + 1));
    expect([full.return_status, full.rows.length]).toEqual(["1", most]);
    expect([over.return_status, over.rows.length]).toEqual(["4", 0]);
  });

  it("processes its items one by one", async () => {
    const merchant = await start();
    await merchant.pay();
    const [stranger] = unknown(1);
    const good = await merchant.item();
    const { rows, return_status } = await merchant.batch("capture", [
      stranger ?? {},
      good,
      { ...good, currency: "USD" },
    ]);
    expect(return_status).toBe("1");
    expect(rows.map(({ capture_status }) => capture_status)).toEqual(["0", "1", "0"]);
  });

  it("is signed like its request, and changes nothing if the request's signature is invalid", async () => {
    const merchant = await start();
    await merchant.pay();
    const item = await merchant.item();

    const refused = await merchant.batch("capture", [item], "another key");
    expect(refused).toMatchObject({ return_status: "3", return_message: "I0013:Signature is wrong", rows: [] });
    expect((await merchant.state()).effects.capture).toBe(0);

    const account = { merchant_id: MERCHANT, account_id: ACCOUNT };
    const taken = await merchant.batch("capture", [item]);
    expect(taken.encryption_data).toBe(signBatch(account, [item.transaction_id], KEY));
  });
});
