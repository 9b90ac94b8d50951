import type { Command, CommandResult, ReviewResult } from "../../../modules/acquiring";
import { endOf } from "../bulk-capture";
import { outcomeOf } from "../decide-reviews";

/** What the dashboard reports about each payment of a bulk action. Nothing that may have been sent is reported as failed. */
const because = (code: string | null = "R0001", message = "Refused.") => ({ code, message });

test.each([
  ["approve", "approved", null, "approved", null],
  ["reject", "rejected", null, "rejected", null],
  ["reject", "rejected", 7, "rejected", "Order #7 is cancelled."],
  ["approve", "rejected", null, "rejected", "It was already rejected; that decision stands."],
  ["reject", "approved", null, "approved", "It was already approved; that decision stands."],
  ["approve", "rejected", 7, "rejected", "It was already rejected; that decision stands."],
] as const)("asked to %s, decided %s, cancelled order %j: %s, %j", (action, decision, order, outcome, message) => {
  expect(outcomeOf(action, { kind: "decided", decision } as ReviewResult, order)).toEqual({ outcome, message });
});

test.each([
  ["second_person", "second_person_needed", "second_person"],
  ["unknown", "time_out", "unknown"],
  ["unknown", "undecided", "pending"],
  ["declined", "R0001", "refused"],
  ["declined", "undecided", "refused"],
  ["refused", "busy", "refused"],
  ["not_sent", null, "not_sent"],
] as const)("a review that is %s for the reason %j is reported as %s", (kind, code, outcome) => {
  const result = { kind, reason: because(code) } as ReviewResult;
  expect(outcomeOf("approve", result, 7)).toEqual({ outcome, message: "Refused." });
});

const COMMAND: Command = { attemptId: "acqatt_1", kind: "capture", amount: 400n, key: "item_1", actorId: "user_1" };

test.each([
  ["settled", "done"],
  ["pending", "pending"],
  ["declined", "refused"],
  ["refused", "refused"],
  ["misused", "refused"],
  ["unknown", "unknown"],
  ["not_sent", "not_sent"],
] as const)("a capture that is %s ends its item as %s, with its amount and reason", (kind, outcome) => {
  expect(endOf(COMMAND, { kind, reason: because() } as CommandResult)).toEqual({
    amount: 400n,
    outcome,
    code: "R0001",
    message: "Refused.",
  });
});

test("a capture that succeeded has no reason", () => {
  const result = { kind: "settled" } as CommandResult;
  expect(endOf(COMMAND, result)).toEqual({ amount: 400n, outcome: "done", code: null, message: null });
});
