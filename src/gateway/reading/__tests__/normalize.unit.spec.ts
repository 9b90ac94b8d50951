import {
  queryRefusal,
  readActionUrl,
  readMoney,
  readOperationId,
  readPaymentStatus,
  readRefundStatus,
  readRisk,
  readThreeDs,
  splitInfo,
  waitsForCustomer,
} from "../normalize";
import { containsCardNumber, looksLikeSecurityCodeKey, redactText, safeText } from "../../redaction/redact";
import { accountWith } from "../../__tests__/fixtures";

/** Status codes and their observed statuses (docs/configuration.md#the-profile), as tables. */
const profile = accountWith().profile;
const automatic = accountWith({ profile: { capture: { mode: "automatic" } } }).profile;
const own = accountWith({
  profile: { status: { order: { "7": "pending" }, payment: { "5000": "voided" }, refund: { "9": "succeeded" } } },
}).profile;

test.each([
  [{ orderStatus: "1" }, "authorised"],
  [{ orderStatus: "0" }, "declined"],
  [{ orderStatus: "0", resultInfo: "0005:Do not honour" }, "declined"],
  [{ orderStatus: "0", resultInfo: "R0001:Risk" }, "declined"],
  [{ orderStatus: "0", resultInfo: "C0003:Account" }, "declined"],
  [{ orderStatus: "0", resultInfo: "S0001:System" }, "doubtful"],
  [{ orderStatus: "0", resultInfo: "E0001:Error" }, "doubtful"],
  [{ orderStatus: "0", resultInfo: "E0008:Cancelled" }, "declined"],
  [{ orderStatus: "0", resultInfo: "T0002:Pending" }, "pending"],
  [{ orderStatus: "0", resultInfo: "0000:Success" }, "doubtful"],
  [{ orderStatus: "-1" }, "pending"],
  [{ orderStatus: "-2" }, "pending"],
  [{ orderStatus: "-2", issuerUrl: "https://bank.example" }, "action_required"],
  [{ issuerUrl: "https://bank.example" }, "action_required"],
  [{}, "unmapped"],
  [{ orderStatus: "7" }, "unmapped"],
  [{ orderStatus: "2" }, "unmapped"],
  [{ queryResult: "2" }, "not_found"],
  [{ queryResult: "1", paymentStatus: "2000" }, "authorised"],
  [{ queryResult: "1", paymentStatus: "3000" }, "captured"],
  [{ queryResult: "1", paymentStatus: "4100" }, "refunded"],
  [{ queryResult: "1", paymentStatus: "1000" }, "pending"],
  [{ queryResult: "0", paymentStatus: "1000" }, "declined"],
  [{ queryResult: "1", paymentStatus: "7777" }, "unmapped"],
  [{ paymentStatus: "", queryResult: "1" }, "authorised"],
  [{ paymentStatus: "3000" }, "captured"],
  [{ paymentStatus: "" }, "unmapped"],
  [{ orderStatus: "", issuerUrl: "https://bank.example" }, "action_required"],
  [{ orderStatus: "", queryResult: "", paymentStatus: "", issuerUrl: "https://bank.example" }, "action_required"],
  [{ queryResult: "", paymentStatus: "3000" }, "captured"],
  [{ queryResult: "", paymentStatus: "7777" }, "unmapped"],
  [{ orderStatus: "", queryResult: "1", paymentStatus: "2000" }, "authorised"],
  [{ orderStatus: "", queryResult: "0" }, "declined"],
  [{ orderStatus: "", queryResult: "2" }, "not_found"],
  [{ orderStatus: "", queryResult: "" }, "unmapped"],
  [{ orderStatus: "1", resultInfo: "V0000:OK" }, "authorised"],
  [{ orderStatus: "1", resultInfo: "approved by the bank" }, "authorised"],
  [{ orderStatus: "1", resultInfo: "0051:Insufficient funds" }, "doubtful"],
  [{ orderStatus: "1", resultInfo: "R0001:Risk" }, "doubtful"],
  [{ orderStatus: "1", resultInfo: "T0002:Pending" }, "pending"],
  [{ queryResult: "0", paymentStatus: "2000" }, "doubtful"],
  [{ queryResult: "0", paymentStatus: "3000" }, "doubtful"],
  [{ queryResult: "0", paymentStatus: "4100" }, "doubtful"],
  [{ queryResult: "2", paymentStatus: "3000" }, "doubtful"],
  [{ queryResult: "2", paymentStatus: "1000" }, "not_found"],
  [{ queryResult: "8", paymentStatus: "3000" }, "unmapped"],
  [{ queryResult: "-1", paymentStatus: "2000" }, "pending"],
] as const)("%j reads as %s", (fields, reading) => {
  expect(readPaymentStatus(profile, fields)).toBe(reading);
});

test("an empty order_status leaves it to query_result whether the customer has to act", () => {
  expect(waitsForCustomer({ orderStatus: "", queryResult: "-2" })).toBe(true);
});

test("an account with automatic capture reads order_status 1 as captured", () => {
  expect(readPaymentStatus(automatic, { orderStatus: "1" })).toBe("captured");
});

test("the owner's codes take precedence", () => {
  expect(readPaymentStatus(own, { orderStatus: "7" })).toBe("pending");
  expect(readPaymentStatus(own, { queryResult: "1", paymentStatus: "5000" })).toBe("voided");
  expect(readRefundStatus(own, { status: "9" })).toBe("succeeded");
});

test.each([
  [{ status: "1" }, "accepted"],
  [{ status: "1", processingDate: "20260101120000" }, "succeeded"],
  [{ status: "1", processingDate: " " }, "accepted"],
  [{ status: "1", processingDate: "00000000000000" }, "accepted"],
  [{ status: "1", processingDate: "0000-00-00 00:00:00" }, "accepted"],
  [{ status: "1", processingDate: "null" }, "accepted"],
  [{ status: "2" }, "succeeded"],
  [{ status: "-1" }, "failed"],
  [{ status: "0" }, "failed"],
  [{ status: "0", message: "V0000:OK" }, "accepted"],
  [{ status: "8" }, "unmapped"],
  [{ status: undefined }, "unmapped"],
] as const)("a refund with %j reads as %s", (fields, reading) => {
  expect(readRefundStatus(profile, fields)).toBe(reading);
});

test.each([
  ["7", "ip_not_registered"],
  ["3", "query_refused"],
  ["999", "query_refused"],
  ["1", null],
  [undefined, null],
])("query_result %s is %s", (code, refusal) => {
  expect(queryRefusal(code)).toBe(refusal);
});

test("texts, amounts, cards and addresses are sanitised", () => {
  expect(splitInfo("0000:OK")).toEqual({ code: "0000", message: "OK" });
  expect(splitInfo("I0013")).toEqual({ code: "I0013", message: null });
  expect(splitInfo("just words")).toEqual({ code: null, message: "just words" });
  expect(splitInfo(null)).toEqual({ code: null, message: null });
  expect(readMoney(undefined, "EUR")).toBeNull();
  expect(readMoney("1.00", "EUR")).toEqual({ currency: "EUR", minor: 100n });
  expect(readRisk("REVIEW", "78", { reasons: [{ name: "<b>", status: "x" }] })).toEqual({
    action: "REVIEW",
    score: "78",
    reasons: [{ name: "<b>", status: "x" }],
  });
  expect(readRisk(undefined, undefined, { reasons: [] })).toBeNull();
  expect(readRisk(undefined, undefined, { reasons: [], unreadable: ["risk_action"] })?.unreadable).toEqual([
    "risk_action",
  ]);
  expect(readThreeDs("1", undefined)).toEqual({ used: true, result: null, eci: null });
  expect(readThreeDs(undefined, "Y")).toEqual({ used: null, result: "Y", eci: null });
  expect(readThreeDs(undefined, undefined)).toBeNull();
  expect(readActionUrl("https://bank.example/x")).toBe("https://bank.example/x");
  for (const bad of [
    "javascript:alert(1)",
    "//bank.example",
    "http://bank.example",
    "https://bank.example@evil.example/x",
    undefined,
  ])
    expect(readActionUrl(bad)).toBeNull();
  expect(readActionUrl("http://127.0.0.1:1/x")).toBe("http://127.0.0.1:1/x");
  expect(readOperationId("acqop_01ABCDEFGHJKMNPQRSTVWXYZ00")).toBe("acqop_01ABCDEFGHJKMNPQRSTVWXYZ00");
  expect(readOperationId("changed my mind")).toBeNull();
});

test("card numbers and the fields of security codes are found", () => {
  expect(containsCardNumber("411111******1111")).toBe(false);
  expect(containsCardNumber("4111111111111112")).toBe(false);
  expect(containsCardNumber("0000000000000000")).toBe(false);
  expect(containsCardNumber("378282246310005")).toBe(true);
  expect(redactText("378282246310005")).toBe("[redacted]");
  expect(["cvc", "card_cvv", "security code", "securityCode"].map(looksLikeSecurityCodeKey)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["receiver", "second"].map(looksLikeSecurityCodeKey)).toEqual([false, false]);
  expect(safeText("a\u0000b\nc", 3)).toBe("a b");
});

test.each([
  ["card 4111111111111111 12 27", "card [redacted] 12 27"],
  ["4111 1111 1111 1111 123", "[redacted] 123"],
  ["tel 0301 4111-1111-1111-1111", "tel 0301 [redacted]"],
  // The first twelve digits have a right check digit of their own.
  ["4000 0000 0002 1008", "[redacted]"],
  ["5555555555554444 4111111111111111", "[redacted] [redacted]"],
  ["4111\u00a01111  1111 - 1111", "[redacted]"],
])("the card number in %j is found next to other digits", (text, shown) => {
  expect(redactText(text)).toBe(shown);
  expect(containsCardNumber(text)).toBe(true);
});

/** A number with its right check digit, of so many digits, that begins like this. */
function numbered(start: string, length: number): string {
  const rest = start.padEnd(length - 1, "0");
  for (let last = 0; last < 10; last += 1) if (luhn(`${rest}${String(last)}`)) return `${rest}${String(last)}`;
  throw new Error("one of ten digits is right");
}
const luhn = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

test.each([
  ["2221", 16],
  ["2204", 19],
  ["30", 14],
  ["34", 15],
  ["3528", 16],
  ["36", 19],
  ["4", 13],
  ["4", 16],
  ["4", 19],
  ["51", 16],
  ["5018", 12],
  ["6011", 16],
  ["6759", 19],
  ["8171", 16],
  ["8600", 16],
  ["9112", 16],
  ["9792", 16],
  ["9860", 16],
])("a number that begins with %s and has %i digits may be a card's", (start, length) => {
  expect(containsCardNumber(`n ${numbered(start, length)}`)).toBe(true);
});

test.each(["2026-11-21 08:33", "order 1234567890", "411111******1111", "41111111111111112222", "+49 30 1234567"])(
  "%j contains no card number, and is printed unchanged",
  (text) => {
    expect(containsCardNumber(text)).toBe(false);
    expect(redactText(text)).toBe(text);
  },
);

test.each([
  ...["01", "1", "2", "7", "80", "978"].map((start) => numbered(start, 13)),
  ...["01", "1", "7", "9"].map((start) => numbered(start, 16)),
  numbered("35", 15),
  numbered("86", 15),
])("%j has no known brand: it may be stored, but is not printed", (text) => {
  expect(containsCardNumber(text)).toBe(false);
  expect(redactText(text)).toBe("[redacted]");
});

test("a security code field is recognised in any spelling", () => {
  for (const key of ["cardCvc", "card-cvv2", "cvn", "cardSecurityCode", "CVC"]) {
    expect([key, looksLikeSecurityCodeKey(key)]).toEqual([key, true]);
  }
  for (const key of ["received", "accident", "discount_code", "cid", "campaignCid"]) {
    expect([key, looksLikeSecurityCodeKey(key)]).toEqual([key, false]);
  }
});

test("a long text of digits is scanned in linear time", () => {
  expect(containsCardNumber("1 ".repeat(100_000))).toBe(false);
  expect(containsCardNumber("0".repeat(500_000))).toBe(false);
});

test("payment_status combined with query_result has its own mapping, which takes precedence over either code", () => {
  const combined = accountWith({
    profile: { status: { payment: { "1000/1": "voided_or_pending", "1000": "declined", "5000/1": "voided" } } },
  }).profile;
  expect(readPaymentStatus(combined, { paymentStatus: "1000", queryResult: "1" })).toBe("voided_or_pending");
  expect(readPaymentStatus(combined, { paymentStatus: "1000", orderStatus: "1" })).toBe("voided_or_pending");
  expect(readPaymentStatus(combined, { paymentStatus: "1000", queryResult: "-1" })).toBe("declined");
  expect(readPaymentStatus(combined, { paymentStatus: "5000", queryResult: "1" })).toBe("voided");
  expect(readPaymentStatus(combined, { paymentStatus: "5000", queryResult: "-1" })).toBe("pending");
  expect(readPaymentStatus(combined, { paymentStatus: "2000", queryResult: "1" })).toBe("authorised");
});

test.each([
  [{ payment: { "1000/": "voided" } }, "payment_status/query_result"],
  [{ payment: { "1000/1/2": "voided" } }, "payment_status/query_result"],
  [{ order: { "1000/1": "voided" } }, "profile.status.payment"],
])("an invalid combination of codes is refused with the right form: %j", (status, says) => {
  expect(() => accountWith({ profile: { status } })).toThrow(says);
});
