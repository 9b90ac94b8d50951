import type { AdminPayout } from "../../api-schema/admin";
import type { Allowed } from "../../modules/acquiring_payout/payout-api";
import type { PayoutRow } from "../../modules/acquiring_payout/rows";
import { isPermitted } from "../access/admin-access";
import type { PayoutActor } from "./payout-actor";
import { whyNotPayAgain } from "./may-pay-again";
import type { SeenPayout } from "./payout-rows";
import { stopProblem } from "./stop-payout";

export async function payoutActionsOf(
  { container, auth }: PayoutActor,
  payout: Pick<PayoutRow, "id" | "state">,
  allowed: SeenPayout["allowed"],
): Promise<AdminPayout["actions"]> {
  if (!(await isPermitted(container, auth, "payout")))
    return { ...allowed, edit: NO_MAKER, submit: NO_MAKER, withdraw: NO_MAKER, copy: NO_MAKER };
  return {
    ...allowed,
    copy: await unless(allowed.copy, () => whyNotPayAgain(container, payout.id)),
    withdraw: await unless(allowed.withdraw, () => stopProblem(container, payout)),
  };
}

async function unless(allowed: Allowed, problem: () => Promise<string | null>): Promise<Allowed> {
  const reason = allowed.allowed ? await problem() : allowed.reason;
  return { allowed: allowed.allowed && reason === null, reason };
}

export const NO_MAKER: Allowed = {
  allowed: false,
  reason: "The plugin's option admin.permissions.payout lists who prepares payouts.",
};
