/**
 * The states of a payment attempt and every allowed move between them, with the
 * fact that causes it. `docs/states.md` is generated from this table; the
 * reducer refuses any move that is not in it.
 */
export const attemptStates = [
  "created",
  "action_required",
  "pending",
  "unknown",
  "authorised",
  "captured",
  "voided",
  "declined",
  "expired",
] as const;
export type AttemptState = (typeof attemptStates)[number];

/** What each state means, for the documents and the dashboard. */
export const stateMeaning: Readonly<Record<AttemptState, string>> = {
  created: "The row is committed; the authorise is on its way.",
  action_required: "The shopper has to finish 3-D Secure or a redirect first.",
  pending: "The gateway has the payment and has not decided; it may hold it for review.",
  unknown: "Something may have happened; a query decides. Nothing is sent meanwhile.",
  authorised: "The amount is reserved on the card; no money has moved.",
  captured: "Money was taken, in full or in part. Refunds are amounts, not states.",
  voided: "The reservation was given back before a capture.",
  declined: "The gateway decided no, or it is proven that nothing happened there.",
  expired: "The shopper did not finish in time.",
};

const OPEN_MOVES = {
  authorised: "the gateway says authorised",
  captured: "the gateway says captured",
  declined: "the gateway says declined, or a query proves that nothing happened",
} as const;

const LATE_MOVES = {
  authorised: "a late success (raised for attention)",
  captured: "a late success (raised for attention)",
} as const;

/** from → to → why. A pair that is missing is a backward or impossible move. */
export const transitions: Readonly<Record<AttemptState, Readonly<Partial<Record<AttemptState, string>>>>> = {
  created: {
    ...OPEN_MOVES,
    action_required: "the gateway asks for 3-D Secure or a redirect",
    pending: "the gateway has not decided",
    unknown: "no answer, or one that proves nothing",
  },
  unknown: {
    ...OPEN_MOVES,
    action_required: "a query says the shopper has to act",
    pending: "a query says the gateway has not decided",
  },
  action_required: {
    ...OPEN_MOVES,
    pending: "the shopper finished, the gateway has not decided",
    unknown: "an answer that proves nothing",
    expired: "the shopper did not finish in time",
  },
  pending: {
    ...OPEN_MOVES,
    action_required: "the gateway asks for 3-D Secure or a redirect",
    expired: "the method's time ran out",
  },
  authorised: { captured: "a capture is proven", voided: "a void is proven" },
  captured: {},
  voided: {},
  declined: LATE_MOVES,
  expired: LATE_MOVES,
};

export const mayMove = (from: AttemptState, to: AttemptState): boolean => transitions[from][to] !== undefined;

/** Is the authorise still undecided? */
export const isOpen = (state: AttemptState): boolean =>
  state === "created" || state === "action_required" || state === "pending" || state === "unknown";

/** Does the gateway hold, or has it taken, the shopper's money? */
export const holdsMoney = (state: AttemptState): boolean => state === "authorised" || state === "captured";
