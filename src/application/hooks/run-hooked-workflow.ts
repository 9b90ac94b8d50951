import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { MedusaWorkflow } from "@medusajs/framework/workflows-sdk";
import type { CapturesDue, DeferredCaptures, RefundDue, RefundDeferral } from "./payloads";

/** Workflows whose hooks a store may handle, with their input and result. */
interface HookedWorkflows {
  "acquiring-announce-subscription": { input: { subscription_id: string }; result: unknown };
  "acquiring-announce-cancellation": { input: { subscription_id: string }; result: unknown };
  "acquiring-announce-renewal-failure": { input: { charge_id: string }; result: unknown };
  "acquiring-record-renewal": { input: { charge_id: string }; result: { readonly order_id: string | null } };
  "acquiring-captures-due": { input: CapturesDue; result: DeferredCaptures };
  "acquiring-refund-due": { input: RefundDue; result: RefundDeferral };
}

/** By its ID, since `workflows/` imports `application/`. A store without these workflows does not start. Rejects if a handler does. */
export async function runHookedWorkflow<Id extends keyof HookedWorkflows>(
  container: MedusaContainer,
  id: Id,
  input: HookedWorkflows[Id]["input"],
): Promise<HookedWorkflows[Id]["result"]> {
  const workflow = MedusaWorkflow.getWorkflow(id);
  if (!workflow) {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Medusa has not loaded the workflow ${id}.`);
  }
  const { result } = await workflow(container).run({ input });
  return result;
}
