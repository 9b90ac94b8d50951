import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules, PaymentCollectionStatus } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { resolveLedger } from "../resolve-ledger";
import { orderBalance } from "./order-balance";

/**
 * The payment collection that an order's balance is paid with: the order's open one, with the amount brought up to date,
 * or a new one. Core's own workflow for this cancels authorised payments of the order, so it is not used. Call it under
 * the order's lease.
 */
const Open = z.object({ id: z.string(), amount: z.string() }).optional();

/**
 * Without a payment, and not the one that a cart was paid with. Of several, as staff can make them, the one that a payment
 * at the gateway is for; there, the balance is taken.
 */
const OPEN = `
  SELECT collection.id, collection.raw_amount ->> 'value' AS amount
  FROM order_payment_collection AS link
  JOIN payment_collection AS collection ON collection.id = link.payment_collection_id AND collection.deleted_at IS NULL
  WHERE link.order_id = ? AND link.deleted_at IS NULL AND collection.status IN ('not_paid', 'awaiting')
    AND NOT EXISTS (SELECT FROM payment WHERE payment.payment_collection_id = collection.id AND payment.deleted_at IS NULL)
    AND NOT EXISTS (SELECT FROM cart_payment_collection AS bought
      WHERE bought.payment_collection_id = collection.id AND bought.deleted_at IS NULL)
  ORDER BY EXISTS (SELECT FROM acquiring_payment_attempt AS live WHERE live.collection_id = collection.id
      AND live.deleted_at IS NULL AND NOT live.is_late AND live.reversal_reason IS NULL
      AND live.state NOT IN ('declined', 'expired', 'voided')) DESC,
    collection.created_at DESC, collection.id DESC LIMIT 1`;

export interface Due {
  readonly orderId: string;
  /** Medusa's decimals, in major units. */
  readonly due: string;
  readonly currency: string;
}

/** The ID of the order's open collection, or null. */
export async function openCollectionOf(container: MedusaContainer, orderId: string): Promise<string | null> {
  return (await openOf(container, orderId))?.id ?? null;
}

export async function balanceCollection(container: MedusaContainer, balance: Due): Promise<string> {
  const { orderId, due: amount, currency } = balance;
  const payments = container.resolve(Modules.PAYMENT);
  const open = await openOf(container, orderId);
  if (open) {
    if (open.amount !== amount) await payments.updatePaymentCollections(open.id, inMedusa({ amount }));
    return open.id;
  }
  // A crash between the two steps leaves an unlinked collection, which nobody sees.
  const { id } = await payments.createPaymentCollections({ amount, currency_code: currency.toLowerCase() });
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id: orderId },
    [Modules.PAYMENT]: { payment_collection_id: id },
  });
  return id;
}

/**
 * Of an order that owes nothing: Medusa counts an unpaid collection against the order's payment status. A payment that is
 * at the gateway keeps it open.
 */
export async function closeUnusedCollection(container: MedusaContainer, orderId: string): Promise<void> {
  const id = await openCollectionOf(container, orderId);
  if (id === null || (await resolveLedger(container).attempts.liveOfCollection(id))) return;
  const balance = await orderBalance(container, orderId);
  if (balance?.money === null && !balance.isWaiting) await cancelCollection(container, id);
}

/** Only its status: whatever of it is paid late is still recorded. */
export async function cancelCollection(container: MedusaContainer, id: string): Promise<void> {
  await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, { status: PaymentCollectionStatus.CANCELED });
}

/** Exact text, which core accepts although its type of an update says otherwise. */
const inMedusa = (update: { readonly amount: string }): Record<string, string> => ({ ...update });

async function openOf(container: MedusaContainer, orderId: string): Promise<z.infer<typeof Open>> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(OPEN, [orderId]);
  return Open.parse(rows[0]);
}
