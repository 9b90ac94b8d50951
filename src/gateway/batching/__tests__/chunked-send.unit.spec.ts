import { sendInChunks, NOT_REACHED } from "../chunked-send";
import { sign } from "../../signing/signing";
import type { Writes } from "../../model/client-api";
import { createOperationId, createOrderNo, createRecurringId } from "../../model/ids";
import { createCurrency, createMoney } from "../../model/money";
import { KEY, accountWith } from "../../__tests__/fixtures";
import { gateway, item, json, money, request, result, row, text, withClient } from "../../__tests__/scripted-gateway";

/** Captures, voids and refunds in batches; each item has its own outcome. */
test("the result of a response's verification is kept with the fact, unless verification is off", async () => {
  gateway.reply = text(result({ encryption_data: "0".repeat(64) }));
  const observed = await withClient(({ writes }) => writes.authorise(request));
  expect(observed).toMatchObject({ kind: "settled", fact: { raw: { signature: "mismatched" } } });
  const off = await withClient(({ writes }) => writes.authorise(request), { signing: { responses: "off" } });
  expect("fact" in off ? off.fact?.raw : null).not.toHaveProperty("signature");
});

test("with enforce the response to a batch and to the refund search must be signed too", async () => {
  const profile = { signing: { responses: "enforce" } };
  const recipe = accountWith().profile.signing;
  const account = { merchant_id: "100001", account_id: "100001001" };
  const answer = { ...account, return_status: "1", capture_orders: [row(1, { capture_status: "1" })] };
  const capture = () => withClient(({ writes }) => writes.capture([item(1)]), profile);
  gateway.reply = json(answer);
  expect(await capture()).toMatchObject([{ kind: "unknown", reason: { code: "bad_signature" } }]);
  const signature = sign(recipe, "captureResponse", { ...account, transaction_ids: "t1" }, KEY);
  gateway.reply = json({ ...answer, encryption_data: signature });
  expect(await capture()).toMatchObject([{ kind: "settled" }]);

  const search = () => withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]), profile);
  gateway.reply = json({ ...account, return_status: "1", refund_orders: [] });
  expect(await search()).toMatchObject({ kind: "failed", reason: { code: "bad_signature" } });
  gateway.reply = json({
    ...account,
    return_status: "1",
    refund_orders: [],
    encryption_data: sign(recipe, "retrievalRefundResponse", account, KEY),
  });
  expect(await search()).toMatchObject({ kind: "answered" });
});

test("an amount that the account or the wire does not accept is not sent", async () => {
  const dinar = createMoney(1_500n, createCurrency("KWD"));
  const send = (amount: typeof dinar, profile: object = {}) =>
    withClient(({ writes }) => writes.authorise({ ...request, money: amount, breakdown: null, items: [] }), profile);
  expect(await send(dinar)).toMatchObject({ kind: "not_sent", reason: { code: "money_not_exact" } });
  expect(await send(money(10n ** 17n))).toMatchObject({ kind: "not_sent" });
  expect(await withClient(({ writes }) => writes.capture([{ ...item(1), money: dinar }]))).toMatchObject([
    { kind: "not_sent" },
  ]);
  expect(gateway.received).toHaveLength(0);
  gateway.reply = text(result());
  await send(dinar, { money: { allowThreeDecimals: true } });
  expect(gateway.received).toHaveLength(1);
});

test("an item that cannot be encoded is not sent, and the rest of its batch is", async () => {
  gateway.reply = (_req, res, body) => {
    const { capture_orders: sent }: { capture_orders: object[] } = JSON.parse(body);
    res.end(
      JSON.stringify({ return_status: "1", capture_orders: sent.map((each) => ({ ...each, capture_status: "1" })) }),
    );
  };
  const dinar = { ...item(2), money: createMoney(1_500n, createCurrency("KWD")) };
  const outcomes = await withClient(({ writes }) => writes.capture([item(1), dinar, item(3)]));
  expect(outcomes).toMatchObject([
    { kind: "settled" },
    { kind: "not_sent", reason: { code: "money_not_exact" } },
    { kind: "settled" },
  ]);
  expect(gateway.received.map(({ body }) => JSON.parse(body).capture_orders.length)).toEqual([2]);
});

test("an order number occurs at most once in a request, so that each response row has one owner", async () => {
  gateway.reply = (_req, res, body) => {
    const { refund_orders: orders }: { refund_orders: object[] } = JSON.parse(body);
    res.end(
      JSON.stringify({ return_status: "1", refund_orders: orders.map((order) => ({ ...order, refund_status: "1" })) }),
    );
  };
  const refund = (index: number, minor: bigint, id: string) => ({
    ...item(index),
    orderMoney: money(1_000n),
    refundMoney: money(minor),
    operationId: createOperationId(id),
  });
  const two = [refund(1, 100n, "acqop_01AAAAAAAAAA"), refund(1, 200n, "acqop_01BBBBBBBBBB")];
  const outcomes = await withClient(({ writes }) => writes.refund([...two, refund(2, 300n, "acqop_01CCCCCCCCCC")]));
  expect(outcomes.map((outcome) => (outcome.kind === "settled" ? outcome.fact.money?.minor : outcome.kind))).toEqual([
    100n,
    200n,
    300n,
  ]);
  expect(gateway.received).toHaveLength(2);
});

test("items after a request that did not reach the gateway are not sent either", async () => {
  let sends = 0;
  const outcomes = await sendInChunks([item(1), item(2), item(3)], 1, async () => {
    sends += 1;
    return [{ kind: "not_sent", reason: { code: NOT_REACHED, message: "refused" } } as const];
  });
  expect([sends, outcomes.map(({ kind }) => kind)]).toEqual([1, ["not_sent", "not_sent", "not_sent"]]);
});

test.each([
  [{ transaction_id: "t9" }, "unknown", "other_transaction"],
  [{ capture_status: "0", error_message: "S0001:System error" }, "unknown", "S0001"],
  [{ capture_status: "0", error_message: "E1004:Too much" }, "declined", "E1004"],
])("a capture item with the response %j is %s", async (fields, kind, code) => {
  gateway.reply = json({ return_status: "1", capture_orders: [row(1, { capture_status: "1", ...fields })] });
  const outcomes = await withClient(({ writes }) => writes.capture([item(1)]));
  expect(outcomes).toMatchObject([{ kind, reason: { code } }]);
});

test("16 N captures take ceil(N/50) requests", async () => {
  gateway.reply = (_req, res, body) => {
    const { capture_orders: orders }: { capture_orders: object[] } = JSON.parse(body);
    res.end(
      JSON.stringify({
        return_status: "1",
        capture_orders: orders.map((order) => ({ ...order, capture_status: "1", error_message: "" })),
      }),
    );
  };
  for (const n of [0, 1, 49, 50, 51, 100, 101]) {
    gateway.received = [];
    const outcomes = await withClient(({ writes }) =>
      writes.capture(Array.from({ length: n }, (_, index) => item(index))),
    );
    expect([n, gateway.received.length, outcomes.filter(({ kind }) => kind === "settled").length]).toEqual([
      n,
      Math.ceil(n / 50),
      n,
    ]);
  }
});

test("15 batch items are recorded one by one; a missing item is unknown; a duplicate one is rejected", async () => {
  gateway.reply = json({
    return_status: "1",
    capture_orders: [
      row(2, { capture_status: "0", error_message: "E1004:Too much" }),
      row(0, { capture_status: "1" }),
      row(3, { capture_status: "1" }),
      row(3, { capture_status: "1" }),
      row(4, { capture_status: "1", error_message: "odd" }),
      row(5, { capture_status: "1", amount: "1.23" }),
      row(9, { capture_status: "1" }),
    ],
  });
  const outcomes = await withClient(({ writes }) => writes.capture([0, 1, 2, 3, 4, 5].map(item)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["settled", "unknown", "declined", "unknown", "unknown", "unknown"]);
  expect(outcomes.map((outcome) => ("reason" in outcome ? outcome.reason.code : null))).toEqual([
    null,
    "item_missing",
    "E1004",
    "item_doubled",
    "contradictory",
    "other_amount",
  ]);
});

test.each([
  [{ amount: "1.99", currency: undefined }, "unknown", "other_amount"],
  [{ amount: "1.99", currency: "" }, "unknown", "other_amount"],
  [{ amount: undefined }, "settled", null],
  [{ amount: "ten" }, "unknown", "unreadable"],
])("a capture of 2.00 EUR with the response %j is %s", async (fields, kind, code) => {
  gateway.reply = json({ return_status: "1", capture_orders: [row(1, { capture_status: "1", ...fields })] });
  const [outcome] = await withClient(({ writes }) => writes.capture([item(1)]));
  expect([outcome?.kind, outcome && "reason" in outcome ? outcome.reason.code : null]).toEqual([kind, code]);
});

test("an empty list causes no request", async () => {
  const answers = await withClient(async ({ queries, writes }) => [
    await queries.payments([]),
    await queries.refunds([]),
    await writes.void([]),
  ]);
  expect([answers, gateway.received]).toEqual([
    [{ kind: "answered", facts: [] }, { kind: "answered", facts: [] }, []],
    [],
  ]);
});

test("a batch whose response is lost is unknown item by item, and the next one is still sent once", async () => {
  gateway.reply = (req) => req.socket.destroy();
  const outcomes = await withClient(({ writes }) => writes.capture(Array.from({ length: 51 }, (_, n) => item(n))));
  expect(outcomes.every((outcome) => outcome.kind === "unknown" && outcome.reason.code === "lost")).toBe(true);
  expect([outcomes.length, gateway.received.length]).toEqual([51, 2]);
});

test.each([
  ["an envelope that was not accepted", json({ return_status: "2", return_message: "no" }), "envelope_refused"],
  ["a body of another form", json({ nothing: true }), "unreadable"],
  ["no JSON", text("<html>"), "unreadable"],
  ["HTTP 502", text("bad gateway", 502), "http_502"],
] as const)("a cancel with the response %s is unknown for every item", async (_name, script, code) => {
  gateway.reply = script;
  const outcomes = await withClient(({ writes }) => writes.void([item(0), item(1)]));
  expect(outcomes.map((outcome) => ("reason" in outcome ? [outcome.kind, outcome.reason.code] : outcome.kind))).toEqual(
    [
      ["unknown", code],
      ["unknown", code],
    ],
  );
});

test("a cancel is settled item by item", async () => {
  gateway.reply = json({
    return_status: "1",
    cancel_orders: [row(0, { cancel_status: "1" }), row(1, { cancel_status: "0", error_message: "just words" })],
  });
  const outcomes = await withClient(({ writes }) => writes.void([item(0), item(1)]), {
    encoding: { cancel: "form" },
  });
  expect(outcomes.map(({ kind }) => kind)).toEqual(["settled", "declined"]);
  expect(gateway.received[0]?.body).toContain("merchant_id=100001");
});

test.each([
  [{ refund_status: "1", refund_message: "V0000:OK" }, "settled", "accepted"],
  [{ refund_status: "0", refund_message: "V0000:OK" }, "pending", "accepted"],
  [{ refund_status: "0", refund_message: "E1008:Too much" }, "declined", "failed"],
  [{ refund_status: "-1" }, "declined", "failed"],
  [{ refund_status: "5" }, "pending", "unmapped"],
  [{ refund_status: "2" }, "pending", "unmapped"],
  [{ refund_status: "0", refund_message: "S0001:System error" }, "unknown", null],
  [{ refund_status: "1", transaction_id: "t2" }, "unknown", null],
  [{ refund_status: "1", refund_amount: "9.99" }, "unknown", null],
  [{ refund_status: "1", refund_reason: "acqop_01ZZZZZZZZZZZZZZ" }, "unknown", null],
] as const)("a refund with the response %j is %s", async (fields, kind, reading) => {
  gateway.reply = json({
    return_status: "1",
    refund_orders: [{ transaction_id: "t1", order_no: "acq_1", currency: "EUR", refund_amount: "4.00", ...fields }],
  });
  const operationId = createOperationId("acqop_01ABCDEFGHJK");
  const [outcome] = await withClient(({ writes }) =>
    writes.refund([{ ...item(1), orderMoney: money(1_000n), refundMoney: money(400n), operationId }]),
  );
  expect(outcome?.kind).toBe(kind);
  if (outcome && "fact" in outcome && outcome.fact)
    expect([outcome.fact.reading, outcome.fact.operationId]).toEqual([reading, operationId]);
  expect(JSON.parse(gateway.received[0]?.body ?? "{}").refund_orders[0]).toMatchObject({
    refund_amount: "4.00",
    refund_reason: operationId,
    amount: "10.00",
  });
});

test("30 items that are too old leave their batch, and the rest is sent", async () => {
  const old = { ...item(1), maySend: () => false };
  gateway.reply = json({
    merchant_id: "100001",
    account_id: "100001001",
    return_status: "1",
    capture_orders: [row(2, { capture_status: "1" })],
  });
  const outcomes = await withClient(({ writes }) => writes.capture([old, item(2)]));
  expect(outcomes).toMatchObject([{ kind: "not_sent", reason: { code: "too_late" } }, { kind: "settled" }]);
  expect(gateway.received).toHaveLength(1);
  expect(gateway.received[0]?.body).not.toContain("acq_1");
});

test.each(["authorise", "openCheckout", "capture", "void", "refund", "review", "cancelSubscription"] as const)(
  "30 %s checks its age before its first byte",
  async (name) => {
    const late = { kind: "not_sent", reason: { code: "too_late" } };
    const sent = await withClient(({ writes }) => sendLate[name](writes));
    expect(sent).toMatchObject(Array.isArray(sent) ? [late] : late);
    expect(gateway.received).toHaveLength(0);
  },
);

const maySend = (): boolean => false;
const lateItem = { ...item(1), maySend };
const subscription = {
  orderNo: createOrderNo("acq_1"),
  recurringId: createRecurringId("9001"),
  subscriptionName: null,
};
const sendLate = {
  authorise: (writes: Writes): Promise<unknown> => writes.authorise(request, maySend),
  openCheckout: (writes: Writes): Promise<unknown> =>
    writes.openCheckout({ ...request, instrument: { kind: "checkout", save: false } }, maySend),
  capture: (writes: Writes): Promise<unknown> => writes.capture([lateItem]),
  void: (writes: Writes): Promise<unknown> => writes.void([lateItem]),
  refund: (writes: Writes): Promise<unknown> =>
    writes.refund([
      {
        ...lateItem,
        orderMoney: money(1_000n),
        refundMoney: money(400n),
        operationId: createOperationId("acqop_01AAAAAAAAAA"),
      },
    ]),
  review: (writes: Writes): Promise<unknown> => writes.review([{ ...lateItem, action: "approve" }]),
  cancelSubscription: (writes: Writes): Promise<unknown> => writes.cancelSubscription(subscription, maySend),
};
