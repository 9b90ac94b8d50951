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
