import type { PayoutState } from "./states";
import { canCopy, mayHaveLeft } from "./states";

/**
 * A payout and all its copies are one family: they pay the same, so one of them is paid at most. Whoever was believed to have failed may
 * turn out to be paid, so the others count as long as any of them can still be sent. Pure.
 */
export interface ChainMember {
  readonly id: string;
  readonly state: PayoutState;
}

/** Null, or the one of them that was paid or may still be; one whose money may have left comes first. */
export const blockingMember = (others: readonly ChainMember[]): ChainMember | null =>
  others.find(({ state }) => mayHaveLeft(state)) ?? others.find(({ state }) => !canCopy(state)) ?? null;

/** Why nothing else is sent while it is so, and what to do. */
export const reissueProblem = ({ id, state }: ChainMember): string =>
  mayHaveLeft(state)
    ? `${id} pays the same and was paid, or may have been (${state}). Check it in the gateway's portal. If it was paid, do not send another payout for it.`
    : `${id} pays the same and is ${state}. Continue with that one, or withdraw it first.`;
