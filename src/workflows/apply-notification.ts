import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../application/resolve-ledger";

/** Processes one stored notification. Running it again changes nothing. */
const acquiringApplyNotificationStep = createStep(
  "acquiring-apply-notification",
  async ({ id }: { id: string }, { container }) => {
    return new StepResponse(await resolveLedger(container).applyInbox(id));
  },
);

export const acquiringApplyNotificationWorkflow = createWorkflow(
  "acquiring-apply-notification",
  (input: { id: string }) => new WorkflowResponse(acquiringApplyNotificationStep(input)),
);
