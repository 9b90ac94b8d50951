import { dayOf, momentOf } from "./calendar";
import type { Gateway } from "../context";
import type { Subscription } from "./subscription";
import type { Transaction } from "../payments/transaction";

/** Creates the subscription of an approved payment, schedules its next charge, ends it. The caller saves. */
export function openSubscription(gateway: Gateway, transaction: Transaction): void {
  const { terms } = transaction;
  if (!terms || transaction.recurring_id !== "") return;
  const now = gateway.now();
  const anchor = terms.start === null ? now : atTimeOf(now, terms.start);
  const subscription: Subscription = {
    recurring_id: `SUB${gateway.book.nextNumber()}`,
    order_no: transaction.order_no,
    currency: transaction.currency,
    created_at: now.toISOString(),
    terms,
    anchor: anchor.toISOString(),
    state: "active",
    place: firstPlaceAfter(now, { anchor, terms }),
    cycle: 1,
    next_at: null,
    prepared: false,
    charges: [transaction.transaction_id],
    missed: [],
    scripts: [],
    cancels: [],
  };
  transaction.recurring_id = subscription.recurring_id;
  gateway.book.addSubscription(subscription);
  expectNext(gateway, subscription);
}

const atTimeOf = (now: Date, day: string): Date => new Date(`${day}${now.toISOString().slice(10)}`);

function firstPlaceAfter(
  now: Date,
  { anchor, terms }: { readonly anchor: Date; readonly terms: Subscription["terms"] },
): number {
  let place = 0;
  while (dayOf(momentOf(anchor, terms, place)) <= dayOf(now)) place += 1;
  return place;
}

/** Schedules the next charge; without one, the subscription has ended. */
export function expectNext(gateway: Gateway, subscription: Subscription): void {
  const { terms, anchor, place, cycle } = subscription;
  const next = momentOf(new Date(anchor), terms, place);
  const isLast = (terms.cycles !== null && cycle >= terms.cycles) || (terms.end !== null && dayOf(next) > terms.end);
  subscription.next_at = isLast ? null : next.toISOString();
  if (isLast) subscription.state = "ended";
  watchSubscription(gateway, subscription);
}

export function watchSubscription(gateway: Gateway, { next_at: nextAt, recurring_id: id }: Subscription): void {
  if (nextAt !== null) gateway.renewalsDue.add(Date.parse(nextAt), id);
}

export type Ended = { readonly problem: string } | { readonly problem: null };

/** No further charges, except one already prepared. */
export function endSubscription(gateway: Gateway, subscription: Subscription, by: "api" | "portal"): Ended {
  if (subscription.state === "cancelled") return { problem: "E1011:Already cancelled" };
  if (subscription.state === "ended") return { problem: "E1012:Already ended" };
  const now = gateway.now();
  const { next_at: nextAt } = subscription;
  subscription.prepared = nextAt !== null && Date.parse(nextAt) - now.getTime() < gateway.renewals.preparedMs;
  subscription.state = "cancelled";
  if (!subscription.prepared) subscription.next_at = null;
  subscription.cancels.push({ at: now.toISOString(), by });
  const first = gateway.book.byId(subscription.charges[0] ?? "");
  if (first) gateway.book.count(by === "api" ? "cancel_subscription" : "portal_cancel_subscription", first);
  return { problem: null };
}
