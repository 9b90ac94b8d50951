import { encodeBody } from "../codec/body";
import { createGatewayPaymentId, createOperationId, createOrderNo } from "../model/ids";
import { createCurrency, createMoney } from "../model/money";
import { paymentBatch, refundBatch, reviewBatch } from "../operations/batch";
import { retrievalForm } from "../operations/retrieval";
import { accountWith } from "./fixtures";

/** The bytes of a request, signature included: a change here is one that the gateway sees. */
const account = accountWith({ profile: { review: { rejectFlag: "0" } } });
const itemOf = (number: number, minor: bigint, currency: string) => ({
  orderNo: createOrderNo(`acq_${String(number)}`),
  gatewayPaymentId: createGatewayPaymentId(`t"${String(number)}`),
  money: createMoney(minor, createCurrency(currency)),
});
const items = [itemOf(1, 200n, "EUR"), itemOf(2, 1_000n, "JPY")];
const operationId = createOperationId("acqop_01ABCDEFGHJK");
const refunds = items.map(({ money, ...item }) => ({ ...item, orderMoney: money, refundMoney: money, operationId }));
const reviews = items.map((item, index) => ({
  ...item,
  action: index === 0 ? ("approve" as const) : ("reject" as const),
}));

const HEAD =
  '{"merchant_id":"100001","account_id":"100001001","encryption_data":"58eca3e038d6c25a8d84b914b60da196894e1dfdb48e7ec953144b1732e05081",';
const FIRST = '{"transaction_id":"t\\"1","order_no":"acq_1","currency":"EUR","amount":"2.00"';
const SECOND = '{"transaction_id":"t\\"2","order_no":"acq_2","currency":"JPY","amount":"1000.00"';
const REASON = '"refund_reason":"acqop_01ABCDEFGHJK"}';

test.each([
  ["capture", paymentBatch(account, "capture", items), `${HEAD}"capture_orders":[${FIRST}},${SECOND}}]}`],
  ["void", paymentBatch(account, "cancel", items), `${HEAD}"cancel_orders":[${FIRST}},${SECOND}}]}`],
  [
    "refund",
    refundBatch(account, refunds),
    `${HEAD}"refund_orders":[${FIRST},"refund_amount":"2.00",${REASON},${SECOND},"refund_amount":"1000.00",${REASON}]}`,
  ],
  [
    "review",
    reviewBatch(account, reviews),
    `${HEAD}"review_orders":[${FIRST},"review_flag":"1"},${SECOND},"review_flag":"0"}]}`,
  ],
])("the bytes of a %s as JSON, and the same as a form", (_name, body, expected) => {
  expect(encodeBody("json", body)).toEqual({ contentType: "application/json", body: expected });
  const form = encodeBody("form", body);
  const sent = Object.fromEntries(new URLSearchParams(form.body));
  const { merchant_id, account_id, encryption_data, ...lists } = sent;
  const nested = Object.entries(lists).map(([name, value]) => `"${name}":${value}`);
  expect(`${JSON.stringify({ merchant_id, account_id, encryption_data }).slice(0, -1)},${nested.join("")}}`).toBe(
    expected,
  );
});

test("the bytes of a query", () => {
  const selector = { field: "orders", ids: ["acq_1", "acq_2"] };
  expect(encodeBody("form", retrievalForm(account, "retrievalTrans", selector)).body).toBe(
    "merchant_id=100001&account_id=100001001&orders=acq_1%2Cacq_2&encryption_data=2e42bf24ebe206f874c39e1959e212a2a2e2c06f3c8e40f9302068deb8f4a013",
  );
});
