/**
 * The life of a subscription. `pending`: its first payment is not decided, or the gateway
 * has not named it yet. `active`: the gateway charges it. `cancelling`: the gateway was
 * asked to end it and what became of that is not known. `cancelled`, `ended`, `failed`:
 * no further charge is expected. Pure.
 */
export const subscriptionStates = ["pending", "active", "cancelling", "cancelled", "ended", "failed"] as const;
export type SubscriptionRecordState = (typeof subscriptionStates)[number];

/**
 * Who moves it: `fact`, what the gateway said or did; `deed`, what somebody asked for;
 * `time`, the last day that was agreed.
 */
export type SubscriptionMover = "fact" | "deed" | "time";

type Moves = Readonly<Partial<Record<SubscriptionRecordState, readonly SubscriptionMover[]>>>;

/** A subscription that is over comes back by a fact alone: the gateway charges it, so it is not over. */
const transitions: Readonly<Record<SubscriptionRecordState, Moves>> = {
  pending: { active: ["fact"], failed: ["fact"], cancelled: ["fact"], ended: ["fact", "time"] },
  active: { cancelling: ["deed"], cancelled: ["fact", "deed"], ended: ["fact", "time"] },
  cancelling: { cancelled: ["fact", "deed"], active: ["fact", "deed"], ended: ["fact", "time"] },
  cancelled: { active: ["fact"] },
  ended: { active: ["fact"] },
  failed: { active: ["fact"], ended: ["fact"], cancelled: ["fact"] },
};

export const maySubscriptionMove = (
  from: SubscriptionRecordState,
  to: SubscriptionRecordState,
  by: SubscriptionMover,
): boolean => transitions[from][to]?.includes(by) ?? false;

/** May the gateway charge it again, as far as anybody knows? */
export const isLive = (state: SubscriptionRecordState): boolean =>
  state === "pending" || state === "active" || state === "cancelling";

export interface GatewayNaming {
  /** The gateway's number of it; null while it has not named it. */
  readonly recurringId: string | null;
  readonly gatewayStatus: string | null;
}

/**
 * May somebody ask the gateway to end it now? While one request is undecided there is not another. What ended by its
 * terms can be, while the gateway says that it charges it.
 */
export const canCancel = (state: SubscriptionRecordState, { recurringId, gatewayStatus }: GatewayNaming): boolean =>
  recurringId !== null && (state === "active" || (state === "ended" && gatewayStatus === "active"));
