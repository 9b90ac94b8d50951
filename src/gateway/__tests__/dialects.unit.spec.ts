import { readAuthorise } from "../reading/classify-response";
import type { Instrument } from "../model/payment-request";
import { createRecurringId, createOperationId, createOrderNo } from "../model/ids";
import type { GatewayClient } from "../model/client-api";
import type { PayoutRequest } from "../model/payout-request";
import type { Received } from "./answer-forms";
import { betterForms, big, received, improvement, varied } from "./answer-forms";
import { accountWith, SUCCESS } from "./fixtures";
import { gateway, item, json, request, result, text, withClient } from "./scripted-gateway";

/**
 * Every field of every answer in another wrapping, type and spelling. What comes of it is what comes of the plain answer,
 * or less: unknown, or a payment that is held. A hold, a token, a 3-D Secure result or a subscription never falls away.
 */

const envelope = { merchant_id: "100001", account_id: "100001001", return_status: "1", return_message: "OK" };
const paid = { order_no: "acq_1", transaction_id: "t1", amount: "2.00", currency: "EUR" };
const operationId = createOperationId("acqop_01ABCDEFGHJKMNPQRSTVWXYZ00");

const OPERATIONS: readonly (readonly [string, object, (client: GatewayClient) => Promise<unknown>])[] = [
  [
    "payments",
    {
      ...envelope,
      orders_list: [
        {
          ...paid,
          payment_status: "2000",
          query_result: "1",
          result_info: "0000:Success",
          is3ds: "1",
          shopper_phone: "491",
          delivery_information: { delivery_city: "Berlin" },
          antifraud_provider: "sandbox",
          fraud_check_result: [{ check_items: "velocity", status: "REVIEW" }],
          subscription_result: { contract_name: "c", recurring_id: "r1", recurring_status: "1" },
        },
      ],
    },
    ({ queries }) => queries.payments([createOrderNo("acq_1")]),
  ],
  [
    "a doubtful payment",
    { ...envelope, orders_list: [{ ...paid, query_result: "0", result_info: "S0001:System error" }] },
    ({ queries }) => queries.payments([createOrderNo("acq_1")]),
  ],
  [
    "refunds",
    {
      ...envelope,
      refund_orders: [
        {
          ...{ ...paid, refund_status: "1", refund_amount: "1.00", refund_reason: operationId },
          ...{ refund_reference_id: "R1", refund_processing_date: "", refund_message: "V0000:OK" },
        },
      ],
    },
    ({ queries }) => queries.refunds([createOrderNo("acq_1")]),
  ],
  ...(["capture", "cancel"] as const).flatMap((name) =>
    (["", "E0001:Contradicts"] as const).map(
      (error) =>
        [
          `${name} ${error}`,
          { ...envelope, [`${name}_orders`]: [{ ...paid, [`${name}_status`]: "1", error_message: error }] },
          async ({ writes }: GatewayClient) => (await writes[name === "cancel" ? "void" : name]([item(1)]))[0],
        ] as const,
    ),
  ),
  [
    "review",
    { ...envelope, review_orders: [{ ...paid, review_status: "1", review_flag: "1", error_message: "" }] },
    async ({ writes }) => (await writes.review([{ ...item(1), action: "approve" }]))[0],
  ],
  [
    "refund",
    {
      ...envelope,
      refund_orders: [
        { ...paid, refund_status: "1", refund_amount: "2.00", refund_reason: operationId, refund_message: "V0000:OK" },
      ],
    },
    async ({ writes }) => {
      const { money, ...rest } = item(1);
      return (await writes.refund([{ ...rest, orderMoney: money, refundMoney: money, operationId }]))[0];
    },
  ],
  [
    "cancelsubscription",
    { ...envelope, recurring_id: "r1", contract_name: "c", cancel_status: "1", error_message: "" },
    ({ writes }) =>
      writes.cancelSubscription({
        orderNo: createOrderNo("acq_1"),
        recurringId: createRecurringId("r1"),
        subscriptionName: "c",
      }),
  ],
];

const payout: PayoutRequest = {
  ...{
    requestId: "3f0b6a52-6c1e-4d8e-9a55-0f5a3c1f7e21",
    money: item(1).money,
    sourceMoney: null,
    sourceCurrency: null,
  },
  beneficiary: {
    ...{ entity_type: "COMPANY", company_name: "Mill Ltd", bank_details: { iban: "DE89370400440532013000" } },
    ...{ address: {}, additional_info: {}, person_documents: [] },
  },
  ...{ beneficiaryId: null, payer: null, method: "SWIFT", swiftChargeOption: "SHARED", feePaidBy: "PAYER" },
  ...{ fundSource: null, paymentDate: null, reference: "Invoice 7", reason: null, clientData: null },
  notifyUrl: "https://api.shop.example/acquiring/notify/main",
};
/** Paid, refused, under way, held, and a word that no table lists. */
const PAYOUTS = ["COMPLETED", "FAILED", "SENT", "BLOCKED", "ELSEWHERE"].map((status): (typeof OPERATIONS)[number] => [
  `payout ${status}`,
  {
    ...{ merchant_id: "100001", account_id: "100001001", request_id: payout.requestId, status },
    ...{ payment_currency: "EUR", payment_amount: "200", transaction_id: "1767", short_reference_id: "P99" },
    ...{ fee_amount: "5.1", fee_currency: "EUR", amount_payer_pays: "205.1", amount_beneficiary_receives: "200" },
    ...{ failure_reason: status === "FAILED" ? "Closed" : "", failure_type: "" },
    ...{ created_at: "2026-11-22T10:00:00+0000", last_updated_at: "2026-11-22T11:30:00+0130" },
  },
  ({ writes }) => writes.payout(payout),
]);

test.each([...OPERATIONS, ...PAYOUTS])(
  "33 no other form of a response improves its meaning: %s",
  async (_name, body, ask) => {
    await withClient(
      async (client) => {
        gateway.reply = json(body);
        const plain = received(await ask(client));
        const better: unknown[] = [];
        let count = 0;
        for (const [name, tree] of varied(body)) {
          gateway.reply = json(tree);
          const found = improvement(plain, received(await ask(client)));
          count += 1;
          if (found !== undefined) better.push(`${name}: ${JSON.stringify(found, big)}`);
        }
        expect(better).toEqual([]);
        expect(count).toBeGreaterThan(80);
      },
      { timeouts: { connectMs: 10_000, authoriseMs: 10_000, otherMs: 10_000 } },
      undefined,
      { payout: { amountUnit: "minor" } },
    );
  },
);

const account = accountWith();
const read = (body: string): Received => {
  const outcome = readAuthorise(account, request, Buffer.from(body));
  const isHeld = outcome.kind === "unknown" && (outcome.shown?.risk?.unreadable ?? []).length > 0;
  return { ...received(outcome), isHeld: received(outcome).isHeld || isHeld };
};

const CARD = {
  ...SUCCESS,
  token_id: "tok1",
  recurring_id: "r1",
  threeds_result: "eci=05",
  risk_action: "REVIEW",
  risk_score: "78",
  note: "n",
};
const cardAnswer = (change: (xml: string) => string): string =>
  change(
    result(CARD).replace(
      "</respon>",
      "<risk_reasons><name>velocity</name><status>REVIEW</status></risk_reasons></respon>",
    ),
  );

test("33 no other form of a field of a payment response improves its meaning", () => {
  expect(read(cardAnswer((xml) => xml)).kind).toBe("settled");
  expect(betterForms([...Object.keys(CARD), "risk_reasons"], cardAnswer, read)).toEqual([]);
});

const apm: Instrument = {
  ...{ kind: "apm", method: "pix", bankCode: null },
  ...{ person: null, deliveryDistrict: null, deliveryStreet: null },
};
const readApm = (body: string): Received =>
  received(readAuthorise(account, { ...request, instrument: apm }, Buffer.from(body)));
const APM: readonly (readonly [kind: string, reading: string, Record<string, string>])[] = [
  ["pending", "action_required", { order_status: "-2", result_info: "", issuer_url: "https://bank.example/pay?id=1" }],
  ["pending", "pending", { order_status: "-1", result_info: "" }],
  ["settled", "authorised", { payment_method: "pix" }],
  ["declined", "declined", { order_status: "0", result_info: "0005:Do not honour" }],
];

test.each(APM)("33 nor of the response to an alternative method that is %s (%s)", (kind, reading, fields) => {
  const message = (change: (xml: string) => string): string => change(result(fields));
  expect(readApm(message((xml) => xml))).toMatchObject({ kind, fact: [{ reading }] });
  expect(betterForms(Object.keys({ ...SUCCESS, ...fields }), message, readApm)).toEqual([]);
});

test.each([
  ["CDATA and comments", cardAnswer((xml) => xml.replace(/>(REVIEW|1|10\.00)</g, "><!-- x --><![CDATA[$1]]><"))],
  ["a single-quoted declaration", `<?xml version='1.0' encoding='UTF-8'?>${cardAnswer((xml) => xml)}`],
  ["attributes", cardAnswer((xml) => xml.replace(/<([a-z_]+)>/g, "<$1 type='text'>"))],
])("a response with %s means the same as the plain one", (_name, body) => {
  expect(read(body)).toEqual(read(cardAnswer((xml) => xml)));
});

test("several pairs in one risk_reasons are several reasons, and unrecognised pairs are held", () => {
  const reasons = (inner: string) =>
    readAuthorise(
      account,
      request,
      Buffer.from(result().replace("</respon>", `<risk_reasons>${inner}</risk_reasons></respon>`)),
    );
  const two = [
    { name: "a", status: "ACCEPT" },
    { name: "b", status: "REVIEW" },
  ];
  const pairs = "<name>a</name><status>ACCEPT</status><name>b</name><status>REVIEW</status>";
  expect(reasons(pairs)).toMatchObject({ kind: "settled", fact: { risk: { reasons: two } } });
  const wrapped = two.map(({ name, status }) => `<reason><name>${name}</name><status>${status}</status></reason>`);
  expect(reasons(wrapped.join(""))).toMatchObject({ fact: { risk: { reasons: two } } });
  for (const wrong of [pairs.replace("<status>ACCEPT</status>", ""), "REVIEW", "<code>1</code>"])
    expect(reasons(wrong)).toMatchObject({ kind: "settled", fact: { risk: { unreadable: ["risk_reasons"] } } });
});

test("a received but unreadable response may have requested a review; an HTML page, or no response, did not", () => {
  expect(readAuthorise(account, request, Buffer.from("{}"))).toMatchObject({
    kind: "unknown",
    shown: { risk: { unreadable: ["response"] } },
  });
  for (const page of ["", " \n", "<!DOCTYPE html><p>Maintenance</p>", "<html><body/></html>"])
    expect(readAuthorise(account, request, Buffer.from(page))).not.toHaveProperty("shown");
});

test.each([
  [400, "not_sent"],
  [401, "unknown"],
  [500, "unknown"],
])("an invalid key answered with HTTP %i is a configuration error, not a decline", async (status, kind) => {
  const wrongKey = result({ order_status: "0", result_info: "i0013:Signature is wrong", transaction_id: "" });
  const bodies = [wrongKey, '{"return_status":"3","return_message":"I0013:Signature is wrong"}', "I0013:Signature"];
  for (const body of bodies) {
    gateway.reply = text(body, status);
    const [outcome, query] = await withClient(async ({ writes, queries }) => [
      await writes.authorise(request),
      await queries.payments([createOrderNo("acq_1")]),
    ]);
    expect(outcome).toMatchObject({ kind, reason: { code: "I0013", message: expect.stringContaining("signingKeys") } });
    expect(query).toMatchObject({ kind: "refused", reason: { code: "I0013" } });
  }
});

test("a code that leaves the outcome open takes precedence over HTTP 400; any other is a decline", async () => {
  const outcomeOf = async (body: string, status = 400) => {
    gateway.reply = text(body, status);
    const outcome = await withClient(({ writes }) => writes.authorise(request));
    return [outcome.kind, "reason" in outcome ? outcome.reason.code : null];
  };
  const failed = (info: string): string => result({ order_status: "0", result_info: info });
  expect(await outcomeOf(failed("S0001:System error"))).toEqual(["unknown", "S0001"]);
  expect(await outcomeOf(failed("I0061:Duplicate"))).toEqual(["unknown", "duplicate_order"]);
  expect(await outcomeOf(failed("I0002:Invalid e-mail"))).toEqual(["declined", "I0002"]);
  expect(await outcomeOf("<html><body>Bad request</body></html>")).toEqual(["declined", "http_400"]);
  expect(await outcomeOf(failed("C0001:Account is closed"), 200)).toEqual(["not_sent", "C0001"]);
  expect(await outcomeOf(failed("s0001:System error"), 200)).toEqual(["unknown", "S0001"]);
});
