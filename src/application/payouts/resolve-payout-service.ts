import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { PayoutWireRules } from "../../gateway/model/payout-money";
import type { ReadyPayouts } from "../../options/payout-setup";
import { readyPayouts } from "../../options/payout-setup";
import { ACQUIRING_PAYOUT_MODULE } from "../../modules/acquiring_payout";
import type { PayoutApi } from "../../modules/acquiring_payout/payout-api";
import type AcquiringPayoutModuleService from "../../modules/acquiring_payout/service";
import { resolveLedger } from "../resolve-ledger";

/** The payout service with its options. It uses the ledger's clock, so that both agree on what is due. */
export interface PayoutServices extends PayoutApi {
  readonly options: ReadyPayouts;
  readonly accounts: readonly string[];
}

/** Null until payouts are set up, and in a store without the module. */
export function findPayoutService(container: MedusaContainer): PayoutServices | null {
  const ledger = resolveLedger(container);
  const options = readyPayouts(ledger.options);
  const service = container.resolve<AcquiringPayoutModuleService | undefined>(ACQUIRING_PAYOUT_MODULE, {
    allowUnregistered: true,
  });
  if (!options || !service) return null;
  service.useClock(() => ledger.now());
  const accounts = options.accounts ?? [...ledger.options.accounts.keys()];
  const units: ReadonlyMap<string, PayoutWireRules> = ledger.options.accounts;
  const unitOf = (account: string): PayoutWireRules | undefined => units.get(account);
  return { ...service.payoutService({ ...options, accounts, unitOf }), options, accounts };
}

export function resolvePayoutService(container: MedusaContainer): PayoutServices {
  const payoutService = findPayoutService(container);
  if (payoutService) return payoutService;
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Payouts are not set up; see GET /admin/acquiring/payout-setup.",
  );
}
