import { classifyAuthorise } from "../../classify";
import { CodecError } from "../../errors";
import { createCurrency, MoneyError } from "../../money";
import { readAuthoriseAnswer } from "../../operations/authorise";
import { createOrderNo } from "../../ids";
import { sign } from "../../signing";
import { accountWith, KEY } from "../fixtures";
import { gateway, item, json, request, result, row, text, withClient } from "../scripted-gateway";
import { EQUAL_AMOUNTS, OTHER_AMOUNTS, WRONG_AMOUNTS, WRONG_CURRENCIES } from "./bodies";
import { operations, refundOf } from "./operations";

/**
 * Answers that arrive whole and mean something else than they should. Money moves
 * in our books only for a clear answer about the very order, amount, currency and
 * transaction that was asked about.
 */
const PATIENT = { timeouts: { connectMs: 10_000, authoriseMs: 10_000, otherMs: 10_000 } };

type Heard = readonly [kind: string, code: string | null];

async function authorised(body: string, profile: object = {}): Promise<Heard> {
  gateway.reply = text(body);
  const outcome = await withClient(({ writes }) => writes.authorise(request), { ...PATIENT, ...profile });
  return [outcome.kind, "reason" in outcome ? outcome.reason.code : null];
}

const without = (name: string): string => result().replace(new RegExp(`<${name}>.*?</${name}>`), "");
const twice = (name: string, value: string): string =>
  result().replace("</respon>", `<${name}>${value}</${name}></respon>`);
const SETTLED: Heard = ["settled", null];
const UNREADABLE: Heard = ["unknown", "unreadable"];
const OTHER_AMOUNT: Heard = ["unknown", "other_amount"];

/** Ten euro were asked for, for the order acq_1. */
const AUTHORISE: readonly (readonly [string, string, Heard])[] = [
  ["another order id", result({ order_no: "acq_2" }), ["unknown", "other_order"]],
  ["the order id in capitals", result({ order_no: "ACQ_1" }), ["unknown", "other_order"]],
  ["the order id with a zero in front", result({ order_no: "0acq_1" }), ["unknown", "other_order"]],
  ["no order id", without("order_no"), ["unknown", "other_order"]],
  ["the order id twice", twice("order_no", "acq_1"), UNREADABLE],
  ["another merchant", result({ merchant_id: "100002" }), ["unknown", "other_account"]],
  ["another account of the merchant", result({ account_id: "100001002" }), ["unknown", "other_account"]],
  ...EQUAL_AMOUNTS.map((amount) => [`the amount as ${amount}`, result({ amount }), SETTLED] as const),
  ...WRONG_AMOUNTS.map((amount) => [`the amount as ${amount}`, result({ amount }), UNREADABLE] as const),
  ...OTHER_AMOUNTS.map((amount) => [`another amount: ${amount}`, result({ amount }), OTHER_AMOUNT] as const),
  ["no amount", without("amount"), ["unknown", "incomplete"]],
  ["an empty amount", result({ amount: "" }), ["unknown", "incomplete"]],
  ["the amount twice, alike", twice("amount", "10.00"), UNREADABLE],
  ["the amount in elements", result({ amount: "<minor>1000</minor>" }), UNREADABLE],
  ["another currency", result({ currency: "USD" }), OTHER_AMOUNT],
  ["the currency in small letters", result({ currency: "eur" }), SETTLED],
  ["no currency", without("currency"), ["unknown", "incomplete"]],
  ...WRONG_CURRENCIES.map((currency) => [`the currency as ${currency}`, result({ currency }), UNREADABLE] as const),
  ["no status", without("order_status"), ["pending", "0000"]],
  ["an empty status", result({ order_status: "" }), ["pending", "0000"]],
  ...["9", "01", "1.0", "１", "true", "success", "__proto__", "constructor"].map(
    (status) => [`the unknown status ${status}`, result({ order_status: status }), ["pending", "0000"]] as const,
  ),
  ["the status twice with different values", twice("order_status", "0"), UNREADABLE],
  ["the status twice, alike", twice("order_status", "1"), UNREADABLE],
  ["a success with a declined code", result({ result_info: "0051:No funds" }), ["unknown", "0051"]],
  ["a success with a code that says wait", result({ result_info: "T0002:Wait" }), ["pending", "T0002"]],
  ["a success with a system error", result({ result_info: "S0001:Down" }), ["unknown", "S0001"]],
  ["a success without a code", without("result_info"), SETTLED],
  ["a failure with a success code", result({ order_status: "0" }), ["unknown", "0000"]],
  ["a failure without a code", result({ order_status: "0", result_info: "" }), ["declined", "declined"]],
  [
    "a duplicate of our order number",
    result({ order_status: "0", result_info: "I0061:x" }),
    ["unknown", "duplicate_order"],
  ],
  ["no transaction", without("transaction_id"), ["unknown", "incomplete"]],
  ["a transaction with leading zeros", result({ transaction_id: "00017" }), SETTLED],
  ["a transaction of 20 digits", result({ transaction_id: "98765432109876543210" }), SETTLED],
  ["a transaction of 51 characters", result({ transaction_id: "1".repeat(51) }), UNREADABLE],
  ["a transaction with a blank", result({ transaction_id: "1 7" }), UNREADABLE],
  ["a transaction in full-width digits", result({ transaction_id: "１７" }), UNREADABLE],
  ["the transaction twice", twice("transaction_id", "18"), UNREADABLE],
  ["markup in the message", result({ order_status: "0", result_info: "0051:&lt;img src=x&gt;" }), ["declined", "0051"]],
  ["markup that is not escaped", result({ order_status: "0", result_info: "0051:<img src=x>" }), UNREADABLE],
  ["a line break by reference in the message", result({ result_info: "0000:a&#10;b" }), UNREADABLE],
];

test.each(AUTHORISE)("an authorise answered with %s", async (_name, body, expected) => {
  expect(await authorised(body)).toEqual(expected);
});

test("a transaction's id is kept digit by digit", async () => {
  for (const id of ["00017", "98765432109876543210"]) {
    gateway.reply = text(result({ transaction_id: id }));
    const outcome = await withClient(({ writes }) => writes.authorise(request), PATIENT);
    expect(outcome).toMatchObject({ kind: "settled", fact: { gatewayPaymentId: id } });
  }
});

test("the gateway's words are text for people: no control characters, no card number, cut at 500", async () => {
  const hostile = `0051:&lt;script&gt;alert(1)&lt;/script&gt;\r\n\tlevel=error 4111 1111 1111 1111 ${"x".repeat(600)}`;
  gateway.reply = text(result({ order_status: "0", result_info: hostile }));
  const outcome = await withClient(({ writes }) => writes.authorise(request), PATIENT);
  const message = "reason" in outcome ? outcome.reason.message : "";
  expect(message).toMatch(/^<script>alert\(1\)<\/script> level=error \[redacted\] x+$/);
  expect(message).toHaveLength(500);
});

describe("under enforce the signature of an answer", () => {
  const account = accountWith({ profile: { signing: { responses: "enforce" } } });
  const values = {
    merchant_id: "100001",
    account_id: "100001001",
    order_no: "acq_1",
    amount: "10.00",
    currency: "EUR",
    transaction_id: "17",
    order_status: "1",
    result_info: "0000:Success",
  };
  const signed = (fields: object = {}, key = KEY): string =>
    sign(account.profile.signing, "authoriseResponse", { ...values, ...fields }, key);
  const good = signed();
  const BAD: Heard = ["unknown", "bad_signature"];

  test.each<[string, string, Heard]>([
    ["that is right", result({ encryption_data: good }), SETTLED],
    ["in capitals", result({ encryption_data: good.toUpperCase() }), SETTLED],
    ["that is missing", result(), BAD],
    ["that is empty", result({ encryption_data: "" }), BAD],
    ["of 63 digits", result({ encryption_data: good.slice(1) }), BAD],
    ["of 65 digits", result({ encryption_data: `${good}0` }), BAD],
    ["of 8 digits", result({ encryption_data: good.slice(0, 8) }), BAD],
    ["that is no hex", result({ encryption_data: "z".repeat(64) }), BAD],
    ["in full-width digits", result({ encryption_data: "０".repeat(64) }), BAD],
    [
      "twice",
      twice("encryption_data", good).replace("</respon>", `<encryption_data>${good}</encryption_data></respon>`),
      UNREADABLE,
    ],
    ["that is a list", result({ encryption_data: `<item>${good}</item>` }), UNREADABLE],
    ["of another message", result({ encryption_data: signed({ order_no: "acq_2" }) }), BAD],
    ["of another amount", result({ encryption_data: signed({ amount: "1.00" }) }), BAD],
    ["with another key", result({ encryption_data: signed({}, "another-key-0123456789") }), BAD],
  ])("%s", async (_name, body, expected) => {
    expect(await authorised(body, { signing: { responses: "enforce" } })).toEqual(expected);
  });

  test("covers every byte that could turn into money: one changed byte settles nothing else", () => {
    const truth = result({ encryption_data: good });
    const wrong: string[] = [];
    let settled = 0;
    for (let at = 0; at < truth.length; at += 1) {
      for (const byte of ["0", "1", "9", "x", "<", " "]) {
        if (truth[at] === byte) continue;
        const changed = truth.slice(0, at) + byte + truth.slice(at + 1);
        const outcome = readOr(changed);
        if (outcome?.kind !== "settled") continue;
        settled += 1;
        const { fact } = outcome;
        const isSame = fact.orderNo === "acq_1" && fact.money?.minor === 1_000n && fact.gatewayPaymentId === "17";
        if (!isSame) wrong.push(changed);
      }
    }
    expect(wrong).toEqual([]);
    // Only blanks that fall away at the edge of a text leave the message what it was.
    expect(settled).toBeLessThan(20);
  });

  function readOr(body: string) {
    try {
      return classifyAuthorise(account, request, readAuthoriseAnswer(Buffer.from(body)));
    } catch (error) {
      if (error instanceof CodecError || error instanceof TypeError || error instanceof MoneyError) return null;
      throw error;
    }
  }
});

type BatchName = "capture" | "cancel" | "refund" | "review";
const BATCHES: readonly BatchName[] = ["capture", "cancel", "refund", "review"];

/** Two euro of acq_1, transaction t1, were asked about; a refund gives back two. */
async function batched(name: BatchName, body: object | string): Promise<Heard> {
  gateway.reply = typeof body === "string" ? text(body, 200, "application/json") : json(body);
  const outcome = await withClient(async ({ writes }) => {
    if (name === "refund") return (await writes.refund([refundOf(200n)]))[0];
    if (name === "review") return (await writes.review([{ ...item(1), verdict: "approve" }]))[0];
    return (await writes[name]([item(1)]))[0];
  }, PATIENT);
  return [outcome?.kind ?? "nothing", outcome && "reason" in outcome ? outcome.reason.code : null];
}

const amountOf = (name: BatchName): string => (name === "refund" ? "refund_amount" : "amount");
const textOf = (name: BatchName): string => (name === "refund" ? "refund_message" : "error_message");
const rowOf = (name: BatchName, more: object = {}): object =>
  row(1, { [`${name}_status`]: "1", [amountOf(name)]: "2.00", ...more });
const answer = (name: BatchName, rows: unknown, more: object = {}): object => ({
  return_status: "1",
  [`${name}_orders`]: rows,
  ...more,
});
const one = (more: (name: BatchName) => object) => (name: BatchName) => answer(name, [rowOf(name, more(name))]);

const BATCH: readonly (readonly [string, (name: BatchName) => object | string, Heard])[] = [
  ["the truth", one(() => ({})), SETTLED],
  ["another order id", one(() => ({ order_no: "acq_2" })), ["unknown", "item_missing"]],
  ["no order id", one(() => ({ order_no: undefined })), UNREADABLE],
  ["another transaction", one(() => ({ transaction_id: "t2" })), ["unknown", "other_transaction"]],
  ["the transaction with a zero in front", one(() => ({ transaction_id: "0t1" })), ["unknown", "other_transaction"]],
  ["the transaction as a number", one(() => ({ transaction_id: 98_765 })), UNREADABLE],
  ["the amount as 2", one((name) => ({ [amountOf(name)]: "2" })), SETTLED],
  ["the amount as 2.000", one((name) => ({ [amountOf(name)]: "2.000" })), SETTLED],
  ["another amount", one((name) => ({ [amountOf(name)]: "2.01" })), OTHER_AMOUNT],
  ["another currency", one(() => ({ currency: "USD" })), OTHER_AMOUNT],
  ["the amount as a number", one((name) => ({ [amountOf(name)]: 2 })), UNREADABLE],
  ["the amount as a list", one((name) => ({ [amountOf(name)]: ["2.00"] })), UNREADABLE],
  ...["2e0", "2,00", "-2", "NaN", "２", "02.00"].map(
    (amount) => [`the amount as ${amount}`, one((name) => ({ [amountOf(name)]: amount })), UNREADABLE] as const,
  ),
  ["no status", one((name) => ({ [`${name}_status`]: undefined })), UNREADABLE],
  ["the status as a number", one((name) => ({ [`${name}_status`]: 1 })), UNREADABLE],
  ["a success with a declined code", one((name) => ({ [textOf(name)]: "0051:No" })), ["unknown", "contradictory"]],
  [
    "a failure with a success code",
    one((name) => ({ [`${name}_status`]: "0", [textOf(name)]: "0000:OK" })),
    ["unknown", "contradictory"],
  ],
  [
    "a failure with a code",
    one((name) => ({ [`${name}_status`]: "0", [textOf(name)]: "R0001:No" })),
    ["declined", "R0001"],
  ],
  [
    "a failure that is a system error",
    one((name) => ({ [`${name}_status`]: "0", [textOf(name)]: "S0001:?" })),
    ["unknown", "S0001"],
  ],
  ["an unknown status", one((name) => ({ [`${name}_status`]: "9", [textOf(name)]: "" })), ["unknown", "status_9"]],
  ["an empty status", one((name) => ({ [`${name}_status`]: "", [textOf(name)]: "" })), ["unknown", "status_"]],
  [
    "a status of many characters",
    one((name) => ({ [`${name}_status`]: "9".repeat(99), [textOf(name)]: "" })),
    ["unknown", `status_${"9".repeat(20)}`],
  ],
  [
    "markup in the message",
    one((name) => ({ [`${name}_status`]: "0", [textOf(name)]: "R0001:<b>no</b>" })),
    ["declined", "R0001"],
  ],
  ["no item", (name) => answer(name, []), ["unknown", "item_missing"]],
  ["null for the items", (name) => answer(name, null), ["unknown", "item_missing"]],
  ["one item that is no list", (name) => answer(name, rowOf(name)), UNREADABLE],
  ["the item twice", (name) => answer(name, [rowOf(name), rowOf(name)]), ["unknown", "item_doubled"]],
  [
    "the items twice",
    (name) => `{"return_status":"1","${name}_orders":[],"${name}_orders":[${JSON.stringify(rowOf(name))}]}`,
    UNREADABLE,
  ],
  [
    "another merchant's account",
    (name) => answer(name, [rowOf(name)], { merchant_id: "100002" }),
    ["unknown", "other_account"],
  ],
  ["no status of the whole", (name) => answer(name, [rowOf(name)], { return_status: undefined }), UNREADABLE],
  [
    "a refusal of the whole beside a success",
    (name) => answer(name, [rowOf(name)], { return_status: "0" }),
    ["unknown", "envelope_refused"],
  ],
  ["a list", () => "[]", UNREADABLE],
  ["null", () => "null", UNREADABLE],
];

/** Where the answer to a refund or a review says it in words of its own. */
const OWN: Readonly<Record<string, Heard>> = {
  "refund: a success with a declined code": ["unknown", "0051"],
  // The gateway has it and has not decided (our default): the search says later.
  "refund: a failure with a success code": ["pending", "0000"],
  "refund: an unknown status": ["pending", "status_9"],
  "refund: an empty status": ["pending", "status_"],
  "refund: a status of many characters": ["pending", `status_${"9".repeat(20)}`],
};

describe.each(BATCHES)("a %s answered with", (name) => {
  test.each(BATCH)("%s", async (row, body, expected) => {
    expect(await batched(name, body(name))).toEqual(OWN[`${name}: ${row}`] ?? expected);
  });
});

test("a refund that failed with a success code is not given back before the search says so", async () => {
  const body = answer("refund", [rowOf("refund", { refund_status: "-1", refund_message: "V0000:OK" })]);
  expect(await batched("refund", body)).toEqual(["unknown", "V0000"]);
});

type Asked = "payments" | "refunds";
const PAYMENT = {
  order_no: "acq_1",
  transaction_id: "17",
  amount: "10.00",
  currency: "EUR",
  query_result: "1",
  payment_status: "2000",
};
const REFUND = { order_no: "acq_1", transaction_id: "17", refund_amount: "4.00", currency: "EUR", refund_status: "1" };

async function asked(name: Asked, body: object | string): Promise<Heard> {
  gateway.reply = typeof body === "string" ? text(body, 200, "application/json") : json(body);
  const found = await withClient(
    ({ queries }): Promise<{ kind: string; facts?: readonly { reading: string }[]; reason?: { code: string } }> =>
      queries[name]([createOrderNo("acq_1")]),
    PATIENT,
  );
  return [found.kind, found.reason?.code ?? found.facts?.map(({ reading }) => reading).join() ?? null];
}

const list = { payments: "orders_list", refunds: "refund_orders" } as const;
const base = { payments: PAYMENT, refunds: REFUND } as const;
const amountIn = { payments: "amount", refunds: "refund_amount" } as const;
const holds = (name: Asked, rows: unknown, more: object = {}): object => ({
  return_status: "1",
  [list[name]]: rows,
  ...more,
});
const FAILED: Heard = ["failed", "unreadable_rows"];
const BOTH: readonly Asked[] = ["payments", "refunds"];

describe.each(BOTH)("a query of %s answered with", (name) => {
  const truth: Heard = ["answered", name === "payments" ? "authorised" : "accepted"];
  const none: Heard = ["answered", name === "payments" ? "not_found" : ""];
  const row = (more: object = {}): object => ({ ...base[name], ...more });

  test.each<[string, object | string, Heard]>([
    ["the truth", holds(name, [row()]), truth],
    ["nothing about the order", holds(name, []), none],
    ["another order alone", holds(name, [row({ order_no: "acq_2" })]), FAILED],
    ["another order beside ours", holds(name, [row({ order_no: "acq_2" }), row()]), truth],
    ["the order id in capitals", holds(name, [row({ order_no: "ACQ_1" })]), FAILED],
    ["another merchant's account", holds(name, [row()], { merchant_id: "100002" }), FAILED],
    ["an order id that is a number", holds(name, [row({ order_no: 1 })]), FAILED],
    ["a transaction that is a number", holds(name, [row({ transaction_id: 17 })]), FAILED],
    ["a transaction of 51 characters", holds(name, [row({ transaction_id: "1".repeat(51) })]), FAILED],
    ["a list that is none", holds(name, row()), FAILED],
    ["a status twice", `{"return_status":"1","return_status":"1","${list[name]}":[]}`, ["failed", "unreadable"]],
    ["a refusal beside a row", holds(name, [row()], { return_status: "4" }), ["refused", "return_4"]],
    ["no status of the whole", holds(name, [row()], { return_status: undefined }), FAILED],
    ...WRONG_AMOUNTS.map((amount): [string, object, Heard] => [
      `the amount as ${amount}`,
      holds(name, [row({ [amountIn[name]]: amount })]),
      FAILED,
    ]),
    ...WRONG_CURRENCIES.map((currency): [string, object, Heard] => [
      `the currency as ${currency}`,
      holds(name, [row({ currency })]),
      FAILED,
    ]),
  ])("%s", async (_name, body, expected) => {
    expect(await asked(name, body)).toEqual(expected);
  });
});

test.each<[string, object, string]>([
  ["no status", { query_result: undefined, payment_status: undefined }, "unlisted"],
  ["an unknown status", { query_result: "8", payment_status: undefined }, "unlisted"],
  ["a status of money that nobody knows", { payment_status: "2001" }, "unlisted"],
  ["found, with a declined code", { result_info: "0051:No funds" }, "doubtful"],
  ["failed, with money held", { query_result: "0", payment_status: "2000" }, "doubtful"],
  ["not found, with money held", { query_result: "2", payment_status: "3000" }, "doubtful"],
  ["failed, with a success code", { query_result: "0", payment_status: undefined, result_info: "0000:OK" }, "doubtful"],
])("a payment that a query calls %s", async (_name, more, reading) => {
  expect(await asked("payments", holds("payments", [{ ...PAYMENT, ...more }]))).toEqual(["answered", reading]);
});

test.each<[string, object, string]>([
  ["no status", { refund_status: undefined }, "unlisted"],
  ["an unknown status", { refund_status: "3" }, "unlisted"],
  ["accepted", {}, "accepted"],
  ["undecided with a success code", { refund_status: "0", refund_message: "V0000:OK" }, "accepted"],
  ["undecided without a code", { refund_status: "0" }, "failed"],
])("a refund that the search calls %s", async (_name, more, reading) => {
  expect(await asked("refunds", holds("refunds", [{ ...REFUND, ...more }]))).toEqual(["answered", reading]);
});

test.each([
  "acqop_",
  "<b>acqop_01ABCDEFGHJK</b>",
  "acqop_01ABCDEFGHJK acqop_01ABCDEFGHJL",
  "a'; DROP TABLE x",
  "acqop_ABCDEFGHIJ".repeat(9),
])("a refund reason such as %s names no operation of ours", async (refund_reason) => {
  gateway.reply = json(holds("refunds", [{ ...REFUND, refund_reason }]));
  const found = await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]), PATIENT);
  expect(found).toMatchObject({ kind: "answered", facts: [{ operationId: null }] });
});

test.each(WRONG_CURRENCIES)("%s is no currency", (currency) => {
  expect(() => createCurrency(currency)).toThrow("three-letter");
});

test("every operation of the corpus takes the truth for the truth", async () => {
  for (const { ask, truth, isWrite } of Object.values(operations)) {
    gateway.reply = text(truth);
    expect(await withClient(ask, PATIENT)).toBe(isWrite ? "settled" : "answered");
  }
});
