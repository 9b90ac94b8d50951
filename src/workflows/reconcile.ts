import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { reconcileIfDue } from "../application/reconciliation/reconcile-books";

/**
 * The regular comparison of the gateway, the ledger and Medusa. It only reads, and
 * tells a person by the attention item `drift`. Answers null when none was due.
 */
const acquiringReconcileStep = createStep("acquiring-reconcile", async (_input: undefined, { container }) => {
  return new StepResponse(await reconcileIfDue(container));
});

export const acquiringReconcileWorkflow = createWorkflow(
  "acquiring-reconcile",
  () => new WorkflowResponse(acquiringReconcileStep()),
);
