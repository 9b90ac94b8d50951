import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk";
import type { PaymentChange } from "../application/dashboard/change-payment";
import { changePayment } from "../application/dashboard/change-payment";

export type { PaymentChange } from "../application/dashboard/change-payment";

/** Captures, voids or refunds one payment. A refusal is a result. No compensation: what reached the wire stays sent. */
const acquiringChangePaymentStep = createStep(
  "acquiring-change-payment",
  async (change: PaymentChange, { container }) => new StepResponse(await changePayment(container, change)),
);

export const acquiringChangePaymentWorkflow = createWorkflow(
  "acquiring-change-payment",
  (input: PaymentChange) => new WorkflowResponse(acquiringChangePaymentStep(input)),
);
