import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { reconcileIfDue } from "../application/reconciliation/reconcile-books";

/** Scheduled comparison of the gateway, the ledger and Medusa. Read only, apart from raising `drift` and `reconciliation_failing`. */
const acquiringReconcileStep = createStep("acquiring-reconcile", async (_input: undefined, { container }) => {
  return new StepResponse(await reconcileIfDue(container));
});

export const acquiringReconcileWorkflow = createWorkflow(
  "acquiring-reconcile",
  () => new WorkflowResponse(acquiringReconcileStep()),
);
