import type { AdminPayment } from "../../contract/admin";
import type { AttemptRow } from "../../modules/acquiring/ledger/rows";

/** That a payment is or was held for review, in the words of the contract; null when it never was. */
export function holdOf(attempt: AttemptRow): AdminPayment["hold"] {
  if (attempt.held_at === null) return null;
  return {
    reason: attempt.hold_reason ?? "gateway",
    since: attempt.held_at.toISOString(),
    decision: attempt.hold_decision,
    decided_at: attempt.hold_decided_at?.toISOString() ?? null,
    needs_second_person: false,
    verdicts: [],
  };
}
