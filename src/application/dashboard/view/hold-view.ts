import type { Hold } from "../../../api-schema/admin";
import type { Vote } from "../../../modules/acquiring/review/review-votes";
import { needsSecondPerson } from "../../../modules/acquiring/review/review-votes";
import type { AttemptRow } from "../../../modules/acquiring/ledger/rows/rows";
import type AcquiringModuleService from "../../../modules/acquiring/service";

/** That a payment is or was held for review, and what people said about it, in the words of the contract; null when it never was. */
export function holdOf(
  attempt: AttemptRow,
  {
    ledger,
    votes,
    nameOf,
  }: {
    readonly ledger: AcquiringModuleService;
    /** Of any payments. */
    readonly votes: readonly Vote[];
    readonly nameOf: (userId: string) => string | null;
  },
): Hold | null {
  if (attempt.held_at === null) return null;
  return {
    reason: attempt.hold_reason ?? "gateway",
    since: attempt.held_at.toISOString(),
    decision: attempt.hold_decision,
    decided_at: attempt.hold_decided_at?.toISOString() ?? null,
    needs_second_person: needsSecondPerson(ledger.options.review.secondPersonAbove, attempt),
    verdicts: votes
      .filter(({ attempt_id: id }) => id === attempt.id)
      .map(({ verdict, actor_id: by, note, at }) => ({ verdict, by: nameOf(by) ?? by, note, at: at.toISOString() })),
  };
}
