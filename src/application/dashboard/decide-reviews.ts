import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { ReviewDecisionResult } from "../../api-schema/admin";
import type { AttemptRow, ReviewResult } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { projectAttempt } from "../orders/project-attempt";
import { forEachDue } from "../for-each-due";

/** Decides up to a hundred held payments in few requests, each separately. No compensation: the decision stands. */
export interface DecideReviewsRequest {
  /** Idempotency key: the same key again is answered from the ledger. */
  readonly key: string;
  readonly payment_ids: readonly string[];
  readonly action: "approve" | "reject";
  readonly note: string;
  readonly actor_id: string;
  /** A dashboard user, not an API key: only users count where two have to agree. */
  readonly is_user: boolean;
}

/** Number of orders updated before the answer; the others are due at once for the worker. */
const FOLLOWED_NOW = 20;

async function decideAll(container: MedusaContainer, request: DecideReviewsRequest): Promise<ReviewDecisionResult[]> {
  const ids = [...new Set(request.payment_ids)];
  const results = await resolveLedger(container).reviews.reviewMany(ids.map((id) => decisionFor(request, id)));
  const decided = ids.filter((_, index) => results[index]?.kind === "decided");
  await forEachDue(container, decided.slice(0, FOLLOWED_NOW), {
    work: "projection",
    isOfRequest: true,
    run: (id) => projectAttempt(container, id),
  });
  const cancelled = await cancelledOrders(container, decided);
  return ids.flatMap((id, index) => {
    const result = results[index];
    return result ? { payment_id: id, ...outcomeOf(request.action, result, cancelled.get(id) ?? null) } : [];
  });
}

/** Throws INVALID_DATA for a note with a card number, and for a key already used for the other decision. */
export async function decideReviews(
  container: MedusaContainer,
  request: DecideReviewsRequest,
): Promise<ReviewDecisionResult[]> {
  const { attempts } = resolveLedger(container);
  resolveLedger(container).assertNoCardData({ note: request.note });
  const keys = request.payment_ids.map((id) => keyFor(request, id));
  const used = await attempts
    .connection("acquiring_operation")
    .whereIn("idempotency_key", keys)
    .where({ kind: "review", deleted_at: null })
    .whereNot({ action: request.action })
    .first<{ id: string } | undefined>("id");
  if (used) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "key: already used for another decision; use a new key for each decision.",
    );
  }
  return decideAll(container, request);
}

const keyFor = ({ key }: DecideReviewsRequest, attemptId: string): string => `dash_review_${key}_${attemptId}`;

const decisionFor = (request: DecideReviewsRequest, attemptId: string) => ({
  attemptId,
  action: request.action,
  note: request.note,
  actorId: request.actor_id,
  isUser: request.is_user,
  idempotencyKey: keyFor(request, attemptId),
});

async function cancelledOrders(container: MedusaContainer, ids: readonly string[]): Promise<Map<string, number>> {
  const { attempts } = resolveLedger(container);
  const rejected = (await attempts.attemptsByIds(ids)).filter((row: AttemptRow) => row.hold_decision === "rejected");
  const { rows } = await attempts.connection.raw<{ rows: { id: string; display_id: number }[] }>(
    `SELECT attempt.id, placed.display_id FROM acquiring_payment_attempt AS attempt
     JOIN order_cart AS link ON link.cart_id = attempt.cart_id AND link.deleted_at IS NULL
     JOIN "order" AS placed ON placed.id = link.order_id AND placed.status = 'canceled'
     WHERE attempt.id = ANY(?)`,
    [rejected.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, display_id: number }) => [id, number]));
}

type Outcome = Omit<ReviewDecisionResult, "payment_id">;

export function outcomeOf(
  action: DecideReviewsRequest["action"],
  result: ReviewResult,
  cancelled: number | null,
): Outcome {
  if (result.kind !== "decided") {
    const isUndecided = result.kind === "unknown" && result.reason.code === "undecided";
    const outcome = isUndecided ? "pending" : result.kind === "declined" ? "refused" : result.kind;
    return { outcome, message: result.reason.message };
  }
  const { decision } = result;
  if (decision !== (action === "approve" ? "approved" : "rejected")) {
    return { outcome: decision, message: `It was already ${decision}; that decision stands.` };
  }
  return { outcome: decision, message: cancelled === null ? null : `Order #${String(cancelled)} is cancelled.` };
}
