import { classifyAuthorise } from "../../reading/classify-response";
import { CodecError } from "../../model/errors";
import { MoneyError } from "../../model/money";
import { readAuthoriseAnswer } from "../../operations/authorise";
import { sign } from "../../signing/signing";
import { accountWith, KEY, SUCCESS } from "../fixtures";
import { gateway, request, result, text, withClient } from "../scripted-gateway";
import { EQUAL_AMOUNTS, OTHER_AMOUNTS, WRONG_AMOUNTS, WRONG_CURRENCIES } from "./bodies";
import type { Received } from "./received";
import { OTHER_AMOUNT, PATIENT, SETTLED, UNREADABLE } from "./received";

/** Answers to an authorise that mean something else than they should, and their signature. */
async function authorised(body: string, profile: object = {}): Promise<Received> {
  gateway.reply = text(body);
  const outcome = await withClient(({ writes }) => writes.authorise(request), { ...PATIENT, ...profile });
  return [outcome.kind, "reason" in outcome ? outcome.reason.code : null];
}

const without = (name: string): string => result().replace(new RegExp(`<${name}>.*?</${name}>`), "");
const twice = (name: string, value: string): string =>
  result().replace("</respon>", `<${name}>${value}</${name}></respon>`);

/** Ten euro are requested for the order acq_1. */
const AUTHORISE: readonly (readonly [string, string, Received])[] = [
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

test.each(AUTHORISE)("an authorise response with %s", async (_name, body, expected) => {
  expect(await authorised(body)).toEqual(expected);
});

test("a transaction ID keeps every digit", async () => {
  for (const id of ["00017", "98765432109876543210"]) {
    gateway.reply = text(result({ transaction_id: id }));
    const outcome = await withClient(({ writes }) => writes.authorise(request), PATIENT);
    expect(outcome).toMatchObject({ kind: "settled", fact: { gatewayPaymentId: id } });
  }
});

test("gateway texts are safe to display: no control characters, no card number, at most 500 characters", async () => {
  const hostile = `0051:&lt;script&gt;alert(1)&lt;/script&gt;\r\n\tlevel=error 4111 1111 1111 1111 ${"x".repeat(600)}`;
  gateway.reply = text(result({ order_status: "0", result_info: hostile }));
  const outcome = await withClient(({ writes }) => writes.authorise(request), PATIENT);
  const message = "reason" in outcome ? outcome.reason.message : "";
  expect(message).toMatch(/^<script>alert\(1\)<\/script> level=error \[redacted\] x+$/);
  expect(message).toHaveLength(500);
});

describe("with enforce, the signature of a response", () => {
  const account = accountWith({ profile: { signing: { responses: "enforce" } } });
  const signed = (fields: object = {}, key = KEY): string =>
    sign(account.profile.signing, "authoriseResponse", { ...SUCCESS, ...fields }, key);
  const good = signed();
  const BAD: Received = ["unknown", "bad_signature"];

  test.each<[string, string, Received]>([
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

  test("covers every byte that could affect money: no changed byte settles anything else", () => {
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
