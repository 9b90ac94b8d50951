import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { MedusaWorkflow } from "@medusajs/framework/workflows-sdk";

/**
 * Workflows with hooks for the store's handlers, run by their ID: Medusa loads `workflows/`, which imports
 * `application/`. A store without them does not start.
 */
interface HookedWorkflows {
  "acquiring-announce-subscription": { input: { subscription_id: string }; result: unknown };
  "acquiring-announce-cancellation": { input: { subscription_id: string }; result: unknown };
  "acquiring-announce-renewal-failure": { input: { charge_id: string }; result: unknown };
  "acquiring-record-renewal": { input: { charge_id: string }; result: { readonly order_id: string | null } };
}

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
