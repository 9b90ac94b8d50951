import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../application/resolve-ledger";

/**
 * Asks the gateway about many attempts, with as few queries as hold them, and
 * applies what it says to each. It reads at the gateway and writes nothing there.
 * Answers which attempts could not be checked for a reason of our own.
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
