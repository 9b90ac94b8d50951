import type { GatewayClient } from "../model/client-api";
import { createOperationId, createOrderNo } from "../model/ids";
import { gateway, item, json, text, withClient } from "./scripted-gateway";

/** Forms that say the same as the interface's own: what they say is taken, so that nothing stays unknown because of them. */
const envelope = { merchant_id: "100001", account_id: "100001001", return_status: "1", return_message: "OK" };
const paid = { order_no: "acq_1", transaction_id: "t1", amount: "2.00", currency: "EUR" };
const operationId = createOperationId("acqop_01ABCDEFGHJKMNPQRSTVWXYZ00");
const refunded = { ...paid, refund_status: "1", refund_amount: "2.00", refund_reason: operationId };
const asked = createOrderNo("acq_1");

const SINGLE: readonly (readonly [string, object, (client: GatewayClient) => Promise<unknown>, object])[] = [
  [
    "a capture",
    { capture_orders: { ...paid, capture_status: "1", error_message: "" } },
    async ({ writes }) => (await writes.capture([item(1)]))[0],
    { kind: "settled", fact: { reading: "captured" } },
  ],
  [
    "a void",
    { cancel_orders: { ...paid, cancel_status: "1", error_message: "" } },
    async ({ writes }) => (await writes.void([item(1)]))[0],
    { kind: "settled", fact: { reading: "voided" } },
  ],
  [
    "a refund",
    { refund_orders: { ...refunded, refund_message: "V0000:OK" } },
    async ({ writes }) => {
      const { money, ...rest } = item(1);
      return (await writes.refund([{ ...rest, orderMoney: money, refundMoney: money, operationId }]))[0];
    },
    { kind: "settled", fact: { reading: "accepted", operationId } },
  ],
  [
    "a review",
    { review_orders: { ...paid, review_status: "1", review_flag: "1", error_message: "" } },
    async ({ writes }) => (await writes.review([{ ...item(1), action: "approve" }]))[0],
    { kind: "settled" },
  ],
  [
    "a query",
    { orders_list: { ...paid, payment_status: "2000", query_result: "1" } },
    ({ queries }) => queries.payments([asked]),
    { kind: "answered", facts: [{ reading: "authorised" }] },
  ],
  [
    "a search of refunds",
    { refund_orders: { ...refunded, refund_processing_date: "", refund_reference_id: "R1" } },
    ({ queries }) => queries.refunds([asked]),
    { kind: "answered", facts: [{ reading: "accepted", operationId }] },
  ],
];

test.each(SINGLE)(
  "33 a single item sent as an object is a list of one: the response to %s",
  async (_name, body, ask, expected) => {
    gateway.reply = json({ ...envelope, ...body });
    expect(await withClient(ask)).toMatchObject(expected);
  },
);

/** Every text of the answer with whitespace around it. */
const padded = (body: object): object =>
  JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
    typeof value === "string" ? ` ${value}\t\n` : value,
  ) as object;

test.each(SINGLE)(
  "33 whitespace around a value means nothing: the response to %s",
  async (_name, body, ask, expected) => {
    gateway.reply = json(padded({ ...envelope, ...body }));
    expect(await withClient(ask)).toMatchObject(expected);
  },
);

test("33 an unreadable part holds its payment also where whitespace surrounds the order number", async () => {
  const order = { ...paid, payment_status: "2000", query_result: "1", fraudCheckResult: [{ status: "REVIEW" }] };
  gateway.reply = json(padded({ ...envelope, orders_list: order }));
  expect(await withClient(({ queries }) => queries.payments([asked]))).toMatchObject({
    facts: [{ reading: "authorised", risk: { unreadable: ["fraud_check_result"] } }],
  });
});

test("33 numbers in place of strings are read from the source, without loss", async () => {
  gateway.reply = text(
    '{"merchant_id":100001,"account_id":100001001,"return_status":1,"return_message":"OK","orders_list":[{"order_no":"acq_1","transaction_id":98765432109876543210,"amount":1234567890123456.10,"currency":"EUR","payment_status":2000,"query_result":1}]}',
    200,
    "application/json",
  );
  expect(await withClient(({ queries }) => queries.payments([asked]))).toMatchObject({
    kind: "answered",
    facts: [
      {
        reading: "authorised",
        gatewayPaymentId: "98765432109876543210",
        money: { currency: "EUR", minor: 123_456_789_012_345_610n },
      },
    ],
  });
});

test.each([
  ["subscription_result", ""],
  ["subscription_result", []],
  ["delivery_information", ""],
  ["shopper_phone", 491701234567],
  ["is3ds", 1],
])("33 a query whose %s is %j is accepted: informational fields invalidate nothing", async (name, value) => {
  const order = { ...paid, payment_status: "3000", query_result: "1", [name]: value };
  gateway.reply = json({ ...envelope, orders_list: [order] });
  expect(await withClient(({ queries }) => queries.payments([asked]))).toMatchObject({
    kind: "answered",
    facts: [{ reading: "captured", money: { minor: 200n } }],
  });
});

const checked = async (check: object): Promise<unknown> => {
  const order = { ...paid, payment_status: "2000", query_result: "1", fraud_check_result: [check] };
  gateway.reply = json({ ...envelope, orders_list: [order] });
  const found = await withClient(({ queries }) => queries.payments([asked]));
  return found.kind === "answered" ? found.facts[0]?.risk : found;
};

test("33 a check with its status is readable, whatever else it contains", async () => {
  expect(await checked({ check_items: "velocity", status: "ACCEPT", detail: { status: "0" } })).toEqual({
    ...{ action: null, score: null },
    reasons: [{ name: "velocity", status: "ACCEPT" }],
  });
});

test.each([{}, { status: null }, { status: "" }, { status: " ", score: "7" }])(
  "33 a check with %j has an empty status, as in XML, and does not hold the payment as unreadable",
  async (more) => {
    expect(await checked({ check_items: "velocity", ...more })).toEqual({
      ...{ action: null, score: null },
      reasons: [{ name: "velocity", status: "" }],
    });
  },
);

test.each([
  { status: ["REVIEW"] },
  { status: [] },
  { status: { value: "REVIEW" } },
  { status: true },
  { Status: "REVIEW" },
  { status: null, STATUS: "REVIEW" },
  { part: { status: "REVIEW" } },
  { result: "REVIEW" },
  { status: null, result: "REVIEW" },
  { check_items: [{ name: "velocity", status: "REVIEW" }] },
  { check_items: { result: "REVIEW" } },
  { score: "7" },
])("33 a check with %j is unreadable and holds the payment", async (more) => {
  expect(await checked({ check_items: "velocity", ...more })).toMatchObject({ unreadable: ["fraud_check_result"] });
});
