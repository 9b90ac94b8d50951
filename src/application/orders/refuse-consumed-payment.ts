import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { holdsMoney, isGivenBack, isGoingBack } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { resolveLedger } from "../resolve-ledger";
import { StoreRequestError } from "../store-error";

/**
 * If completing a cart fails after its payment was created, core reverts the payment; the session keeps it, and core
 * would place the next order on it. The same happens if the money was returned before there was an order. Throws
 * `StoreRequestError` for a cart without an order whose payment was returned or may be on its way back. Call it under
 * the cart's completion lock: the previous holder may be reverting.
 */
export async function refuseConsumedPayment(container: MedusaContainer, cartId: string): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(SESSIONS_WITHOUT_ORDER, [cartId]);
  for (const session of rows.map((row) => Session.parse(row))) {
    if (session.canceled_at !== null || (await isSpent(resolveLedger(container), session)))
      throw new StoreRequestError("session_not_payable", 409);
  }
}

const Session = z.object({
  id: z.string(),
  payment_id: z.string().nullable(),
  canceled_at: z.unknown(),
  order_no: z.string().nullable(),
});

const SESSIONS_WITHOUT_ORDER = `
  SELECT session.id, payment.id AS payment_id, payment.canceled_at, payment.data ->> 'order_no' AS order_no
  FROM cart_payment_collection AS link
  JOIN payment_session AS session
    ON session.payment_collection_id = link.payment_collection_id AND session.deleted_at IS NULL
  LEFT JOIN payment ON payment.payment_session_id = session.id AND payment.deleted_at IS NULL
  WHERE link.cart_id = ? AND link.deleted_at IS NULL AND session.provider_id LIKE 'pp_acquiring-%'
    AND NOT EXISTS (SELECT FROM order_cart WHERE order_cart.cart_id = link.cart_id AND order_cart.deleted_at IS NULL)`;

async function isSpent(ledger: AcquiringModuleService, session: z.infer<typeof Session>): Promise<boolean> {
  const { id, payment_id: paymentId, order_no: orderNo } = session;
  // Once Medusa has a payment, core does not call the provider, so what the provider would report is checked here.
  const [named, isMade] =
    paymentId === null
      ? [await ledger.attempts.attemptOfSession(id), false]
      : [orderNo === null ? undefined : await ledger.attempts.attemptByOrderNo(orderNo), true];
  const attempt = named && (await ledger.attempt(named.id));
  if (!attempt) return false;
  const { row, operations } = attempt;
  if (isGoingBack(operations)) return true;
  if (!isMade) return isGivenBack(row);
  return !holdsMoney(row.state) || isGivenBack(row) || row.reversal_reason !== null;
}
