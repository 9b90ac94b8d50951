/**
 * The life of a payout. `draft`: somebody prepares it. `submitted`: it waits for others to approve it. `approved`: enough did; it leaves
 * when it may. `sending`: it is on its way to the gateway, and whoever finds it so asks the ledger. `pending`: the gateway has it. `held`:
 * the gateway holds it, a person there has to act. `unknown`: nobody can tell whether it left or was paid; it is never sent again by itself. `paid`,
 * `failed`, `cancelled`: as the gateway said, or as a person decided. `rejected`, `expired`, `withdrawn`: it never left. Pure.
 */
export const payoutStates = [
  "draft",
  "submitted",
  "approved",
  "sending",
  "pending",
  "paid",
  "failed",
  "cancelled",
  "held",
  "unknown",
  "rejected",
  "expired",
  "withdrawn",
] as const;
export type PayoutState = (typeof payoutStates)[number];

/**
 * What moves it: `maker`, the person who prepares it; `approver`, another person; `claim`, the check before it is sent;
 * `fact`, the ledger's report on its send; `person`, a manual resolution; `stopped`, a person after the ledger has
 * guaranteed that it is never sent; `time`.
 */
export const movers = ["maker", "approver", "claim", "fact", "person", "stopped", "time"] as const;
export type PayoutMover = (typeof movers)[number];

type Moves = Readonly<Partial<Record<PayoutState, readonly PayoutMover[]>>>;

/**
 * `approved` returns to `submitted` when an approval becomes invalid. `sending` and `unknown` return to `approved` only
 * when nothing was sent, with proof. After lost commits an unsent payout is `unknown` if the ledger holds it. Nothing
 * returns to `draft` from where money may have moved.
 */
export const payoutTransitions: Readonly<Record<PayoutState, Moves>> = {
  draft: { submitted: ["maker"], withdrawn: ["maker"], unknown: ["fact"] },
  submitted: {
    draft: ["maker"],
    withdrawn: ["maker"],
    approved: ["approver"],
    rejected: ["approver"],
    expired: ["time"],
    unknown: ["fact"],
  },
  approved: {
    sending: ["claim"],
    submitted: ["claim"],
    withdrawn: ["maker"],
    expired: ["time", "claim"],
    unknown: ["fact"],
  },
  sending: {
    withdrawn: ["stopped"],
    approved: ["fact"],
    pending: ["fact"],
    paid: ["fact"],
    failed: ["fact"],
    cancelled: ["fact"],
    held: ["fact"],
    unknown: ["fact"],
  },
  pending: { paid: ["fact"], failed: ["fact"], cancelled: ["fact"], held: ["fact"], unknown: ["fact"] },
  held: { pending: ["fact"], paid: ["fact"], failed: ["fact"], cancelled: ["fact"] },
  unknown: {
    approved: ["fact"],
    pending: ["fact"],
    held: ["fact"],
    paid: ["fact", "person"],
    failed: ["fact", "person"],
    cancelled: ["fact"],
  },
  paid: { failed: ["fact"], cancelled: ["fact"] },
  failed: { paid: ["fact"], pending: ["fact"], held: ["fact"] },
  cancelled: { paid: ["fact"], pending: ["fact"], held: ["fact"] },
  rejected: {},
  expired: {},
  withdrawn: {},
};

export const mayPayoutMove = (from: PayoutState, to: PayoutState, by: PayoutMover): boolean =>
  payoutTransitions[from][to]?.includes(by) ?? false;

/** May money have been sent, or be sent, for it? Such a payout is never copied and counts against the limits. */
export const mayHaveLeft = (state: PayoutState): boolean =>
  ["sending", "pending", "held", "unknown", "paid"].includes(state);

/** It may be corrected and sent again as a new one: its money was not sent, or came back. */
export const canCopy = (state: PayoutState): boolean =>
  ["failed", "cancelled", "rejected", "expired", "withdrawn"].includes(state);

export const canEdit = (state: PayoutState): boolean => state === "draft" || state === "submitted";

/** Nothing of ours moves it any more; a late fact may. */
export const isPayoutOver = (state: PayoutState): boolean => canCopy(state) || state === "paid";
