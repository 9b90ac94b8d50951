import type { AttemptRow } from "../../modules/acquiring";
import { holdsMoney, minorOf, recurringOf } from "../../modules/acquiring";
import { isTwice } from "../../modules/acquiring_subscription/domain/billing-periods";
import { isAfterEnd, isAgreed } from "../../modules/acquiring_subscription/domain/terms";
import type { ChargeRow, ChargeState } from "../../modules/acquiring_subscription/rows";
import { termsOf } from "../../modules/acquiring_subscription/rows";
import type { ChargeFact } from "../../modules/acquiring_subscription/store/charges";
import { joinCycle, takeCycle } from "./billing-cycle";
import { clearForSubscription, raiseForSubscription } from "./subscription-attention";
import type { SubscriptionSync } from "./sync-subscription";

/**
 * One attempt is one charge. As agreed it becomes an order; any other is recorded, shown, and waits for an admin. A
 * charge from before an import was the former integration's: it is only a payment of the ledger.
 */
export async function syncCharge(following: SubscriptionSync, attempt: AttemptRow): Promise<void> {
  const { subscriptions, trx, subscription } = following;
  if (isBeforeImport(subscription, attempt)) return;
  const fact = factOf(attempt);
  const before = await subscriptions.charges.byAttempt(trx, attempt.id);
  const charge = before ?? (await subscriptions.charges.insert(trx, subscription.id, fact));
  if (!charge) return;
  if (before) await subscriptions.charges.change(trx, charge.id, fact);
  const isNew = await noteCharge(following, charge, fact);
  const isDated = recurringOf(attempt)?.chargedAt !== null;
  if (attempt.renewal_of !== null) await followRenewal(following, { charge, fact, isNew, isDated });
}

function isBeforeImport({ takes_over_at: from }: SubscriptionSync["subscription"], attempt: AttemptRow): boolean {
  if (from === null || attempt.renewal_of === null) return false;
  const { chargedAt = null } = recurringOf(attempt) ?? {};
  return chargedAt !== null && new Date(chargedAt) < from;
}

const STATES: Readonly<Record<AttemptRow["state"], ChargeState>> = {
  created: "pending",
  action_required: "pending",
  pending: "pending",
  unknown: "pending",
  authorised: "paid",
  captured: "paid",
  voided: "refunded",
  declined: "declined",
  expired: "declined",
};

export function factOf(attempt: AttemptRow): ChargeFact {
  const refunded = minorOf(attempt.refunded);
  const isGivenBack = holdsMoney(attempt.state) && refunded > 0n && refunded === minorOf(attempt.captured);
  // Renewals are captured at once; `authorised` means that the capture is in progress.
  const isHeld = attempt.renewal_of === null && attempt.state === "authorised";
  const state = isGivenBack ? "refunded" : isHeld ? "authorised" : STATES[attempt.state];
  // On the first payment's row this column describes the subscription's latest charge, not its own.
  const reported = attempt.renewal_of === null ? null : (recurringOf(attempt)?.chargedAt ?? null);
  return {
    attemptId: attempt.id,
    state,
    currency: attempt.currency,
    amount: minorOf(attempt.requested),
    gatewayPaymentId: attempt.gateway_payment_id,
    message: state === "declined" ? attempt.result_message : null,
    chargedAt: reported === null ? attempt.created_at : new Date(reported),
  };
}

const EVENTS: Readonly<Record<ChargeState, string | null>> = {
  pending: "charge_pending",
  authorised: "charge_authorised",
  paid: "charge_paid",
  declined: "charge_declined",
  // Refunds are shown in the payment's own history.
  refunded: null,
};

async function noteCharge(
  { subscriptions, trx, subscription }: SubscriptionSync,
  charge: ChargeRow,
  fact: ChargeFact,
): Promise<boolean> {
  const kind = EVENTS[fact.state];
  if (kind === null) return false;
  return subscriptions.events.note(trx, {
    subscriptionId: subscription.id,
    kind,
    of: charge.id,
    actor: "gateway",
    number: charge.number,
    amount: fact.amount,
    note: fact.message,
  });
}

interface Renewal {
  readonly charge: ChargeRow;
  readonly fact: ChargeFact;
  readonly isNew: boolean;
  /** The gateway says when it was made. */
  readonly isDated: boolean;
}

async function followRenewal(following: SubscriptionSync, renewal: Renewal): Promise<void> {
  const { fact, isNew, charge } = renewal;
  switch (fact.state) {
    case "pending":
    case "authorised":
      return;
    case "paid":
      if (isNew) await clearForSubscription(following, "renewal_failed");
      // Decided once: `none` may also be the answer of the shop's own handler.
      if (isNew) await decideOrder(following, renewal);
      return;
    case "declined":
      // A period that was paid with an order needs nothing.
      if (!(await joinCycle(following, charge)) && isNew) await noteDecline(following, renewal);
      return;
    case "refunded":
      await forgetOrder(following, charge);
      return;
  }
}

/** Refunded before it became an order: none is owed. */
async function forgetOrder(following: SubscriptionSync, charge: ChargeRow): Promise<void> {
  const { charges } = following.subscriptions;
  const isOpen = charge.order_state === "due" || charge.order_state === "held";
  if (isOpen) await charges.setOrder(following.trx, charge.id, { state: "none" });
  await clearForSubscription(following, "renewal_amount_changed", charge.attempt_id);
  await clearForSubscription(following, "renewal_without_order", charge.attempt_id);
}

async function decideOrder(following: SubscriptionSync, { charge, fact, isDated }: Renewal): Promise<void> {
  const { subscriptions, trx, subscription } = following;
  const isOlder = subscription.takes_over_at !== null && !isDated;
  const isPaid = await takeCycle(following, charge);
  const problem = isOlder ? UNDATED : isPaid ? PAID_WITH_ORDER : await problemOf(following, charge, fact);
  if (problem === null) {
    await subscriptions.charges.setOrder(trx, charge.id, { state: "due" });
    // Again, if it was declined first: then the task made a draft.
    await subscriptions.tasks.request(trx, { subscriptionId: subscription.id, kind: "renewal", chargeId: charge.id });
    return;
  }
  await subscriptions.charges.setOrder(trx, charge.id, { state: "held" });
  await subscriptions.events.note(trx, {
    subscriptionId: subscription.id,
    kind: "amount_changed",
    of: charge.id,
    actor: "gateway",
    number: charge.number,
    amount: fact.amount,
    note: problem,
  });
  await raiseForSubscription(
    following,
    "renewal_amount_changed",
    `${problem} No order was created.`,
    charge.attempt_id,
  );
}

const PAID_WITH_ORDER = "This period was already paid with an order that was created for a declined charge.";
const UNDATED = "The gateway gave no date for this charge: it may be older than the import of its subscription.";

/** The first payment waits for a review, or was rejected in one. */
export const isUnapproved = ({ held_at: at, hold_decision: decision }: AttemptRow): boolean =>
  at !== null && decision !== "approved";

/** Why a paid renewal was not agreed, or null. */
async function problemOf(following: SubscriptionSync, charge: ChargeRow, fact: ChargeFact): Promise<string | null> {
  const { subscriptions, trx, subscription, first } = following;
  const terms = termsOf(subscription);
  const { made } = await subscriptions.charges.count(trx, subscription.id);
  if (isUnapproved(first)) return "The first payment is held for review, or was rejected.";
  if (fact.currency !== subscription.currency) return "The renewal was charged in another currency than agreed.";
  const agreed = minorOf(subscription.amount);
  // The hosted page's terms came from the customer's browser, so its promotional cycles are not trusted.
  const promotionCycles = first.mode === "checkout" ? null : terms.promotionCycles;
  if (!isAgreed({ promotionCycles }, { number: made, amount: fact.amount, agreed })) {
    return "The renewal was charged with a different amount than agreed.";
  }
  if (terms.billingCycles !== null && made > terms.billingCycles) return "There were more charges than agreed.";
  if (isAfterEnd(terms, fact.chargedAt)) return "The renewal was charged after the agreed last day.";
  return (await isDouble(following, charge, made)) ? "There were two charges for one period." : isGoingOn(following);
}

async function isDouble(
  { subscriptions, trx, subscription, gatewayState }: SubscriptionSync,
  { id }: ChargeRow,
  paid: number,
) {
  const { reported } = gatewayState;
  const next = reported?.nextChargeAt ?? null;
  // An ended subscription has no next charge to compare with; how many may still come is checked elsewhere.
  if (subscription.cancelled_at || (next === null && (reported?.status ?? "active") !== "active")) return false;
  const came = await subscriptions.charges.came(trx, subscription);
  const charge = came.find((one) => one.id === id);
  if (!charge) return false;
  const others = came.filter((one) => one.id !== id);
  const series = { anchor: subscription.anchor, terms: termsOf(subscription) };
  return isTwice(series, { charge, others, paid, reported: next === null ? null : new Date(next) });
}

async function isGoingOn({ subscriptions, trx, subscription, gatewayState }: SubscriptionSync): Promise<string | null> {
  // Also if the gateway continued it since, so that it counts as active.
  const taken = gatewayState.cancel?.status === "settled" ? gatewayState.cancel.sent_at : null;
  const cancelledAt = subscription.cancelled_at ?? taken;
  // One charge may already have been prepared; a second one shows that it continues.
  const after = cancelledAt ? await subscriptions.charges.countSince(trx, subscription.id, cancelledAt) : 0;
  return after > 1 ? "The subscription was cancelled but charged again." : null;
}

async function noteDecline(following: SubscriptionSync, { charge, fact }: Renewal): Promise<void> {
  const { subscriptions, trx, subscription } = following;
  const task = { subscriptionId: subscription.id, chargeId: charge.id };
  await subscriptions.tasks.add(trx, { ...task, kind: "renewal_failed" });
  if (following.ledger.options.subscription.draftForDeclined)
    await subscriptions.tasks.add(trx, { ...task, kind: "renewal" });
  const reason = fact.message ? ` The gateway says: ${fact.message.slice(0, 200)}` : "";
  await raiseForSubscription(following, "renewal_failed", `Charge ${String(charge.number)} was declined.${reason}`);
}
