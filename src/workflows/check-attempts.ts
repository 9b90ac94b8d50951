import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../application/resolve-ledger";

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
