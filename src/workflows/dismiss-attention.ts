import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../application/resolve-ledger";

export interface AttentionDismissal {
  /** ID of the attention item. */
  readonly id: string;
  /** The user's ID, for the audit trail. */
  readonly actor_id: string;
  /** How it was handled, 1 to 500 characters. */
  readonly note: string;
  /** What was read; an item that says something else by now stays open. */
  readonly message?: string | undefined;
}

/** Closes an attention item for an admin. No compensation: the audit trail has recorded it. */
const acquiringDismissAttentionStep = createStep(
  "acquiring-dismiss-attention",
  async ({ id, actor_id: actorId, note, message }: AttentionDismissal, { container }) => {
    await resolveLedger(container).attention.dismiss(id, actorId, note, message);
    return new StepResponse({ id });
  },
);

export const acquiringDismissAttentionWorkflow = createWorkflow(
  "acquiring-dismiss-attention",
  (input: AttentionDismissal) => new WorkflowResponse(acquiringDismissAttentionStep(input)),
);
