import { reduceOutcome } from "../domain/reduce-outcome";
import { reduceExpiry } from "../domain/reducer";
import type { Applied } from "../ledger/apply-decision";
import { applyDecision } from "../ledger/apply-decision";
import { GIVEN_UP, hasCancelled } from "../ledger/rows/customer-redirect";
import type { Ledger } from "../ledger/ledger";
import type { LockedAttempt } from "../ledger/rows/attempt-row";
import { expiryOf, SENDING_GRACE_MS } from "../ledger/rows/schedule";

/**
 * Ends without a response from the gateway: a payment that the customer did not complete, and a send whose process
 * died. The checker queries the gateway before the first and after the second.
 */
export interface ExpiryDependencies {
  readonly ledger: Ledger;
  readonly unknownFinalAfterMs: number;
  readonly completeCartAfterMs: number;
}

/** It expired, or the customer chose another payment method. */
export type Unfinished = "time" | "given_up";

/** As a journal entry names them. */
const EXPIRY = {
  time: { code: "expired", message: "The customer did not complete the payment in time." },
  cancelled: { code: "cancelled", message: "The customer cancelled on the gateway's page." },
  given_up: { code: GIVEN_UP, message: "The customer chose another payment method." },
} as const;

/**
 * Ends a payment that the customer did not complete. Only right after a query that reported no money. False if there
 * was nothing to end.
 */
export async function expireUnfinished(deps: ExpiryDependencies, attemptId: string, why: Unfinished): Promise<boolean> {
  const { ledger, completeCartAfterMs } = deps;
  const ended = await ledger.withAttempt(attemptId, async (attempt, trx) => {
    const { row, snapshot, lockedAt: now } = attempt;
    const expiry = expiryOf(row, row.state);
    const isDue = why === "given_up" ? row.state === "action_required" : expiry !== null && expiry <= now;
    if (!isDue) return false;
    const ending = why === "time" && hasCancelled(row) ? "cancelled" : why;
    const actor = ending === "time" ? "system" : "customer";
    return applyDecision(trx, attempt, reduceExpiry(snapshot), {
      source: "request",
      actor,
      now,
      inboxEventId: null,
      details: EXPIRY[ending],
      completeCartAfterMs,
    });
  });
  return ended === true;
}

/**
 * Abandons a row that is still `sending` long after its timeout: its process died. Returns Postgres' time if so;
 * undefined: no such attempt.
 */
export async function expireStale(deps: ExpiryDependencies, attemptId: string): Promise<Date | undefined> {
  return deps.ledger.withAttempt(attemptId, async (attempt, trx) => {
    const given = expired(deps, attempt);
    if (given) await applyDecision(trx, attempt, given.reduced, given.context);
    return attempt.lockedAt;
  });
}

/** The writes for such a row; null: there is none. */
export function expired(
  { unknownFinalAfterMs, completeCartAfterMs }: Omit<ExpiryDependencies, "ledger">,
  attempt: LockedAttempt,
): Applied | null {
  const now = attempt.lockedAt;
  const stale = attempt.snapshot.operations.find(
    ({ status, sentAt }) => status === "sending" && now.getTime() - sentAt >= SENDING_GRACE_MS,
  );
  if (!stale) return null;
  const reason = { code: "process_ended", message: "The process that sent this ended before a response arrived." };
  const asked = { source: "response", askedAt: now.getTime(), operationId: stale.id, unknownFinalAfterMs } as const;
  // The hosted page was never served, so nobody can have paid on it.
  const kind = attempt.row.mode === "checkout" && stale.kind === "authorise" ? "not_sent" : "unknown";
  return {
    attempt,
    reduced: reduceOutcome(attempt.snapshot, stale, { kind, reason }, asked),
    context: { source: "request", actor: "system", now, inboxEventId: null, details: reason, completeCartAfterMs },
  };
}
