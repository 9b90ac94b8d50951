import { createGatewayPaymentId, createOrderNo } from "../../../gateway/model/ids";
import { bareRefund } from "../../../gateway/reading/normalize";
import { detectCardData } from "../checkout/detect-card-data";
import { isUnclaimed, refundsIn } from "../ledger/split-gateway-charges";
import { nextCheckAt, SENDING_GRACE_MS } from "../ledger/rows/schedule";
import { minorOf } from "../ledger/rows/attempt-row";
import { isSessionToken, makeSessionToken } from "../checkout/token-codec";

/** Small parts of the ledger that need no database. */
test("a session token matches its session with any of the keys, and nothing else", () => {
  const token = makeSessionToken("key-one-123", "payses_1");
  expect(isSessionToken(["key-two-123", "key-one-123"], "payses_1", token)).toBe(true);
  expect(isSessionToken(["key-one-123"], "payses_2", token)).toBe(false);
  expect(isSessionToken(["key-one-123"], "payses_1", token.slice(1))).toBe(false);
  expect(isSessionToken(["key-one-123"], "payses_1", "")).toBe(false);
});

const nothingElse = { isBack: false, isAuthenticationOpen: false, expiresAt: null };

test.each([
  [{ state: "unknown", operations: [] }, 0, 2_000],
  [{ state: "unknown", operations: [] }, 3, 16_000],
  [{ state: "unknown", operations: [] }, 30, 60_000],
  [{ state: "pending", operations: [] }, 0, 60_000],
  [{ state: "captured", operations: [{ kind: "refund", status: "pending", sentAt: 0 }] }, 0, 300_000],
  [{ state: "authorised", operations: [{ kind: "capture", status: "unknown", sentAt: 0 }] }, 0, 2_000],
  [{ state: "created", operations: [{ kind: "authorise", status: "sending", sentAt: 0 }] }, 0, SENDING_GRACE_MS],
  [{ state: "captured", operations: [] }, 0, null],
  [{ state: "action_required", operations: [] }, 0, 60_000],
  [{ state: "action_required", operations: [], isBack: true }, 0, 1_000],
  [{ state: "action_required", operations: [], isBack: true }, 4, 16_000],
  [{ state: "pending", operations: [], expiresAt: 90_000 }, 3, 90_000],
  [{ state: "pending", operations: [], expiresAt: 10 }, 3, 60_000],
  [{ state: "expired", operations: [] }, 0, 60_000],
  [{ state: "expired", operations: [] }, 14, 3_600_000],
  [{ state: "expired", operations: [] }, 15, null],
  [{ state: "authorised", operations: [], isAuthenticationOpen: true }, 0, 2_000],
] as const)("%j after %i queries is queried again after %s ms", (subject, checks, pause) => {
  expect(nextCheckAt({ ...nothingElse, ...subject }, checks, 0)).toBe(pause);
});

test.each([
  [{ note: "4111 1111 1111 1111" }, "note"],
  [{ deep: [{ deeper: { first_name: "4111111111111111" } }] }, "deep.0.deeper.first_name"],
  [{ cvv: "123" }, "cvv"],
  [{ cvv: ["123"] }, "cvv.0"],
  [{ card_cid: 1234 }, "card_cid"],
  [{ metadata: { "4111111111111111": "x" } }, "metadata (the name of a field)"],
  [{ metadata: { code: "4111111111111111" } }, "metadata.code"],
  ["4111111111111111", "the body"],
  [{ first_name: "Ada", phone: "4111111111111111", quantity: 2 }, null],
  [{ metadata: { contact_phone: "4111111111111111", gtin: "4111111111111111" } }, null],
  [{ promo_codes: ["4111111111111111"] }, null],
  [{ code: "4111111111111111" }, null],
  [{ cid: "1234" }, null],
  [undefined, null],
])("%j contains card data at %j", (value, expected) => {
  expect(detectCardData(value)).toBe(expected);
});

test("endless nesting is rejected and not followed", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(detectCardData(circular)).toMatch(/^self\.self/);
});

test("a time in milliseconds is not a card number", () => {
  const found = Array.from({ length: 1_000 }, (_, index) => `fb.1.${String(1_790_000_000_000 + index)}.9`).filter(
    (text) => detectCardData({ metadata: { _fbp: text } }) !== null,
  );
  expect(found).toEqual([]);
});

test("a non-integer amount column stops the ledger", () => {
  expect(minorOf("1000")).toBe(1000n);
  expect(() => minorOf("10.5")).toThrow("not an integer");
});

test("a refund without a transaction belongs to the first payment only if no other charge is listed", () => {
  const nameless = bareRefund(createOrderNo("acq_1"), "succeeded");
  const named = { ...nameless, gatewayPaymentId: createGatewayPaymentId("T1") };
  const first = { renewal_of: null, subscription: {}, gateway_payment_id: "T1" };
  const of = (row: Parameters<typeof refundsIn>[0], isShared: boolean): readonly unknown[] =>
    refundsIn(row, [nameless, named], { operations: [], isShared });
  expect(of(first, false)).toEqual([nameless, named]);
  expect(of(first, true)).toEqual([named]);
  expect(of({ ...first, renewal_of: "acqatt_1", gateway_payment_id: "T2" }, false)).toEqual([]);
  expect([nameless, named].map(isUnclaimed)).toEqual([true, false]);
});
