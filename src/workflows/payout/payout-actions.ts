import type { AdminPayout } from "../../contract/admin";
import type { Allowed } from "../../modules/acquiring_payout/face";
import { isPermitted } from "../admin-access";
import type { PayoutActor } from "./payout-actor";
import { doubtAbout } from "./payout-doubt";
import type { Seen } from "./payout-rows";

/** What the reader may do with one payout, and why not: as the desk says it, as their permission does, and as the ledger will. */
export async function actionsOf(
  { container, auth }: PayoutActor,
  id: string,
  allowed: Seen["allowed"],
): Promise<AdminPayout["actions"]> {
  if (!(await isPermitted(container, auth, "payout")))
    return { ...allowed, edit: NO_MAKER, submit: NO_MAKER, withdraw: NO_MAKER, copy: NO_MAKER };
  const doubt = allowed.copy.allowed ? await doubtAbout(container, id) : null;
  return doubt === null ? allowed : { ...allowed, copy: { allowed: false, reason: doubt } };
}

const NO_MAKER: Allowed = {
  allowed: false,
  reason: "The plugin's option admin.permissions.payout lists who prepares payouts.",
};
