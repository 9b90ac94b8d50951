import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MathBN, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { Money } from "../../gateway/model/money";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import { majorAmount, placeSql } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { WITHDRAWN } from "../renewals/paid-renewal";

/**
 * What an order still owes: Medusa's pending difference, which counts captures only and subtracts what customers are to
 * send back, less what is authorised and not captured. Medusa's own decimals are kept for its rows; `money` is what a
 * customer pays.
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
  difference: z.string(),
  version: z.number(),
  awaits_return: z.boolean(),
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

/** The account captures a payment once, a part was captured, and Medusa has that: the rest can never be captured. */
const IS_OVER = `
  SELECT FROM acquiring_payment_attempt AS own WHERE own.session_id = payment.payment_session_id AND own.deleted_at IS NULL
    AND own.order_no = payment.data ->> 'order_no' AND own.state = 'captured' AND own.projected_version = own.version
    AND NOT ${placeSql("own")} = ANY(:capturing_in_parts)`;

/** Of each payment, what it holds beyond what the order's transactions contain. */
const RESERVED = `
  SELECT COALESCE(SUM((CASE WHEN payment.captured_at IS NULL AND NOT EXISTS (${IS_OVER}) THEN (payment.raw_amount ->> 'value')::numeric
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
const WITHDRAWN_ORDER = `
  SELECT FROM acquiring_charge AS charge WHERE charge.order_id = placed.id AND ${WITHDRAWN} AND charge.deleted_at IS NULL`;

/** Of an order named `placed`. Medusa's stored difference still contains these items. */
export const AWAITS_RETURN = `EXISTS (SELECT FROM order_item AS kept WHERE kept.order_id = placed.id
  AND kept.version = placed.version AND kept.return_requested_quantity > 0 AND kept.deleted_at IS NULL)`;

const BALANCE = `
  SELECT placed.id, placed.display_id, placed.status, placed.region_id, placed.customer_id, placed.currency_code,
    placed.version, ${AWAITS_RETURN} AS awaits_return,
    (COALESCE(summary.totals -> 'raw_pending_difference' ->> 'value', summary.totals ->> 'pending_difference', '0')::numeric
      - (${RESERVED}))::text AS difference,
    EXISTS (${WAITING}) AS is_waiting, EXISTS (${WITHDRAWN_ORDER}) AS is_withdrawn
  FROM "order" AS placed LEFT JOIN order_summary AS summary
    ON summary.order_id = placed.id AND summary.version = placed.version AND summary.deleted_at IS NULL
  WHERE placed.id = :order_id AND placed.deleted_at IS NULL`;

const Requested = z.object({
  version: z.number(),
  items: z.array(z.object({ return_requested_total: majorAmount.nullish() })).nullish(),
});
/** Items need all their fields: Medusa 2.17 and 2.18 answer totals of 0 otherwise. */
const REQUESTED = ["id", "version", "total", "items.*", "items.detail.*", "shipping_methods.*"];
const MOST_READS = 5;

interface Difference {
  /** Major units; negative if the order was overpaid. */
  readonly difference: string;
  readonly version: number;
  readonly awaits_return: boolean;
}

/**
 * What `read` returns, its difference less the items that customers are to send back, as Medusa shows it and creates
 * payment collections for it. Medusa computes their total. Reads again if the order was changed meanwhile.
 */
export async function lessRequested<Read extends Difference>(
  container: MedusaContainer,
  orderId: string,
  read: () => Promise<Read | undefined>,
): Promise<Read | null> {
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const row = await read();
    if (row === undefined) return null;
    if (!row.awaits_return) return row;
    const { version, items } = await requestedOf(container, orderId);
    const totals = (items ?? []).map((item) => item.return_requested_total ?? "0");
    if (version === row.version)
      return { ...row, difference: MathBN.sub(row.difference, MathBN.sum(...totals)).toString() };
  }
  throw new MedusaError(MedusaError.Types.CONFLICT, `The order ${orderId} is being changed. Try again.`);
}

async function requestedOf(container: MedusaContainer, orderId: string): Promise<z.output<typeof Requested>> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "order", fields: REQUESTED, filters: { id: orderId } });
  return Requested.parse(data[0]);
}

/** Null if there is no such order. */
export async function orderBalance(container: MedusaContainer, orderId: string): Promise<OrderBalance | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const asked = { order_id: orderId, capturing_in_parts: resolveLedger(container).placesCapturingInParts() };
  const row = await lessRequested(container, orderId, async () => {
    const { rows } = await pg.raw<{ rows: unknown[] }>(BALANCE, asked);
    return rows[0] === undefined ? undefined : Row.parse(rows[0]);
  });
  return row && balanceIn(row);
}

function balanceIn({ difference, ...row }: z.output<typeof Row>): OrderBalance {
  const currency = createCurrency(row.currency_code);
  const money = difference.startsWith("-") ? null : fromMedusa(difference, currency);
  const isDue = money !== null && money.minor > 0n && !row.is_withdrawn;
  return {
    orderId: row.id,
    displayId: row.display_id,
    status: row.status,
    regionId: row.region_id,
    customerId: row.customer_id,
    currency,
    due: isDue ? difference : null,
    money: isDue ? money : null,
    isWaiting: row.is_waiting,
  };
}
