import {
  createHook,
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { z } from "@medusajs/framework/zod";
import type { CapturesDue, DeferredCaptures, RefundDue, RefundDeferral } from "../application/hooks/payloads";

/**
 * Ask the store before money moves by itself. A handler may be called again for the same payment or order. Without a handler, or without an
 * answer, nothing is deferred.
 */
const Captures = z
  .object({ wait: z.array(z.string()) })
  .optional()
  .transform((answer): DeferredCaptures => answer ?? { wait: [] });

const Refund = z
  .object({ wait: z.boolean() })
  .optional()
  .transform((answer): RefundDeferral => answer ?? { wait: false });

/** Without a handler there is no result at all. */
const acquiringDeferCapturesStep = createStep(
  "acquiring-defer-captures",
  ({ answer }: { answer: DeferredCaptures | undefined }) =>
    Promise.resolve(new StepResponse<DeferredCaptures>(answer ?? { wait: [] })),
);

const acquiringDeferRefundStep = createStep(
  "acquiring-defer-refund",
  ({ answer }: { answer: RefundDeferral | undefined }) =>
    Promise.resolve(new StepResponse<RefundDeferral>(answer ?? { wait: false })),
);

/** Hook `capturesDue`: before the capture policy captures. Returns which payments wait. */
export const acquiringCapturesDueWorkflow = createWorkflow("acquiring-captures-due", (input: CapturesDue) => {
  const capturesDue = createHook("capturesDue", input, { resultValidator: Captures });
  const deferred = acquiringDeferCapturesStep({ answer: capturesDue.getResult() });
  return new WorkflowResponse(deferred, { hooks: [capturesDue] });
});

/** Hook `refundDue`: before the server makes a refund by itself (`refunds.automatic`). Returns whether it is left to people. */
export const acquiringRefundDueWorkflow = createWorkflow("acquiring-refund-due", (input: RefundDue) => {
  const refundDue = createHook("refundDue", input, { resultValidator: Refund });
  const deferred = acquiringDeferRefundStep({ answer: refundDue.getResult() });
  return new WorkflowResponse(deferred, { hooks: [refundDue] });
});
