import type { MedusaContainer } from "@medusajs/framework/types";
import { ACQUIRING_SUBSCRIPTION_MODULE } from "../../modules/acquiring_subscription";
import type AcquiringSubscriptionModuleService from "../../modules/acquiring_subscription/service";
import { resolveLedger } from "../resolve-ledger";

/** The subscription module. It uses the ledger's clock, so that both agree on what is due. */
export function resolveSubscriptions(container: MedusaContainer): AcquiringSubscriptionModuleService {
  const subscriptions = container.resolve<AcquiringSubscriptionModuleService>(ACQUIRING_SUBSCRIPTION_MODULE);
  const ledger = resolveLedger(container);
  subscriptions.useClock(() => ledger.now());
  return subscriptions;
}
