import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";
import { failpointNames } from "../../src/modules/acquiring/runtime/failpoint";
import type { Fatal } from "./crash-story";
import type { Random } from "./random";
import type { Act } from "./story";

/** Subscription stories in which a process dies: around a cancellation, and while a renewal becomes an order. */
export type SubscriptionPoint = Extract<FailpointName, `cancel_subscription:${string}` | `renewal:${string}`>;

const isOfSubscriptions = (name: FailpointName): name is SubscriptionPoint =>
  /^(cancel_subscription|renewal):/.test(name);

export const subscriptionPoints: readonly SubscriptionPoint[] = failpointNames.filter(isOfSubscriptions);

const SUBSCRIBED: Fatal["steps"] = [
  { acts: [{ kind: "pay", choice: { type: "card", number: "4111111111111111" } }] },
  { acts: [{ kind: "complete" }] },
  { acts: [{ kind: "work" }] },
];

export function fatalSubscriptionSteps(point: SubscriptionPoint, random: Random): Fatal {
  const end: Act = { kind: "cancel-subscription", key: "first", by: random.pick(["admin", "customer"]) };
  // Either the notification's processing or the check reaches the failpoint first.
  const renewed: Fatal["steps"] = [{ acts: [{ kind: "period", hours: 1 }] }, { acts: [{ kind: "look" }] }];
  return { steps: [...SUBSCRIBED, ...(point.startsWith("renewal:") ? renewed : [{ acts: [end] }])], armAt: 3 };
}
