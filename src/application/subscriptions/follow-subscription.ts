import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { AttemptRow, Raise } from "../../modules/acquiring";
import { minorOf, raiseAttention } from "../../modules/acquiring";
import type { SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { resolveLedger } from "../resolve-ledger";
import { endAtGateway } from "./cancel-subscription";
import { cancelWithOrder, isOrderCancelled } from "./cancel-with-order";
import { cancelWithdrawnDrafts } from "../renewals/paid-renewal";
import { syncSubscription } from "./sync-subscription";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

/**
 * Synchronises a subscription with one of its attempts in the ledger. It may run twice, late, or after a crash; a
 * failure is retried after a minute. A subscription whose first payment is returned is cancelled, or it would go on
 * charging a customer who bought nothing.
 */
export async function followSubscription(container: MedusaContainer, id: string): Promise<void> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.attempts.attempt(id);
  if (!attempt) return;
  let subscription: SubscriptionRecord | undefined;
  try {
    subscription = await followAttempt(container, attempt);
  } catch (error) {
    await ledger.subscriptions.followLater(id, AGAIN_MS);
    throw error;
  }
  if (attempt.renewal_of === null && waitsForOrder(subscription, ledger.now()))
    await ledger.subscriptions.followLater(id, ORDER_MS);
  else await ledger.subscriptions.followed(id, attempt.version);
}

const AGAIN_MS = 60_000;

/** Retry interval and time limit for finding the first order: the shop completes the cart after the payment. */
const ORDER_MS = 10_000;
const ORDER_WITHIN_MS = 3_600_000;

const waitsForOrder = (subscription: SubscriptionRecord | undefined, now: Date): boolean =>
  subscription?.state === "active" &&
  subscription.order_id === null &&
  subscription.takes_over_at === null &&
  now.getTime() - subscription.created_at.getTime() < ORDER_WITHIN_MS;

async function followAttempt(container: MedusaContainer, attempt: AttemptRow): Promise<SubscriptionRecord | undefined> {
  const { attempts } = resolveLedger(container);
  const first = attempt.renewal_of === null ? attempt : await attempts.attempt(attempt.renewal_of);
  if (!first) return undefined;
  const subscription = await subscriptionOf(container, first);
  if (!subscription) {
    container.resolve(ContainerRegistrationKeys.LOGGER).error(`acquiring.subscription_missing attempt=${first.id}`);
    await tellMissing(container, first);
    return undefined;
  }
  const followed = await syncSubscription(container, subscription, attempt.renewal_of === null ? null : attempt);
  if (followed) await endIfReversed(container, followed, first);
  if (attempt.renewal_of !== null) await cancelWithdrawnDrafts(container, subscription.id);
  return followed;
}

/** The gateway charges a subscription that the store has no row for; without an item it would go unnoticed. */
async function tellMissing(container: MedusaContainer, { account, id }: AttemptRow): Promise<void> {
  const service = resolveLedger(container);
  const message =
    "This payment started a subscription at the gateway that the store has no record of. Check the gateway's portal.";
  const item: Raise = { account, kind: "order_mismatch", subject: id, attemptId: id, message };
  await raiseAttention(service.attempts.connection, item, service.now());
}

const Reference = z.object({ reference: z.string() });

/** Its row was written before the payment was sent; the payment names it. */
async function subscriptionOf(container: MedusaContainer, first: AttemptRow): Promise<SubscriptionRecord | undefined> {
  const { records, events } = resolveSubscriptions(container);
  const known = await records.byAttempt(first.id);
  if (known) return known;
  const named = Reference.safeParse(first.subscription);
  const joined = named.success ? await records.join(named.data.reference, first.id) : undefined;
  if (joined) {
    const by = joined.takes_over_at
      ? ({ actor: "admin", note: "Imported from another integration." } as const)
      : ({ actor: "customer", actorId: joined.customer_id } as const);
    await events.note(records.connection, { subscriptionId: joined.id, kind: "created", ...by });
  }
  return joined;
}

/** Its first payment is returned and has no order. A refund of an existing order leaves the subscription active. */
async function buysNothing(
  container: MedusaContainer,
  subscription: SubscriptionRecord,
  first: AttemptRow,
): Promise<boolean> {
  // Medusa does not know what the former integration sold.
  if (subscription.takes_over_at !== null) return false;
  if (first.reversal_reason !== null || first.hold_decision === "rejected") return true;
  const captured = minorOf(first.captured);
  const isRefunded = first.state === "captured" && captured > 0n && minorOf(first.refunded) === captured;
  if (first.state !== "voided" && !isRefunded) return false;
  return !(await hasPaid(container, subscription, first));
}

/** Whether this payment paid for the cart's order: it may be late or a duplicate. */
async function hasPaid(
  container: MedusaContainer,
  { order_id: id }: Pick<SubscriptionRecord, "order_id">,
  { order_no: orderNo }: AttemptRow,
): Promise<boolean> {
  if (id === null) return false;
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["payment_collections.payments.data"], filters: { id } });
  const collections = PaidBy.parse(data[0])?.payment_collections ?? [];
  return collections.some((each) => each?.payments?.some((payment) => payment?.data?.order_no === orderNo));
}

const PaidBy = z
  .object({
    payment_collections: z
      .array(
        z
          .object({
            payments: z
              .array(z.object({ data: z.object({ order_no: z.string().nullish() }).nullish().catch(null) }).nullish())
              .nullish(),
          })
          .nullish(),
      )
      .nullish(),
  })
  .optional();

/** Through the gate; the key makes repeated runs one request, and a new one if it was lost. */
async function endIfReversed(
  container: MedusaContainer,
  subscription: SubscriptionRecord,
  first: AttemptRow,
): Promise<void> {
  if (subscription.recurring_id === null || subscription.attempt_id === null) return;
  if (subscription.state !== "active" && subscription.state !== "failed" && subscription.state !== "pending") return;
  if (!(await buysNothing(container, subscription, first))) {
    if (await isOrderCancelled(container, subscription)) await cancelWithOrder(container, subscription);
    return;
  }
  const attemptId = subscription.attempt_id;
  const key = await resolveLedger(container).subscriptions.systemKey(attemptId, "reversed");
  if (key === null) return;
  const note = "The first payment was returned.";
  const result = await endAtGateway(container, { attemptId, key, actor: "system", actorId: null, note });
  // Nothing was sent, and no row remembers it: it is tried again after the recovery.
  if (result.kind === "refused" && result.reason.code === "recovery")
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, result.reason.message ?? "");
  await syncSubscription(container, subscription);
}
