import { MedusaError } from "@medusajs/framework/utils";
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import type { DecideOperation } from "../modules/acquiring/status-checks/manual-resolution";
import { ledgerOf } from "../application/resolve-ledger";

export type { DecideOperation } from "../modules/acquiring/status-checks/manual-resolution";

/**
 * A person decides an operation whose outcome is unknown and that no query can
 * tell. Throws NOT_ALLOWED with the reason when the word does not fit. No
 * compensation: a decision stands in the audit trail, and stays.
 */
const acquiringDecideOperationStep = createStep(
  "acquiring-decide-operation",
  async (input: DecideOperation, { container }) => {
    const ledger = ledgerOf(container);
    const result = await ledger.decideOperation(input);
    if (result.kind === "refused") throw new MedusaError(MedusaError.Types.NOT_ALLOWED, result.reason.message);
    return new StepResponse(result);
  },
);

export const acquiringDecideOperationWorkflow = createWorkflow(
  "acquiring-decide-operation",
  (input: DecideOperation) => new WorkflowResponse(acquiringDecideOperationStep(input)),
);
