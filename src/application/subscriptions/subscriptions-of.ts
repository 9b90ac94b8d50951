import type { MedusaContainer } from "@medusajs/framework/types";
import { ACQUIRING_SUBSCRIPTION_MODULE } from "../../modules/acquiring_subscription";
import type AcquiringSubscriptionModuleService from "../../modules/acquiring_subscription/service";
import { resolveLedger } from "../resolve-ledger";

/** The module of contracts. It reads the ledger's clock: what is due in one is due in the other. */
export function resolveSubscriptions(container: MedusaContainer): AcquiringSubscriptionModuleService {
  const subscriptions = container.resolve<AcquiringSubscriptionModuleService>(ACQUIRING_SUBSCRIPTION_MODULE);
  const ledger = resolveLedger(container);
  subscriptions.useClock(() => ledger.now());
  return subscriptions;
}
