import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../application/resolve-ledger";

/** Queries the gateway about one attempt and applies the answer. Writes nothing at the gateway. */
const acquiringCheckAttemptStep = createStep(
  "acquiring-check-attempt",
  async ({ id }: { id: string }, { container }) => {
    return new StepResponse(await resolveLedger(container).checkAttempt(id));
  },
);

export const acquiringCheckAttemptWorkflow = createWorkflow(
  "acquiring-check-attempt",
  (input: { id: string }) => new WorkflowResponse(acquiringCheckAttemptStep(input)),
);

/**
 * Queries the gateway about many attempts in as few requests as possible and applies the answers. Writes nothing at the
 * gateway. Returns the attempts whose check failed for an internal reason.
 */
const acquiringCheckAttemptsStep = createStep(
  "acquiring-check-attempts",
  async ({ ids }: { ids: readonly string[] }, { container }) => {
    return new StepResponse(await resolveLedger(container).checkAttempts(ids));
  },
);

export const acquiringCheckAttemptsWorkflow = createWorkflow(
  "acquiring-check-attempts",
  (input: { ids: readonly string[] }) => new WorkflowResponse(acquiringCheckAttemptsStep(input)),
);
