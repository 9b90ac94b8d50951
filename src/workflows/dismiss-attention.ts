import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../application/resolve-ledger";

export interface AttentionDismissal {
  /** Of the attention item. */
  readonly id: string;
  /** The user's id; the audit trail keeps it. */
  readonly actor_id: string;
  /** What was done about it, 1 to 500 characters. */
  readonly note: string;
}

/** A person closes an attention item. No compensation: the audit trail says that they did. */
const acquiringDismissAttentionStep = createStep(
  "acquiring-dismiss-attention",
  async ({ id, actor_id: actorId, note }: AttentionDismissal, { container }) => {
    await resolveLedger(container).dismissAttention(id, actorId, note);
    return new StepResponse({ id });
  },
);

export const acquiringDismissAttentionWorkflow = createWorkflow(
  "acquiring-dismiss-attention",
  (input: AttentionDismissal) => new WorkflowResponse(acquiringDismissAttentionStep(input)),
);
