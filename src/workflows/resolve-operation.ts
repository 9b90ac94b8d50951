import { MedusaError } from "@medusajs/framework/utils";
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import type { ResolveOperation } from "../modules/acquiring";
import { resolveLedger } from "../application/resolve-ledger";

export type { ResolveOperation } from "../modules/acquiring";

/**
 * Manual resolution of an operation whose outcome is unknown and cannot be queried. Throws NOT_ALLOWED with the reason
 * if the decision does not fit. No compensation: the audit trail keeps the decision.
 */
const acquiringResolveOperationStep = createStep(
  "acquiring-resolve-operation",
  async (input: ResolveOperation, { container }) => {
    const ledger = resolveLedger(container);
    const result = await ledger.manualResolution.decide(input);
    if (result.kind === "refused") throw new MedusaError(MedusaError.Types.NOT_ALLOWED, result.reason.message);
    return new StepResponse(result);
  },
);

export const acquiringResolveOperationWorkflow = createWorkflow(
  "acquiring-resolve-operation",
  (input: ResolveOperation) => new WorkflowResponse(acquiringResolveOperationStep(input)),
);
