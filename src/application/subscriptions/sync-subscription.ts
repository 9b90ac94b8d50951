import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { AttemptRow, GatewaySubscription } from "../../modules/acquiring";
import { holdsMoney } from "../../modules/acquiring";
import { nextSubscriptionState } from "../../modules/acquiring_subscription/domain/next-state";
import { endedNextCharge, nextChargeOf } from "../../modules/acquiring_subscription/domain/next-charge";
import { lastCounted } from "../../modules/acquiring_subscription/domain/billing-periods";
import type { SubscriptionRecordState } from "../../modules/acquiring_subscription/domain/states";
import { isBillingOver } from "../../modules/acquiring_subscription/domain/billing-calendar";
import type { SubscriptionActor, SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { termsOf } from "../../modules/acquiring_subscription/rows";
import type AcquiringSubscriptionModuleService from "../../modules/acquiring_subscription/service";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { resolveLedger } from "../resolve-ledger";
import { syncCancellation } from "./sync-cancellation";
import { isUnapproved, syncCharge } from "./sync-charge";
import { syncMissedCharges } from "./sync-missed-charges";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

/**
 * Synchronises a subscription and its charges with the ledger. It adds what is missing in one transaction under the
 * subscription's lock, so it may run twice, late, or after a crash. It calls nothing external: orders and hook handlers
 * become tasks that run afterwards.
 */
export interface SubscriptionSync {
  readonly ledger: AcquiringModuleService;
  readonly subscriptions: AcquiringSubscriptionModuleService;
  readonly trx: Knex.Transaction;
  readonly subscription: SubscriptionRecord;
  readonly first: AttemptRow;
  readonly gatewayState: GatewaySubscription;
  readonly now: Date;
}

/** `renewal`: one whose charge is checked in any case. Returns the subscription's new state. */
export async function syncSubscription(
  container: MedusaContainer,
  subscription: Pick<SubscriptionRecord, "id">,
  renewal: AttemptRow | null = null,
): Promise<SubscriptionRecord | undefined> {
  const ledger = resolveLedger(container);
  const subscriptions = resolveSubscriptions(container);
  const follow = async (row: SubscriptionRecord, trx: Knex.Transaction): Promise<void> => {
    // Read under the lock: an earlier copy may be outdated.
    const first = await ledger.attempts.attempt(row.attempt_id ?? "");
    const gatewayState = first && (await ledger.subscriptions.gatewayStateOf(first.id));
    if (!first || !gatewayState) return;
    const following = { ledger, subscriptions, trx, subscription: row, first, gatewayState, now: ledger.now() };
    const orderId = row.order_id ?? (await orderOfCart(container, row.cart_id));
    await noteOrder(following, orderId);
    const renewals = await unfollowed(ledger, first);
    const isAmong = renewals.some(({ id }) => id === renewal?.id);
    const asked = renewal && !isAmong ? await ledger.attempts.attempt(renewal.id) : undefined;
    for (const attempt of [first, ...renewals, ...(asked ? [asked] : [])]) await syncCharge(following, attempt);
    await bring(following);
  };
  // Reads the ledger and core's links on other connections than the lock's.
  await ledger.connectionBudget.take(() => subscriptions.records.locked(subscription.id, follow));
  return subscriptions.records.byId(subscription.id);
}

/** Changed renewals, in the gateway's order: they decide whether all charges were made or one is missing. */
async function unfollowed(ledger: AcquiringModuleService, { id }: AttemptRow): Promise<AttemptRow[]> {
  return ledger.attempts
    .connection<AttemptRow>("acquiring_payment_attempt")
    .where({ renewal_of: id, deleted_at: null })
    .whereNotNull("subscription_due_at")
    .orderByRaw("COALESCE((recurring->>'chargedAt')::timestamptz, created_at), created_at, id");
}

async function noteOrder(
  { subscriptions, trx, subscription }: SubscriptionSync,
  orderId: string | null,
): Promise<void> {
  if (orderId !== subscription.order_id)
    await subscriptions.records.change(trx, subscription.id, { order_id: orderId });
}

async function bring(following: SubscriptionSync): Promise<void> {
  const { ledger, subscriptions, trx, subscription, first, gatewayState, now } = following;
  const terms = termsOf(subscription);
  const { made, paid } = await subscriptions.charges.count(trx, subscription.id);
  const came = await subscriptions.charges.came(trx, subscription);
  const reported = gatewayState.reported;
  const payment = paymentOf(first, gatewayState);
  const state = nextSubscriptionState(subscription.state, {
    gatewayState: gatewayState.gatewayState,
    payment,
    isDone: isBillingOver(terms, made, now),
  });
  const isCancelled = state === "cancelled" && subscription.state !== "cancelled";
  const isBack = subscription.state === "cancelled" && state === "active";
  const situation = {
    terms,
    state,
    anchor: subscription.anchor,
    lastChargedAt: lastCounted({ anchor: subscription.anchor, terms }, came) ?? subscription.created_at,
    charges: made,
    reported: reported?.nextChargeAt ? new Date(reported.nextChargeAt) : null,
    boughtAt: subscription.created_at,
    cancelledAt: subscription.cancelled_at,
    graceMs: ledger.options.subscription.graceHours * 3_600_000,
    now,
  };
  const outlook = nextChargeOf(situation);
  await subscriptions.records.change(trx, subscription.id, {
    state,
    recurring_id: gatewayState.recurringId,
    gateway_status: reported?.status ?? subscription.gateway_status,
    reported_at: reported ? new Date(reported.reportedAt) : subscription.reported_at,
    paid_charges: paid,
    next_charge_at: outlook.nextChargeAt,
    next_check_at: outlook.nextCheckAt,
    overdue: outlook.isOverdue,
    ...(isCancelled && { cancelled_at: now, ...enderOf(following) }),
    ...(isBack && { cancelled_at: null }),
  });
  await noteState(following, state);
  await syncCancellation(following, state);
  await syncMissedCharges(following, {
    state,
    payment,
    outlook: state === "ended" ? endedNextCharge(situation) : outlook,
    came,
    made,
  });
}

function paymentOf(first: AttemptRow, { gatewayState }: GatewaySubscription): "open" | "good" | "lost" {
  if (!holdsMoney(first.state) && first.state !== "voided")
    return first.state === "declined" || first.state === "expired" ? "lost" : "open";
  if (!first.recurring_id) return lostOr(first);
  // It is not active before the approval; after a rejection it is cancelled.
  return isUnapproved(first) && gatewayState !== "over" ? "open" : "good";
}

/** A payment voided before the gateway named a subscription started none. */
const lostOr = ({ state }: AttemptRow): "good" | "lost" => (state === "voided" ? "lost" : "good");

type Ender = Pick<SubscriptionRecord, "cancel_actor" | "cancel_actor_id">;

/** The requester of the accepted cancellation, not necessarily the last one; or the gateway itself. */
export function enderOf({
  subscription,
  gatewayState: { cancel },
}: Pick<SubscriptionSync, "subscription" | "gatewayState">): Ender & { readonly cancel_actor: SubscriptionActor } {
  if (cancel?.status !== "settled") return { cancel_actor: "gateway", cancel_actor_id: null };
  const isLast = cancel.actor === subscription.cancel_actor;
  return { cancel_actor: cancel.actor, cancel_actor_id: isLast ? subscription.cancel_actor_id : null };
}

async function noteState(following: SubscriptionSync, state: SubscriptionRecordState): Promise<void> {
  const { subscriptions, trx, subscription, gatewayState } = following;
  const { events, tasks } = subscriptions;
  const subscriptionId = subscription.id;
  if (state === subscription.state) return;
  // The subscription may have continued since it last ended.
  const of = `${gatewayState.cancel?.id ?? state}:${following.now.toISOString()}`;
  switch (state) {
    case "active":
      // The customer of an imported subscription was told long ago.
      if (
        (await events.note(trx, { subscriptionId, kind: "activated", actor: "gateway" })) &&
        !subscription.takes_over_at
      )
        await tasks.add(trx, { subscriptionId, kind: "created" });
      return;
    case "cancelled": {
      const { cancel_actor: actor, cancel_actor_id: actorId } = enderOf(following);
      await events.note(trx, { subscriptionId, kind: "cancelled", of, actor, actorId });
      await tasks.request(trx, { subscriptionId, kind: "cancelled" });
      return;
    }
    case "ended":
      await events.note(trx, { subscriptionId, kind: "ended", actor: "system" });
      return;
    case "failed":
      await events.note(trx, { subscriptionId, kind: "failed", actor: "gateway" });
      return;
    case "pending":
    case "cancelling":
      return;
  }
}

const Link = z.object({ order_id: z.string() }).optional();

async function orderOfCart(container: MedusaContainer, cartId: string | null): Promise<string | null> {
  if (cartId === null) return null;
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order_cart", fields: ["order_id"], filters: { cart_id: cartId } });
  return Link.parse(data[0])?.order_id ?? null;
}
