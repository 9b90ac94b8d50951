import type { Hold } from "../../../api-schema/admin";
import type { AttemptRow, Vote } from "../../../modules/acquiring";
import { needsSecondPerson } from "../../../modules/acquiring";
import type AcquiringModuleService from "../../../modules/acquiring/service";

/** A payment's review hold with its votes, in the shape of the admin API; null if it was never held. */
export function holdOf(
  attempt: AttemptRow,
  {
    ledger,
    votes,
    nameOf,
  }: {
    readonly ledger: AcquiringModuleService;
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
    votes: votes
      .filter(({ attempt_id: id }) => id === attempt.id)
      .map(({ action, actor_id: by, note, at }) => ({ action, by: nameOf(by) ?? by, note, at: at.toISOString() })),
  };
}
