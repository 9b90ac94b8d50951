/**
 * The states of a subscription. `pending`: its first payment is undecided, or the gateway has not named it yet.
 * `active`: the gateway charges it. `cancelling`: a cancellation was sent, and its result is unknown. `cancelled`,
 * `ended`, `failed`: no further charge is expected. Pure.
 */
export const subscriptionStates = ["pending", "active", "cancelling", "cancelled", "ended", "failed"] as const;
export type SubscriptionRecordState = (typeof subscriptionStates)[number];

/** What moves it: `fact`, the gateway's report; `request`, a user's request; `time`, the last agreed day. */
export type SubscriptionMover = "fact" | "request" | "time";

type Moves = Readonly<Partial<Record<SubscriptionRecordState, readonly SubscriptionMover[]>>>;

/** Only a fact reopens a subscription that is over: the gateway charges it. */
const transitions: Readonly<Record<SubscriptionRecordState, Moves>> = {
  pending: { active: ["fact"], failed: ["fact"], cancelled: ["fact"], ended: ["fact", "time"] },
  active: { cancelling: ["request"], cancelled: ["fact", "request"], ended: ["fact", "time"] },
  cancelling: { cancelled: ["fact", "request"], active: ["fact", "request"], ended: ["fact", "time"] },
  cancelled: { active: ["fact"] },
  ended: { active: ["fact"] },
  failed: { active: ["fact"], ended: ["fact"], cancelled: ["fact"] },
};

export const maySubscriptionMove = (
  from: SubscriptionRecordState,
  to: SubscriptionRecordState,
  by: SubscriptionMover,
): boolean => transitions[from][to]?.includes(by) ?? false;

export const isLive = (state: SubscriptionRecordState): boolean =>
  state === "pending" || state === "active" || state === "cancelling";

export interface GatewayNaming {
  readonly recurringId: string | null;
  readonly gatewayStatus: string | null;
}

/** Only one undecided request at a time; also one that ended by its terms while the gateway still charges it. */
export const canCancel = (state: SubscriptionRecordState, { recurringId, gatewayStatus }: GatewayNaming): boolean =>
  recurringId !== null && (state === "active" || (state === "ended" && gatewayStatus === "active"));
