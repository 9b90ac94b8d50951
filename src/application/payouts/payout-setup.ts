import type { PayoutSetup } from "../../api-schema/admin";
import { payoutSetup as setupOf } from "../../options/payout-setup";
import { isPermitted } from "../access/admin-access";
import { resolveLedger } from "../resolve-ledger";
import type { PayoutServices } from "./resolve-payout-service";
import { findPayoutService } from "./resolve-payout-service";
import type { PayoutActor } from "./payout-actor";
import { major } from "./payout-rows";

export async function payoutSetupView({ container, auth }: PayoutActor): Promise<PayoutSetup> {
  const payoutService = findPayoutService(container);
  const { missing } = setupOf(resolveLedger(container).options);
  if (!payoutService) return { ...OFF, missing: missing.length > 0 ? [...missing] : [NO_MODULE] };
  const { options, accounts } = payoutService;
  return {
    ready: true,
    missing: [],
    amount_unit: options.amountUnit,
    approvals_needed: options.approvalsNeeded,
    cool_down_hours: options.coolDownHours,
    approval_expires_hours: options.approvalExpiresHours,
    accounts: [...accounts],
    limits: await limitsOf(payoutService),
    may_approve: await isPermitted(container, auth, "approve_payout"),
  };
}

const OFF: PayoutSetup = {
  ready: false,
  missing: [],
  amount_unit: null,
  approvals_needed: null,
  cool_down_hours: null,
  approval_expires_hours: null,
  accounts: [],
  limits: [],
  may_approve: false,
};

const NO_MODULE: PayoutSetup["missing"][number] = {
  option: "modules",
  remedy:
    'Add the payout module to medusa-config.ts: { resolve: "medusa-payment-acquiring/modules/acquiring_payout" }.',
};

function limitsOf({ options, payouts }: PayoutServices): Promise<PayoutSetup["limits"]> {
  return Promise.all(
    Object.entries(options.limits).map(async ([currency, limit]) => ({
      currency,
      payout: limit.payout,
      day: limit.day,
      beneficiary: limit.beneficiary,
      left_today: major(await payouts.leftToday(currency), currency),
    })),
  );
}
