import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { Money } from "../../gateway/model/money";
import { createCurrency, fromMedusa } from "../../gateway/model/money";

/**
 * What an order still owes: Medusa's pending difference, which counts captures only, less what is authorised and not
 * captured. Medusa's own decimals are kept for its rows; `money` is what a customer pays.
 */
export interface OrderBalance {
  readonly orderId: string;
  readonly displayId: number;
  readonly status: string;
  readonly regionId: string | null;
  readonly customerId: string | null;
  readonly currency: string;
  /** In major units; null if nothing is due. */
  readonly due: string | null;
  readonly money: Money | null;
  /** A voucher or transfer that the order was placed with may still be paid. */
  readonly isWaiting: boolean;
}

const Row = z.object({
  id: z.string(),
  display_id: z.coerce.number(),
  status: z.string(),
  region_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  currency_code: z.string(),
  due: z.string(),
  is_waiting: z.boolean(),
  is_withdrawn: z.boolean(),
});

const COLLECTIONS = `
  SELECT link.payment_collection_id FROM order_payment_collection AS link
  WHERE link.order_id = placed.id AND link.deleted_at IS NULL`;

/** Captures that the order's transactions contain; core writes a capture before its transaction. */
const COUNTED = `
  SELECT COALESCE(SUM((capture.raw_amount ->> 'value')::numeric), 0) FROM capture
  WHERE capture.payment_id = payment.id AND capture.deleted_at IS NULL AND EXISTS (
    SELECT FROM order_transaction AS booked WHERE booked.order_id = placed.id AND booked.reference_id = capture.id
      AND booked.deleted_at IS NULL)`;

const CAPTURED = `
  SELECT COALESCE(SUM((capture.raw_amount ->> 'value')::numeric), 0) FROM capture
  WHERE capture.payment_id = payment.id AND capture.deleted_at IS NULL`;

/** Of each payment, what it holds beyond what the order's transactions contain. */
const RESERVED = `
  SELECT COALESCE(SUM((CASE WHEN payment.captured_at IS NULL THEN (payment.raw_amount ->> 'value')::numeric
    ELSE (${CAPTURED}) END) - (${COUNTED})), 0)
  FROM payment WHERE payment.payment_collection_id IN (${COLLECTIONS})
    AND payment.deleted_at IS NULL AND payment.canceled_at IS NULL`;

/** Without a payment of ours that has ended unpaid, such as an expired voucher. */
const WAITING = `
  SELECT FROM payment_session AS session WHERE session.payment_collection_id IN (${COLLECTIONS})
    AND session.status = 'pending_authorization' AND session.deleted_at IS NULL
    AND (EXISTS (SELECT FROM acquiring_payment_attempt AS live WHERE live.session_id = session.id
        AND live.deleted_at IS NULL AND live.state NOT IN ('declined', 'expired', 'voided'))
      OR NOT EXISTS (SELECT FROM acquiring_payment_attempt AS ended WHERE ended.session_id = session.id
        AND ended.deleted_at IS NULL))`;

/** It was to pay for a declined renewal, and the gateway charged that billing period after all. */
const WITHDRAWN = `
  SELECT FROM acquiring_charge AS charge WHERE charge.order_id = placed.id AND charge.state = 'declined'
    AND charge.order_state = 'none' AND charge.deleted_at IS NULL`;

const BALANCE = `
  SELECT placed.id, placed.display_id, placed.status, placed.region_id, placed.customer_id, placed.currency_code,
    (COALESCE(summary.totals -> 'raw_pending_difference' ->> 'value', summary.totals ->> 'pending_difference', '0')::numeric
      - (${RESERVED}))::text AS due,
    EXISTS (${WAITING}) AS is_waiting, EXISTS (${WITHDRAWN}) AS is_withdrawn
  FROM "order" AS placed LEFT JOIN order_summary AS summary
    ON summary.order_id = placed.id AND summary.version = placed.version AND summary.deleted_at IS NULL
  WHERE placed.id = ? AND placed.deleted_at IS NULL`;

/** Null if there is no such order. */
export async function orderBalance(container: MedusaContainer, orderId: string): Promise<OrderBalance | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(BALANCE, [orderId]);
  if (rows[0] === undefined) return null;
  const row = Row.parse(rows[0]);
  const currency = createCurrency(row.currency_code);
  const money = row.due.startsWith("-") ? null : fromMedusa(row.due, currency);
  const isDue = money !== null && money.minor > 0n && !row.is_withdrawn;
  return {
    orderId: row.id,
    displayId: row.display_id,
    status: row.status,
    regionId: row.region_id,
    customerId: row.customer_id,
    currency,
    due: isDue ? row.due : null,
    money: isDue ? money : null,
    isWaiting: row.is_waiting,
  };
}
