import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import type { ReviewRequest, ReviewResult } from "../modules/acquiring";
import { resolveLedger } from "../application/resolve-ledger";
import { projectAttempt } from "../application/orders/project-attempt";

/**
 * Approves or rejects a held payment; its order is then authorised or cancelled. A refusal is a result, not an error.
 * No compensation: what reached the wire stays sent, and the decision stands.
 */
const acquiringReviewAttemptStep = createStep(
  "acquiring-review-attempt",
  async (request: ReviewRequest, { container }) => {
    const result: ReviewResult = await resolveLedger(container).reviews.review(request);
    if (result.kind === "decided") {
      // If this fails, the projection stays due and the worker runs it.
      await projectAttempt(container, request.attemptId);
    }
    return new StepResponse(result);
  },
);

export const acquiringReviewAttemptWorkflow = createWorkflow(
  "acquiring-review-attempt",
  (input: ReviewRequest) => new WorkflowResponse(acquiringReviewAttemptStep(input)),
);
