import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../application/resolve-ledger";

/** Voids or refunds money that must not stay, through the gate. No compensation: what reached the wire stays sent. */
const acquiringReverseAttemptStep = createStep(
  "acquiring-reverse-attempt",
  async ({ id }: { id: string }, { container }) => {
    return new StepResponse(await resolveLedger(container).autoReversal.reverse(id));
  },
);

export const acquiringReverseAttemptWorkflow = createWorkflow(
  "acquiring-reverse-attempt",
  (input: { id: string }) => new WorkflowResponse(acquiringReverseAttemptStep(input)),
);
