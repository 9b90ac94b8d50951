import {
  createHook,
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { z } from "@medusajs/framework/zod";
import type { CapturesDue, HeldBack, RefundDue, RefundHeldBack } from "../application/hooks/payloads";

/**
 * Ask the store before money moves by itself. A handler may be called again for the same payment or order. Without a handler, or without an
 * answer, nothing is held back.
 */
const Captures = z
  .object({ wait: z.array(z.string()) })
  .optional()
  .transform((answer): HeldBack => answer ?? { wait: [] });

const Refund = z
  .object({ wait: z.boolean() })
  .optional()
  .transform((answer): RefundHeldBack => answer ?? { wait: false });

/** Without a handler there is no result at all. */
const acquiringHoldCapturesStep = createStep(
  "acquiring-hold-captures",
  ({ answer }: { answer: HeldBack | undefined }) => Promise.resolve(new StepResponse<HeldBack>(answer ?? { wait: [] })),
);

const acquiringHoldRefundStep = createStep(
  "acquiring-hold-refund",
  ({ answer }: { answer: RefundHeldBack | undefined }) =>
    Promise.resolve(new StepResponse<RefundHeldBack>(answer ?? { wait: false })),
);

/** Hook `capturesDue`: before the capture policy captures. Returns which payments wait. */
export const acquiringCapturesDueWorkflow = createWorkflow("acquiring-captures-due", (input: CapturesDue) => {
  const capturesDue = createHook("capturesDue", input, { resultValidator: Captures });
  const held = acquiringHoldCapturesStep({ answer: capturesDue.getResult() });
  return new WorkflowResponse(held, { hooks: [capturesDue] });
});

/** Hook `refundDue`: before the server makes a refund by itself (`refunds.automatic`). Returns whether it is left to people. */
export const acquiringRefundDueWorkflow = createWorkflow("acquiring-refund-due", (input: RefundDue) => {
  const refundDue = createHook("refundDue", input, { resultValidator: Refund });
  const held = acquiringHoldRefundStep({ answer: refundDue.getResult() });
  return new WorkflowResponse(held, { hooks: [refundDue] });
});
