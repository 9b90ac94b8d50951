import type { PayoutRow } from "../../modules/acquiring_payout/rows";
import type { Repeat } from "../../modules/acquiring_payout/store/repeats";
import type { PayoutServices } from "./resolve-payout-service";

/** The other payouts that look like it, without those it replaces or is replaced by: of these at most one is paid anyway. */
export async function repeatsOfPayout({ payouts }: PayoutServices, payout: PayoutRow): Promise<readonly Repeat[]> {
  const [found = []] = await payouts.repeatsOf([payout]);
  const others = found.filter(({ id }) => id !== payout.id);
  if (others.length === 0) return others;
  const relatives = await payouts.relativesOf(payout.id);
  return others.filter(({ id }) => !relatives.includes(id));
}

/** Names at most three. */
export const repeatText = (repeats: readonly Repeat[]): string =>
  `The same account, amount and reference as ${repeats.slice(0, 3).map(named).join(", ")}.`;

const named = ({ id, state, created_at: at }: Repeat): string => `${id} (${state}, ${at.toISOString().slice(0, 10)})`;
