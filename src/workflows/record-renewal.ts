import { MedusaError, OrderWorkflowEvents } from "@medusajs/framework/utils";
import {
  createHook,
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { z } from "@medusajs/framework/zod";
import { emitEventStep } from "@medusajs/medusa/core-flows";
import { failpoint } from "../modules/acquiring";
import { makeRenewalOrder } from "../application/subscriptions/renewal-order";
import { payRenewalOrder } from "../application/subscriptions/renewal-payment";
import { chargeOf, renewalPayload } from "../application/subscriptions/hook-payloads";

/**
 * Turns a paid renewal into its order, whose payment the projection records. The hook `renewalReceived` may return `{
 * order_id }`: that order, or none, is then used. May run twice; no compensation, because the money is there.
 * `workTask` records completion, with the renewal's event, after `order.placed` is emitted, so a crash in between emits that again.
 */
export interface RenewalAnswer {
  /** The renewal's order; null if it gets none. */
  readonly order_id: string | null;
  /** Set here; a handler's own value is ignored. */
  readonly is_replaced?: boolean;
}

const Replacement = z
  .object({ order_id: z.string().min(1).nullable() })
  .optional()
  // A workflow step that returns undefined does not pass undefined on to the next one.
  .transform((answer): RenewalAnswer => ({ is_replaced: answer !== undefined, order_id: answer?.order_id ?? null }));

const acquiringReadRenewalStep = createStep(
  "acquiring-read-renewal",
  async ({ charge_id: id }: { charge_id: string }, { container }) => {
    const renewal = await chargeOf(container, id);
    if (!renewal) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no charge ${id}.`);
    return new StepResponse(renewalPayload(renewal.subscription, renewal.charge));
  },
);

interface Recorded {
  readonly order_id: string | null;
  /** The plugin created it, not the shop's own handler. */
  readonly is_ours: boolean;
}

const acquiringRecordRenewalStep = createStep(
  "acquiring-record-renewal",
  async (input: { charge_id: string; replacement: RenewalAnswer | undefined }, { container }) => {
    const renewal = await chargeOf(container, input.charge_id);
    if (!renewal) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no charge ${input.charge_id}.`);
    // Without a handler there is no result at all.
    const replacement = input.replacement?.is_replaced === true ? input.replacement : null;
    // Refunded while the shop's handler worked: no order is owed.
    const isOwed = renewal.charge.order_state !== "none";
    const ours = !replacement && isOwed ? await makeRenewalOrder(container, renewal) : null;
    const orderId = replacement ? replacement.order_id : ours;
    failpoint("renewal:after-order");
    if (orderId !== null) await payRenewalOrder(container, renewal, orderId);
    failpoint("renewal:after-payment");
    return new StepResponse<Recorded>({ order_id: orderId, is_ours: !replacement });
  },
);

export const acquiringRecordRenewalWorkflow = createWorkflow(
  "acquiring-record-renewal",
  (input: { charge_id: string }) => {
    const renewal = acquiringReadRenewalStep(input);
    const renewalReceived = createHook("renewalReceived", renewal, { resultValidator: Replacement });
    const replacement = renewalReceived.getResult();
    const recorded = acquiringRecordRenewalStep({ charge_id: renewal.charge_id, replacement });
    when({ recorded }, ({ recorded: made }) => made.is_ours && made.order_id !== null).then(() => {
      const placed = transform({ recorded }, ({ recorded: made }) => ({ id: made.order_id }));
      emitEventStep({ eventName: OrderWorkflowEvents.PLACED, data: placed }).config({ name: "emit-order-placed" });
    });
    return new WorkflowResponse(recorded, { hooks: [renewalReceived] });
  },
);
