import {
  createHook,
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { z } from "@medusajs/framework/zod";
import type {
  CapturesDue,
  DeferredCaptures,
  InstalmentsOffered,
  OfferedInstalments,
  RefundDue,
  RefundDeferral,
} from "../application/hooks/payloads";

/**
 * Ask the store before money moves by itself, and before instalments are offered. A handler may be called again for the same payment, order or
 * cart. Without a handler, or without an answer, nothing is deferred and every plan is offered.
 */
const Captures = z
  .object({ wait: z.array(z.string()) })
  .optional()
  .transform((answer): DeferredCaptures => answer ?? { wait: [] });

const Refund = z
  .object({ wait: z.boolean() })
  .optional()
  .transform((answer): RefundDeferral => answer ?? { wait: false });

/** Null: the handler has no opinion. */
interface HandlerAnswer {
  readonly offer: readonly string[] | null;
}

const Instalments = z
  .object({ offer: z.array(z.string()) })
  .optional()
  .transform((answer): HandlerAnswer => answer ?? { offer: null });

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

const acquiringOfferInstalmentsStep = createStep(
  "acquiring-offer-instalments",
  ({ answer, plans }: { answer: HandlerAnswer | undefined; plans: readonly string[] }) =>
    Promise.resolve(new StepResponse<OfferedInstalments>({ offer: answer?.offer ?? plans })),
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

/** Hook `instalmentsOffered`: before plans are listed, and before a payment with one is sent. Returns which plans are offered. */
export const acquiringInstalmentsOfferedWorkflow = createWorkflow(
  "acquiring-instalments-offered",
  (input: InstalmentsOffered) => {
    const instalmentsOffered = createHook("instalmentsOffered", input, { resultValidator: Instalments });
    const offered = acquiringOfferInstalmentsStep({ answer: instalmentsOffered.getResult(), plans: input.plans });
    return new WorkflowResponse(offered, { hooks: [instalmentsOffered] });
  },
);
