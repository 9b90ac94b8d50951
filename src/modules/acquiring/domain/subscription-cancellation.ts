import type { RecurringFact } from "../../../gateway/model/facts";
import type { AttemptSnapshot, Decision, FactContext, OperationSnapshot } from "./snapshot";
import { isBlocking, unchanged } from "./snapshot";

/** The end of the subscription is proven: by the response, a query or a person. */
export const concludeCancel = (snapshot: AttemptSnapshot, operation: OperationSnapshot): Decision =>
  conclude(snapshot, operation, { kind: "subscription_cancelled", status: "settled" });

/** Inactive: ended. Active long after our cancellation: it never arrived. Earlier, or unmapped: nothing is proven. */
export function reduceSubscription(
  snapshot: AttemptSnapshot,
  { status }: Pick<RecurringFact, "status">,
  context: FactContext,
): Decision {
  const open = snapshot.operations.find((each) => each.kind === "cancel_subscription" && isBlocking(each));
  if (!open || context.source !== "query") return unchanged(snapshot);
  if (status === "inactive") return concludeCancel(snapshot, open);
  const isLate = context.askedAt - open.sentAt >= context.unknownFinalAfterMs;
  return status === "active" && isLate
    ? conclude(snapshot, open, { kind: "cancel_subscription_not_applied", status: "declined" })
    : unchanged(snapshot);
}

/** The latest charge's status counts; of those at the same moment, the one that reports the end. */
export function latestRequest(facts: readonly RecurringFact[]): RecurringFact | null {
  return facts.reduce<RecurringFact | null>((latest, fact) => {
    const byTime = (fact.chargedRaw ?? "").localeCompare(latest?.chargedRaw ?? "");
    const isLater = byTime > 0 || (byTime === 0 && fact.status === "inactive");
    return latest === null || isLater ? fact : latest;
  }, null);
}

/** After how long a query that still reports "active" contradicts a settled cancellation. */
const SETTLED_WORD_MS = 900_000;

/** The gateway reports it, or accepted our cancellation, unless it reported "active" long after that. */
export function isSubscriptionOver({ subscription, operations }: AttemptSnapshot): boolean {
  if (!subscription) return false;
  if (subscription.status === "inactive") return true;
  const ended = operations.filter(({ kind, status }) => kind === "cancel_subscription" && status === "settled");
  const last = ended.at(-1);
  if (!last) return false;
  const activeAt = subscription.status === "active" ? subscription.reportedAt : null;
  return activeAt === null || activeAt - last.sentAt < SETTLED_WORD_MS;
}

const conclude = (
  snapshot: AttemptSnapshot,
  operation: OperationSnapshot,
  { kind, status }: { readonly kind: Decision["entries"][number]["kind"]; readonly status: "settled" | "declined" },
): Decision => ({
  ...unchanged(snapshot),
  entries: [{ kind, operationId: operation.id, amount: null, to: snapshot.state }],
  conclusions: [{ operationId: operation.id, status }],
});
