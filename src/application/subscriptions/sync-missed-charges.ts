import type { Evidence } from "../../modules/acquiring_subscription/domain/next-state";
import { chargeDate, billingPeriodOf } from "../../modules/acquiring_subscription/domain/billing-calendar";
import type { NextCharge } from "../../modules/acquiring_subscription/domain/next-charge";
import { isSlow } from "../../modules/acquiring_subscription/domain/next-charge";
import { latestAfter, leftOut } from "../../modules/acquiring_subscription/domain/billing-periods";
import type { PeriodCharge } from "../../modules/acquiring_subscription/domain/billing-periods";
import type { SubscriptionRecordState } from "../../modules/acquiring_subscription/domain/states";
import { isLive } from "../../modules/acquiring_subscription/domain/states";
import { termsOf } from "../../modules/acquiring_subscription/rows";
import { clearForSubscription, raiseForSubscription } from "./subscription-attention";
import type { SubscriptionSync } from "./sync-subscription";

/** Missing charges: the next one, gaps, and all charges of a subscription that the gateway never named. */
const KIND = "renewal_missing";
/** It was raised under the first kind before the second one existed. */
const UNNAMED_KINDS = [KIND, "subscription_unnamed"];

export interface MissedChargeEvidence {
  readonly state: SubscriptionRecordState;
  readonly payment: Evidence["payment"];
  readonly outlook: NextCharge;
  readonly came: readonly PeriodCharge[];
  readonly made: number;
}

export async function syncMissedCharges(following: SubscriptionSync, look: MissedChargeEvidence): Promise<void> {
  if (look.state === "pending") return followUnnamed(following, look);
  await clearForSubscription(following, "subscription_unnamed");
  if (!isLive(look.state) && look.state !== "ended") return clearForSubscription(following, KIND);
  const missing = missingDays(following, look);
  for (const at of missing) await noteMissing(following, at);
  // Neither a later charge nor a new date from the gateway makes up for a missing charge.
  if (missing.length === 0 && !(await isStillMissing(following, look))) await clearForSubscription(following, KIND);
}

/** The grace period also applies to gaps: the message may arrive after that of the next charge. */
function missingDays(
  { subscription, ledger, now }: SubscriptionSync,
  { outlook, came, made }: MissedChargeEvidence,
): Date[] {
  const graceMs = ledger.options.subscription.graceHours * 3_600_000;
  const until = new Date(now.getTime() - graceMs);
  const { isOverdue, nextChargeAt } = outlook;
  const terms = termsOf(subscription);
  const between = leftOut({ anchor: subscription.anchor, terms }, came);
  const late = between.filter((at) => at <= until);
  if (!isOverdue || nextChargeAt === null) return late;
  return [
    ...late,
    nextChargeAt,
    ...latestAfter({ anchor: subscription.anchor, terms }, { first: nextChargeAt, until, made }),
  ];
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function eventOf({ subscription }: SubscriptionSync, at: Date): { readonly kind: string; readonly of: string } {
  const terms = termsOf(subscription);
  return {
    kind: "charge_missing",
    of: dayOf(chargeDate(subscription.anchor, terms, billingPeriodOf(subscription.anchor, terms, at))),
  };
}

/** It was reported, has not arrived, and the gateway names a later date for it. */
async function isStillMissing(
  following: SubscriptionSync,
  { outlook: { nextChargeAt } }: MissedChargeEvidence,
): Promise<boolean> {
  if (nextChargeAt === null) return false;
  const { subscriptions, trx, subscription } = following;
  return subscriptions.events.has(trx, { subscriptionId: subscription.id, ...eventOf(following, nextChargeAt) });
}

/** Once per period; a dismissed item is raised again only for the next missing charge. */
async function noteMissing(following: SubscriptionSync, at: Date): Promise<void> {
  const { subscriptions, trx, subscription, ledger } = following;
  const event = { subscriptionId: subscription.id, ...eventOf(following, at), actor: "system" } as const;
  if (!(await subscriptions.events.note(trx, event))) return;
  const hours = String(ledger.options.subscription.graceHours);
  await raiseForSubscription(following, KIND, `The charge due on ${dayOf(at)} did not arrive within ${hours} hours.`);
}

/** Paid, but the gateway never named the subscription: it may not charge it, and cannot be asked to cancel it. */
async function followUnnamed(following: SubscriptionSync, { payment }: MissedChargeEvidence): Promise<void> {
  const { trx, subscription, first, gatewayState, now } = following;
  const isUnnamed = payment === "good" && gatewayState.gatewayState === "unnamed";
  if (!isUnnamed || !isSlow({ boughtAt: subscription.created_at, now })) return;
  // Nothing else raises it for an unnamed subscription; a dismissed item stays dismissed.
  const raised: unknown = await trx("acquiring_attention_item")
    .whereIn("kind", UNNAMED_KINDS)
    .where({ subject: first.id })
    .first("id");
  if (raised === undefined) await raiseForSubscription(following, "subscription_unnamed", UNNAMED);
}

const UNNAMED = "The first payment was taken, but the gateway reported no subscription ID within a day.";
