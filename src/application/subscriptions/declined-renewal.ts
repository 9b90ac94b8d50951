import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MedusaContainer } from "@medusajs/framework/types";
import { generateEntityId, MedusaError } from "@medusajs/framework/utils";
import { minorOf } from "../../modules/acquiring";
import type { SubscriptionActor } from "../../modules/acquiring_subscription/rows";
import { resolveLedger } from "../resolve-ledger";
import type { PayRefusal } from "./billing-cycle";
import { cycleOf, orderOfCycle, payRefusal } from "./billing-cycle";
import { cancelWithdrawnDrafts } from "../renewals/paid-renewal";
import type { Renewal } from "./renewal-order";
import { makeRenewalDraft } from "./renewal-order";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

/**
 * A draft order for a declined renewal, which a payment link asks for. Its ID is written to the charges of the billing
 * period, under the subscription's lock, before the order exists, so that a period never has two. Idempotent.
 */
export interface DeclinedRenewal {
  readonly subscriptionId: string;
  readonly chargeId: string;
  readonly actor: SubscriptionActor;
  readonly actorId: string | null;
}

export type DraftOfRenewal = { readonly orderId: string } | { readonly refusal: PayRefusal | "unknown" };

const WAIT_MS = 10_000;

export async function draftForDeclined(container: MedusaContainer, asked: DeclinedRenewal): Promise<DraftOfRenewal> {
  const reserved = await reserve(container, asked);
  if ("refusal" in reserved) return reserved;
  const { orderId, renewal } = reserved;
  const lease = await resolveLedger(container).leases.take("payable-session", orderId, WAIT_MS);
  if (!lease) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "The order is being created. Try again.");
  try {
    await makeRenewalDraft(container, renewal, orderId);
  } finally {
    await lease.release();
  }
  // The gateway may have charged meanwhile.
  await cancelWithdrawnDrafts(container, asked.subscriptionId);
  return { orderId };
}

type Reserved = { readonly orderId: string; readonly renewal: Renewal } | { readonly refusal: PayRefusal | "unknown" };

async function reserve(container: MedusaContainer, asked: DeclinedRenewal): Promise<Reserved> {
  const { charges, events, records } = resolveSubscriptions(container);
  const reserved = await records.locked(asked.subscriptionId, async (subscription, trx): Promise<Reserved> => {
    const renewals = await charges.renewals(trx, subscription);
    const charge = renewals.find(({ id }) => id === asked.chargeId);
    if (!charge) return { refusal: "unknown" };
    const cycle = cycleOf(subscription, renewals, charge);
    const refusal = payRefusal(subscription, charge, cycle);
    if (refusal !== null) return { refusal };
    const orderId = (await usable(trx, orderOfCycle(cycle, "due"))) ?? generateEntityId(undefined, "order");
    for (const one of cycle) await charges.setOrder(trx, one.id, { state: "due", id: orderId });
    await events.note(trx, {
      ...{ subscriptionId: subscription.id, kind: "payment_requested", of: orderId, orderId },
      ...{ actor: asked.actor, actorId: asked.actorId, number: charge.number, amount: minorOf(charge.amount) },
    });
    return { orderId, renewal: { subscription, charge } };
  });
  return reserved ?? { refusal: "unknown" };
}

/** Null if staff cancelled or deleted it: then it is asked for with another one. */
async function usable(trx: Knex, orderId: string | null): Promise<string | null> {
  if (orderId === null) return null;
  const ended: unknown = await trx("order")
    .where({ id: orderId })
    .where((query) => void query.whereNotNull("deleted_at").orWhere({ status: "canceled" }))
    .first("id");
  return ended === undefined ? orderId : null;
}
