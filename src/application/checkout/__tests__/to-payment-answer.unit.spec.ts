import type { PaymentAnswer } from "../../../api-schema/store";
import { PaymentAnswer as Schema } from "../../../api-schema/store";
import type { AttemptRow, SessionPayment } from "../../../modules/acquiring";
import { toPaymentAnswer } from "../to-payment-answer";
import { ledgerWith, NOW, paymentOf } from "./ledger";

/** What a shop, and so anyone, reads of a payment. */
const LATER = new Date("2026-11-21T10:00:00.001Z");
const ledger = ledgerWith({ apm: { methods: ["ideal"] } });

const answerOf = (row: Partial<AttemptRow>, payment: Partial<SessionPayment>): PaymentAnswer["payment"] =>
  toPaymentAnswer(ledger, "payses_1", paymentOf(row, payment)).payment;

test.each([
  ["payable", "payable", false],
  ["authorised", "authorised", true],
  ["captured", "captured", true],
  ["pending", "pending", true],
  ["checking", "checking", false],
  ["action_required", "action_required", false],
  ["voided", "payable", false],
] as const)("a payment that is %s is shown as %s; whether an order can be placed: %s", (state, shown, completable) => {
  expect(answerOf({ state: "declined" }, { state })).toMatchObject({ state: shown, completable });
});

test("a session without a payment is payable and shows nothing else", () => {
  const answer = toPaymentAnswer(ledger, "payses_1", null);
  expect(Schema.parse(answer).payment).toEqual({
    session_id: "payses_1",
    state: "payable",
    completable: false,
    error: null,
    card: null,
    action: null,
    method: null,
    instructions: null,
    saved_card: null,
    expires_at: null,
    poll_after_ms: null,
  });
});

test("a session that waits for another one of its cart is told to wait and not to pay", () => {
  const { payment } = toPaymentAnswer(ledger, "payses_1", {
    ...paymentOf({}, { state: "checking", pollAfterMs: 1_000 }),
    attempt: null,
  });
  expect(payment).toMatchObject({ completable: false, error: { code: "payment_checking" }, poll_after_ms: 1_000 });
});

test.each([
  ["insufficient funds", { state: "declined", result_code: "R0005" }],
  ["a stolen card", { state: "declined", result_code: "R0043" }],
  ["a wrong security code", { state: "declined", result_code: "R0082" }],
  ["no result code", { state: "declined", result_code: null }],
  ["the time that ran out", { state: "expired", result_code: "expired" }],
] as const)("a payment declined for %s reads like every other", (_why, row) => {
  const declined = answerOf({ ...row, result_message: "Pick up card 4111" }, { state: "payable" });
  expect(declined.error).toEqual({
    code: "card_declined",
    message: "The payment was not approved. Please try another card or another payment method.",
  });
  expect(JSON.stringify(declined)).not.toMatch(/R00|Pick up|4111/);
});

test.each([
  ["was not sent", { state: "declined", result_code: "not_sent" }, "payable", "temporarily_unavailable"],
  ["lost its redirect", { state: "action_required" }, "payable", "temporarily_unavailable"],
  ["was left for another method", { state: "action_required", action_url: "https://bank" }, "payable", undefined],
  ["was given up", { state: "expired", result_code: "given_up" }, "payable", undefined],
  ["is being checked", { state: "unknown" }, "checking", "payment_checking"],
  ["was voided", { state: "voided" }, "voided", "session_not_payable"],
  ["was authorised", { state: "authorised", result_code: "R0005" }, "authorised", undefined],
] as const)("a payment that %s %j in the state %s has the error %s", (_what, row, state, code) => {
  expect(answerOf(row, { state }).error?.code).toBe(code);
});

test("a redirect goes over our own page, so the bank's address is not shown", () => {
  const row = { state: "action_required", action_url: "https://bank.example/acs" } as const;
  const answer = answerOf(row, { state: "action_required", expiresAt: LATER });
  expect(answer.action).toMatchObject({ kind: "redirect", presentation: "page" });
  expect(answer.action?.url).toMatch(/^https:\/\/api\.shop\.example\/acquiring\/go\/acq_7\.[\w-]{43}$/);
  expect(answer.expires_at).toBe("2026-11-21T10:00:00.001Z");
  expect(JSON.stringify(answer)).not.toContain("bank.example");
  expect(answerOf({ ...row, presentation: "iframe" }, { state: "action_required" }).action?.presentation).toBe(
    "iframe",
  );
});

test.each(["payable", "checking", "authorised", "voided"] as const)("a payment that is %s has no redirect", (state) => {
  expect(answerOf({ action_url: "https://bank.example/acs" }, { state }).action).toBeNull();
});

test("of a saved card only our id is shown, and only by the payment that was asked to save it", () => {
  const saved = { saved_card_id: "acqcrd_1", save_card: { expiryMonth: "01", lastName: "Lovelace" } };
  expect(answerOf(saved, { state: "authorised" }).saved_card).toEqual({ id: "acqcrd_1" });
  expect(answerOf({ ...saved, save_card: null }, { state: "authorised" }).saved_card).toBeNull();
  expect(answerOf({ ...saved, saved_card_id: null }, { state: "authorised" }).saved_card).toBeNull();
});

test("the answer has no field that the schema does not have, and no part of the row beside it", () => {
  const row = {
    card_mask: "411111******1111",
    card_brand: "visa",
    customer_id: "cus_hidden",
    gateway_payment_id: "gw_hidden",
    risk: { score: "hidden" },
  };
  const answer = toPaymentAnswer(ledger, "payses_1", paymentOf(row, { state: "authorised" }));
  expect(Schema.parse(answer)).toEqual(answer);
  expect(answer.payment.card).toEqual({ mask: "411111******1111", brand: "visa" });
  expect(JSON.stringify(answer)).not.toContain("hidden");
});

const APM = { mode: "apm", method: "ideal", provider_id: "pp_acquiring-apm_main", state: "pending" } as const;
const instructionsOf = (row: Partial<AttemptRow>, payment: Partial<SessionPayment>) =>
  answerOf({ ...APM, action_url: "https://voucher.example", ...row }, payment).instructions;

test.each([
  ["pending", null, "pending", "waiting"],
  ["authorised", null, "authorised", "paid"],
  ["captured", null, "captured", "paid"],
  ["captured", null, "voided", "cancelled"],
  ["authorised", null, "pending", undefined],
  ["authorised", null, "checking", undefined],
  ["expired", "expired", "payable", "expired"],
  ["expired", "given_up", "payable", "cancelled"],
  ["declined", "R0001", "payable", "cancelled"],
  ["voided", null, "voided", "cancelled"],
  ["created", null, "checking", undefined],
  ["action_required", null, "action_required", undefined],
  ["unknown", null, "checking", undefined],
] as const)("instructions of a row that is %s (%s) in a session that is %s say %s", (row, code, state, status) => {
  expect(instructionsOf({ state: row, result_code: code }, { state })?.status).toBe(status);
});

test.each([
  ["1025", "EUR", "10.25"],
  ["1025", "JPY", "1025"],
  ["1025", "KWD", "1.025"],
  ["5", "EUR", "0.05"],
])("instructions over %s minor units of %s ask for %s", (requested, currency, amount) => {
  expect(instructionsOf({ requested, currency }, { state: "pending" })).toMatchObject({ amount, currency });
});

test.each([
  ["before it ends", LATER, true],
  ["at its end", NOW, false],
  ["without an end", null, true],
])("a waiting payment can be continued: %s, %j, %s", (_when, expiresAt, canContinue) => {
  const told = instructionsOf({}, { state: "pending", expiresAt });
  expect(told?.url !== null).toBe(canContinue);
  expect(told?.expires_at).toBe(expiresAt?.toISOString() ?? null);
});

test("nobody is sent to pay a second time, and a card payment has no instructions", () => {
  expect(instructionsOf({ state: "captured" }, { state: "captured", expiresAt: LATER })).toMatchObject({
    url: null,
    expires_at: null,
  });
  expect(instructionsOf({ action_url: null }, { state: "pending", expiresAt: LATER })?.url).toBeNull();
  expect(instructionsOf({ mode: "card" }, { state: "pending" })).toBeNull();
});
