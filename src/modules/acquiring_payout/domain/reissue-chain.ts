import type { PayoutState } from "./states";
import { canCopy, mayHaveLeft } from "./states";

/** A payout and its copies: at most one may be paid, so all count while any can still be sent. Pure. */
export interface ChainMember {
  readonly id: string;
  readonly state: PayoutState;
}

export const blockingMember = (others: readonly ChainMember[]): ChainMember | null =>
  others.find(({ state }) => mayHaveLeft(state)) ?? others.find(({ state }) => !canCopy(state)) ?? null;

export const reissueProblem = ({ id, state }: ChainMember): string =>
  mayHaveLeft(state)
    ? `${id} pays the same and was paid, or may have been (${state}). Check it in the gateway's portal. If it was paid, do not send another payout for it.`
    : `${id} pays the same and is ${state}. Continue with that one, or withdraw it first.`;
