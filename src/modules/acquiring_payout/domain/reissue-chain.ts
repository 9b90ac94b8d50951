import type { PayoutState } from "./states";
import { canCopy, mayHaveLeft } from "./states";

/**
 * A payout and all its copies are one reissue chain: they pay the same, so at most one may be paid. A failed one may
 * turn out to be paid, so all count while any can still be sent. Pure.
 */
export interface ChainMember {
  readonly id: string;
  readonly state: PayoutState;
}

/** Null, or the one that was paid or may still be; one that may have been sent comes first. */
export const blockingMember = (others: readonly ChainMember[]): ChainMember | null =>
  others.find(({ state }) => mayHaveLeft(state)) ?? others.find(({ state }) => !canCopy(state)) ?? null;

/** Why nothing else may be sent, and what to do. */
export const reissueProblem = ({ id, state }: ChainMember): string =>
  mayHaveLeft(state)
    ? `${id} pays the same and was paid, or may have been (${state}). Check it in the gateway's portal. If it was paid, do not send another payout for it.`
    : `${id} pays the same and is ${state}. Continue with that one, or withdraw it first.`;
