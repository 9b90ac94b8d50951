import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../application/resolve-ledger";

/** Asks the gateway about one attempt and applies what it says. It reads at the gateway and writes nothing there. */
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
