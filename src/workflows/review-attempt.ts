import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import type { ReviewResult, ReviewRequest } from "../modules/acquiring/review/review-decision";
import { resolveLedger } from "../application/resolve-ledger";
import { acquiringProjectAttemptWorkflow } from "./project-attempt";

/**
 * Approves or rejects a payment that is held for review, and lets its order follow:
 * it is authorised, or cancelled. A refusal is an answer, not an error. No
 * compensation: what reached the wire stays sent, and a decision stays made.
 */
const acquiringReviewAttemptStep = createStep(
  "acquiring-review-attempt",
  async (wish: ReviewRequest, { container }) => {
    const result: ReviewResult = await resolveLedger(container).review(wish);
    if (result.kind === "decided") {
      // What fails here is left due, and the worker does it.
      await acquiringProjectAttemptWorkflow(container).run({ input: { id: wish.attemptId } });
    }
    return new StepResponse(result);
  },
);

export const acquiringReviewAttemptWorkflow = createWorkflow(
  "acquiring-review-attempt",
  (input: ReviewRequest) => new WorkflowResponse(acquiringReviewAttemptStep(input)),
);
