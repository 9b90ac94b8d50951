import type { PayoutRow } from "../../../api-schema/admin";
import type { Answer, Done, Refused } from "../../../modules/acquiring_payout/payout-api";
import type { PayoutRow as Row } from "../../../modules/acquiring_payout/rows";
import { mayHaveBeenPaid } from "../may-pay-again";
import type { SummaryFacts } from "../payout-summary";
import { summaryOf } from "../payout-summary";
import { granted, refusalAnswer } from "../refusal";

/** What a payout's preparers and approvers are told, and when a payout may be issued again. */
test.each([
  ["sending", null, true],
  ["pending", null, true],
  ["unknown", null, true],
  ["settled", null, true],
  ["declined", null, false],
  ["not_sent", null, false],
  ["declined", "paid", true],
  ["not_sent", "paid", true],
  ["declined", "pending", true],
  ["declined", "failed", false],
  ["declined", "cancelled", false],
  ["settled", "failed", true],
] as const)("a send that is %s, contradicted by %j, may have been paid: %j", (status, contradiction, mayBe) => {
  const send = { status, contradiction } as Parameters<typeof mayHaveBeenPaid>[0];
  expect(mayHaveBeenPaid(send)).toBe(mayBe);
});

test.each([
  ["fields", 400, "invalid_data"],
  ["not_found", 404, "not_found"],
  ["forbidden", 403, "forbidden"],
  ["changed", 409, "conflict"],
  ["not_now", 400, "not_allowed"],
] as const)("the refusal %s is answered with %i %s and its message", (code, status, type) => {
  const refusal: Refused = { kind: "refused", code, message: "No." };
  let thrown: unknown;
  try {
    granted<Done>(refusal);
  } catch (error) {
    thrown = error;
  }
  expect(refusalAnswer(thrown)).toEqual({ status, body: { type, message: "No." } });
});

test("invalid fields are part of the answer", () => {
  const fields = [{ path: "amount", message: "It is too much." }];
  const refusal: Refused = { kind: "refused", code: "fields", message: "amount: It is too much.", fields };
  expect(() => granted<Done>(refusal)).toThrow("amount: It is too much.");
  try {
    granted<Done>(refusal);
  } catch (error) {
    expect(refusalAnswer(error)?.body.fields).toEqual(fields);
  }
});

test("what is granted is returned; any other error is not answered like a refusal", () => {
  const done = { kind: "done", payout: { id: "po_1" } } as Answer<Done>;
  expect(granted(done)).toBe(done);
  expect(refusalAnswer(new Error("password of the database"))).toBeNull();
  expect(refusalAnswer({ refusal: { code: "fields", message: "No." } })).toBeNull();
});

const ROW = {
  ...{ amount: "1250.00", currency: "EUR", account: "main" },
  beneficiary: { id: "ben_1", name: "Acme", account_mask: "DE89…3000", country: "DE", blocked: false },
} as PayoutRow;
const PAYOUT = {
  ...{ state: "submitted", finished_at: null, approvals: 0, payment_method: "SEPA", reference: "Invoice 7" },
  ...{ payment_date: null, source_amount: null, source_currency: null, send_after: null, waits_for: null },
};

function summary(payout: object = {}, facts: Partial<SummaryFacts> = {}): string {
  return summaryOf({ ...PAYOUT, ...payout } as unknown as Row, {
    row: ROW,
    payee: { holder: "Acme", gatewayId: null },
    options: { approvalsNeeded: 2, approvalExpiresHours: 24, amountUnit: "major" } as SummaryFacts["options"],
    isChanged: false,
    repeats: [],
    ...facts,
  }).join("\n");
}

test("an approver reads how much goes to whom, under which reference", () => {
  expect(summary()).toBe(
    [
      '1250.00 EUR are sent from the gateway account "main" by SEPA to Acme (DE89…3000, DE).',
      'The beneficiary sees the reference "Invoice 7".',
      "Nothing is sent before 2 other people approve exactly this. An approval is valid for 24 hours; any change requires new approvals.",
      "It is sent as soon as it is approved.",
    ].join("\n"),
  );
});

test("the name and ID that the gateway really gets are pointed out", () => {
  const text = summary({}, { payee: { holder: "Mallory Ltd", gatewayId: "B17" } });
  expect(text).toContain('The gateway receives this name of the account holder: "Mallory Ltd".');
  expect(text).toContain('by its own ID "B17".');
});

test.each([
  ["one approval is missing", { approvals: 1 }, "one other person approves exactly this", true],
  ["it has all approvals", { state: "approved", approvals: 2 }, "Nothing is sent before", false],
  ["it is sent now", { state: "approved", approvals: 2 }, "It is sent now.", true],
  [
    "it waits for a limit",
    { send_after: new Date("2026-11-21T10:00:00Z"), waits_for: "The daily limit is reached." },
    "It is not sent before 2026-11-21T10:00:00.000Z. The daily limit is reached.",
    true,
  ],
  ["it is converted", { source_currency: "JPY" }, "It is paid from JPY; the gateway converts it.", true],
  ["a given amount is converted", { source_currency: "JPY", source_amount: "5000" }, "5000 JPY are paid for it", true],
  ["it has a date", { payment_date: "2026-12-01" }, "Requested payment date: 2026-12-01.", true],
  ["its outcome is unknown", { state: "unknown" }, "It is never sent again automatically.", true],
])("an approver is told when %s: %j, %j is said: %j", (_what, payout, sentence, isThere) => {
  expect(summary(payout).includes(sentence)).toBe(isThere);
});

test("a beneficiary that was changed since is reported to whoever would approve", () => {
  const sentence = "The beneficiary was changed or blocked since, so it cannot be sent.";
  expect(summary({}, { isChanged: true })).toContain(sentence);
  expect(summary({}, { isChanged: false })).not.toContain(sentence);
});

test.each(["paid", "failed", "cancelled", "rejected", "expired", "withdrawn"])(
  "a payout that is %s promises nothing",
  (state) => {
    expect(summary({ state })).toBe("");
    expect(summary({ state: "approved", finished_at: new Date("2026-11-21T10:00:00Z") })).toBe("");
  },
);

test("an approver reads first that it looks like another payout", () => {
  const repeats = ["acqpay_1", "acqpay_2", "acqpay_3", "acqpay_4"].map((id) => ({
    id,
    state: "paid" as const,
    created_at: new Date("2026-11-20T12:00:00Z"),
  }));
  const [first] = summary({}, { repeats }).split("\n");
  expect(first).toBe(
    "Is it owed twice? The same account, amount and reference as acqpay_1 (paid, 2026-11-20), acqpay_2 (paid, 2026-11-20), acqpay_3 (paid, 2026-11-20).",
  );
  expect(summary({ state: "sending" }, { repeats })).not.toContain("twice");
});
