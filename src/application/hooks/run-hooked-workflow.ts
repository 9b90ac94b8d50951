import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { MedusaWorkflow } from "@medusajs/framework/workflows-sdk";
import { resolveLedger } from "../resolve-ledger";
import type {
  CapturesDue,
  DeferredCaptures,
  InstalmentsOffered,
  OfferedInstalments,
  RefundDue,
  RefundDeferral,
} from "./payloads";

/** Workflows whose hooks a store may handle, with their input and result. */
interface HookedWorkflows {
  "acquiring-announce-subscription": { input: { subscription_id: string }; result: unknown };
  "acquiring-announce-cancellation": { input: { subscription_id: string }; result: unknown };
  "acquiring-announce-renewal-failure": { input: { charge_id: string }; result: unknown };
  "acquiring-record-renewal": { input: { charge_id: string }; result: { readonly order_id: string | null } };
  "acquiring-captures-due": { input: CapturesDue; result: DeferredCaptures };
  "acquiring-refund-due": { input: RefundDue; result: RefundDeferral };
  "acquiring-instalments-offered": { input: InstalmentsOffered; result: OfferedInstalments };
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

/** Our choice. What is claimed from the ledger stays claimed for two minutes; a customer waits for the plans. */
const ANSWER_MS = {
  "acquiring-captures-due": 30_000,
  "acquiring-refund-due": 30_000,
  "acquiring-instalments-offered": 5_000,
} as const;

/** Asks the store before it is decided. Rejects if the handler does, and if it does not answer in time; its later answer is ignored. */
export async function askStore<Id extends keyof typeof ANSWER_MS>(
  container: MedusaContainer,
  id: Id,
  input: HookedWorkflows[Id]["input"],
): Promise<HookedWorkflows[Id]["result"]> {
  const ms = ANSWER_MS[id];
  return new Promise((resolve, reject) => {
    const callOff = resolveLedger(container).startTimer(ms, () =>
      reject(new Error(`The store's handler did not answer within ${String(ms / 1000)} seconds.`)),
    );
    void runHookedWorkflow(container, id, input).then(resolve, reject).finally(callOff);
  });
}
