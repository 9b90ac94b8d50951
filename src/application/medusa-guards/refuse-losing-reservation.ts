import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createCurrency, fromMedusa, toMajor } from "../../gateway/model/money";

/** Identifies the order that is about to change: by its own ID or by that of a return, claim or exchange. */
export type Change = "order" | "return" | "claim" | "exchange";

const ORDER: Readonly<Record<Change, string>> = {
  order: "?",
  return: `(SELECT order_id FROM "return" WHERE id = ?)`,
  claim: "(SELECT order_id FROM order_claim WHERE id = ?)",
  exchange: "(SELECT order_id FROM order_exchange WHERE id = ?)",
};

const reservedBy = (change: Change): string => `
  SELECT payment.raw_amount -> 'value' AS amount, payment.currency_code FROM order_payment_collection AS link
  JOIN payment ON payment.payment_collection_id = link.payment_collection_id
    AND payment.deleted_at IS NULL AND payment.canceled_at IS NULL AND payment.provider_id LIKE 'pp_acquiring-%'
  WHERE link.order_id = ${ORDER[change]} AND link.deleted_at IS NULL AND NOT EXISTS (
    SELECT FROM capture WHERE capture.payment_id = payment.id AND capture.deleted_at IS NULL)
  LIMIT 1`;

const Reserved = z.object({ amount: z.union([z.string(), z.number()]).transform(String), currency_code: z.string() });

/**
 * When an order with an outstanding amount changes, core cancels its authorised payments and asks for a new one. With
 * this provider the authorisation would be voided and no new payment could be made. Throws `not_allowed` while a
 * payment of the order is authorised and not captured.
 */
export async function refuseLosingReservation(
  container: MedusaContainer,
  { change, id }: { readonly change: Change; readonly id: string },
): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(reservedBy(change), [id]);
  if (rows[0] === undefined) return;
  const { amount, currency_code: code } = Reserved.parse(rows[0]);
  const money = fromMedusa(amount, createCurrency(code));
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Nothing was changed. Medusa would cancel this order's authorised payment of ${toMajor(money)} ${money.currency}, and ask for ` +
      "another one. Capture the payment first, then confirm; the difference is refunded after that. If nothing " +
      "has to be paid any more, void it on the payment's page under Acquiring.",
  );
}
