import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import type { ReviewDecisionResult } from "../api-schema/admin";
import type { AttemptRow, ReviewResult } from "../modules/acquiring";
import { resolveLedger } from "../application/resolve-ledger";
import { acquiringProjectAttemptWorkflow } from "./project-attempt";
import { forEachDue } from "../application/for-each-due";

/**
 * Applies an admin's decision to up to a hundred held payments in as few requests as possible. Each is decided
 * separately, and its order follows. No compensation: what reached the wire stays sent, and the decision stands.
 */
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

const acquiringReviewAttemptsStep = createStep(
  "acquiring-review-attempts",
  async (wish: DecideReviewsRequest, { container }) => {
    const ids = [...new Set(wish.payment_ids)];
    const results = await resolveLedger(container).reviews.reviewMany(ids.map((attemptId) => wishFor(wish, attemptId)));
    const decided = ids.filter((_, index) => results[index]?.kind === "decided");
    await forEachDue(container, decided.slice(0, FOLLOWED_NOW), {
      run: (id) => acquiringProjectAttemptWorkflow(container).run({ input: { id } }),
    });
    const cancelled = await cancelledOrders(container, decided);
    return new StepResponse(
      ids.flatMap((id, index) => {
        const result = results[index];
        return result ? { payment_id: id, ...told(wish.action, result, cancelled.get(id) ?? null) } : [];
      }),
    );
  },
);

const acquiringReviewAttemptsWorkflow = createWorkflow(
  "acquiring-review-attempts",
  (wish: DecideReviewsRequest) => new WorkflowResponse(acquiringReviewAttemptsStep(wish)),
);

/** Throws INVALID_DATA for a note with a card number, and for a key already used for the other decision. */
export async function decideReviews(
  container: MedusaContainer,
  wish: DecideReviewsRequest,
): Promise<ReviewDecisionResult[]> {
  const { journal: ledger } = resolveLedger(container);
  resolveLedger(container).assertNoCardData({ note: wish.note });
  const keys = wish.payment_ids.map((id) => keyFor(wish, id));
  const used = await ledger
    .connection("acquiring_operation")
    .whereIn("idempotency_key", keys)
    .where({ kind: "review", deleted_at: null })
    .whereNot({ action: wish.action })
    .first<{ id: string } | undefined>("id");
  if (used) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "key: already used for another decision; use a new key for each decision.",
    );
  }
  return (await acquiringReviewAttemptsWorkflow(container).run({ input: wish })).result;
}

const keyFor = ({ key }: DecideReviewsRequest, attemptId: string): string => `dash_review_${key}_${attemptId}`;

const wishFor = (wish: DecideReviewsRequest, attemptId: string) => ({
  attemptId,
  action: wish.action,
  note: wish.note,
  actorId: wish.actor_id,
  isUser: wish.is_user,
  idempotencyKey: keyFor(wish, attemptId),
});

/** Display IDs of the cancelled orders, by payment. */
async function cancelledOrders(container: MedusaContainer, ids: readonly string[]): Promise<Map<string, number>> {
  const { journal: ledger } = resolveLedger(container);
  const rejected = (await ledger.attempts(ids)).filter((row: AttemptRow) => row.hold_decision === "rejected");
  const { rows } = await ledger.connection.raw<{ rows: { id: string; display_id: number }[] }>(
    `SELECT attempt.id, placed.display_id FROM acquiring_payment_attempt AS attempt
     JOIN order_cart AS link ON link.cart_id = attempt.cart_id AND link.deleted_at IS NULL
     JOIN "order" AS placed ON placed.id = link.order_id AND placed.status = 'canceled'
     WHERE attempt.id = ANY(?)`,
    [rejected.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, display_id: number }) => [id, number]));
}

type Told = Omit<ReviewDecisionResult, "payment_id">;

function told(action: DecideReviewsRequest["action"], result: ReviewResult, cancelled: number | null): Told {
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
