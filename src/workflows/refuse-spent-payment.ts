import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { holdsMoney } from "../modules/acquiring/domain/states";
import { isGivenBack, isGoingBack } from "../modules/acquiring/ledger/rows";
import { ledgerOf } from "./ledger-of";
import { StoreProblem } from "./pay/problem";

/**
 * A completion that fails after its payment was made is taken back by core, and the payment with it; the session keeps its
 * payment, and core would place the next order on it. Throws `StoreProblem` for a cart that has no order and whose payment
 * was given back or may be on its way back. To be asked in the turn to complete the cart: who is before
 * may be taking back.
 */
export async function refuseSpentPayment(container: MedusaContainer, cartId: string): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(PAYMENTS_WITHOUT_ORDER, [cartId]);
  for (const payment of rows.map((row) => Payment.parse(row))) {
    if (payment.canceled_at !== null || (await isSpent(container, payment)))
      throw new StoreProblem("session_not_payable", 409);
  }
}

const Payment = z.object({ canceled_at: z.unknown(), order_no: z.string().nullable() });

const PAYMENTS_WITHOUT_ORDER = `
  SELECT payment.canceled_at, payment.data ->> 'order_no' AS order_no
  FROM cart_payment_collection AS link
  JOIN payment_session AS session
    ON session.payment_collection_id = link.payment_collection_id AND session.deleted_at IS NULL
  JOIN payment ON payment.payment_session_id = session.id AND payment.deleted_at IS NULL
  WHERE link.cart_id = ? AND link.deleted_at IS NULL AND session.provider_id LIKE 'pp_acquiring-%'
    AND NOT EXISTS (SELECT FROM order_cart WHERE order_cart.cart_id = link.cart_id AND order_cart.deleted_at IS NULL)`;

async function isSpent(container: MedusaContainer, { order_no: orderNo }: z.infer<typeof Payment>): Promise<boolean> {
  const ledger = ledgerOf(container);
  const named = orderNo === null ? undefined : await ledger.ledger.attemptByOrderNo(orderNo);
  const attempt = named && (await ledger.attempt(named.id));
  if (!attempt) return false;
  const { row, operations } = attempt;
  return !holdsMoney(row.state) || isGivenBack(row) || row.reversal_reason !== null || isGoingBack(operations);
}
