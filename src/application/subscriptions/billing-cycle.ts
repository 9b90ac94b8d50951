import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { minorOf } from "../../modules/acquiring";
import { periodOf } from "../../modules/acquiring_subscription/domain/billing-periods";
import type { ChargeRow, SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { termsOf } from "../../modules/acquiring_subscription/rows";
import type { SubscriptionSync } from "./sync-subscription";

/**
 * The renewals of one billing period, which is paid once: by the gateway's charge, or by an order that pays for a declined
 * one. Whichever is recorded first under the subscription's lock counts; the other is late or a duplicate.
 */
type Cycle = readonly ChargeRow[];

export function cycleOf(subscription: SubscriptionRecord, renewals: Cycle, charge: ChargeRow): Cycle {
  const series = { anchor: subscription.anchor, terms: termsOf(subscription) };
  const period = (one: ChargeRow): number => periodOf(series, { ...came(one), isFirst: false });
  const own = period(charge);
  return renewals.filter((one) => period(one) === own);
}

const came = ({ charged_at: chargedAt }: ChargeRow) => ({ chargedAt, isPaid: false });

/** Of its order, in this state, or null. */
export const orderOfCycle = (cycle: Cycle, state: "due" | "made"): string | null =>
  cycle.find((one) => one.state === "declined" && one.order_state === state && one.order_id !== null)?.order_id ?? null;

/** Why a declined renewal cannot be paid with an order; null: it can. `cycle`: of its billing period. */
export function payRefusal(subscription: SubscriptionRecord, charge: ChargeRow, cycle: Cycle): PayRefusal | null {
  if (charge.state !== "declined" || charge.attempt_id === subscription.attempt_id) return "not_declined";
  if (orderOfCycle(cycle, "made") !== null) return "paid";
  if (cycle.some(({ state }) => state === "pending")) return "undecided";
  if (cycle.some(({ state }) => state !== "declined")) return "charged";
  // What the gateway tried to charge is not asked for if it is more than was agreed.
  const isAgreed = charge.currency === subscription.currency && minorOf(charge.amount) <= minorOf(subscription.amount);
  if (!isAgreed) return "not_agreed";
  return subscription.order_id === null ? "no_order" : null;
}

export type PayRefusal = "not_declined" | "paid" | "undecided" | "charged" | "not_agreed" | "no_order";

/** The newest of each period that can be paid with an order. `renewals`: newest first. */
export const payable = (subscription: SubscriptionRecord, renewals: Cycle): Cycle =>
  renewals.filter((charge) => {
    if (charge.state !== "declined") return false;
    const cycle = cycleOf(subscription, renewals, charge);
    return cycle[0]?.id === charge.id && payRefusal(subscription, charge, cycle) === null;
  });

/** Its order was paid, or staff converted the draft. */
async function isPaidWithOrder(trx: Knex, cycle: Cycle): Promise<boolean> {
  if (orderOfCycle(cycle, "made") !== null) return true;
  const orderId = orderOfCycle(cycle, "due");
  if (orderId === null) return false;
  const order: unknown = await trx("order")
    .where({ id: orderId, deleted_at: null })
    .whereNotIn("status", ["draft", "canceled"])
    .first("id");
  return order !== undefined;
}

/** The gateway charged: returns whether the period was paid with an order before; if not, that one is not paid any more. */
export async function takeCycle(following: SubscriptionSync, charge: ChargeRow): Promise<boolean> {
  const { subscriptions, trx } = following;
  const cycle = await cycleIn(following, charge);
  if (await isPaidWithOrder(trx, cycle)) return true;
  for (const one of cycle)
    if (one.state === "declined" && one.order_state === "due")
      await subscriptions.charges.setOrder(trx, one.id, { state: "none" });
  return false;
}

/** Another declined charge of a period that has an order belongs to that order. Returns whether the period is paid. */
export async function joinCycle(following: SubscriptionSync, charge: ChargeRow): Promise<boolean> {
  const { subscriptions, trx } = following;
  const cycle = await cycleIn(following, charge);
  const made = orderOfCycle(cycle, "made");
  const id = made ?? orderOfCycle(cycle, "due");
  if (charge.order_id === null && id !== null)
    await subscriptions.charges.setOrder(trx, charge.id, { state: made === null ? "due" : "made", id });
  return made !== null;
}

/** `charge` as it was before this news: a declined charge that turns out to be paid may have been paid with an order. */
async function cycleIn({ subscriptions, trx, subscription }: SubscriptionSync, charge: ChargeRow): Promise<Cycle> {
  const renewals = await subscriptions.charges.renewals(trx, subscription);
  const before = renewals.map((one) => (one.id === charge.id ? charge : one));
  return cycleOf(subscription, before, charge);
}
