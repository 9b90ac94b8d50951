/** `docs/states.md` is generated from this table; the reducer refuses any other move. */
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

export const stateMeaning: Readonly<Record<AttemptState, string>> = {
  created: "The row is committed; the authorisation is being sent.",
  action_required: "The customer has to complete 3-D Secure or a redirect first.",
  pending: "The gateway has the payment and has not decided yet; it may hold it for review.",
  unknown: "The outcome is unknown; a query resolves it. Nothing is sent meanwhile.",
  authorised: "The amount is authorised; no money has moved.",
  captured: "Captured, in full or in part. Refunds are amounts, not states.",
  voided: "The authorisation was voided before a capture.",
  declined: "The gateway declined, or it is proven that nothing happened at the gateway.",
  expired: "The customer did not complete the payment in time.",
};

const OPEN_MOVES = {
  authorised: "the gateway reports authorised",
  captured: "the gateway reports captured",
  declined: "the gateway reports declined, or a query proves that nothing happened",
} as const;

const LATE_MOVES = {
  authorised: "a late success (raises an attention item)",
  captured: "a late success (raises an attention item)",
} as const;

/** from → to → cause. A missing pair is impossible. */
export const transitions: Readonly<Record<AttemptState, Readonly<Partial<Record<AttemptState, string>>>>> = {
  created: {
    ...OPEN_MOVES,
    action_required: "the gateway requests 3-D Secure or a redirect",
    pending: "the gateway has not decided yet",
    unknown: "no response, or one that proves nothing",
  },
  unknown: {
    ...OPEN_MOVES,
    action_required: "a query reports that the customer has to act",
    pending: "a query reports that the gateway has not decided yet",
  },
  action_required: {
    ...OPEN_MOVES,
    pending: "the customer completed the step, the gateway has not decided yet",
    unknown: "a response that proves nothing",
    expired: "the customer did not complete the payment in time",
  },
  pending: {
    ...OPEN_MOVES,
    action_required: "the gateway requests 3-D Secure or a redirect",
    expired: "the payment method's time limit expired",
  },
  authorised: { captured: "a capture is proven", voided: "a void is proven" },
  captured: {},
  voided: {},
  declined: LATE_MOVES,
  expired: LATE_MOVES,
};

export const mayMove = (from: AttemptState, to: AttemptState): boolean => transitions[from][to] !== undefined;

export const isOpen = (state: AttemptState): boolean =>
  state === "created" || state === "action_required" || state === "pending" || state === "unknown";

export const holdsMoney = (state: AttemptState): boolean => state === "authorised" || state === "captured";
