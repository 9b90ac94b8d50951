import { OPERATION_ID_KEY } from "./medusa-sync-state";

/**
 * Operations refused because Medusa could not record them on the order; `changing` also applies to our own page. Core
 * subtracts a refund that the order does not owe from the order's total, which it refuses for a cancelled order and
 * while an edit, return, exchange, claim or transfer request is open; the money would have been refunded, and the user would retry after the error.
 * Core also records a capture or refund on the order of the payment's collection, even if that order was paid by
 * another payment after a completion was rolled back.
 */
export type CannotRecord = "cancelled" | "changing" | "other_payment";

/** The advice if an order has an `OPEN_CHANGE`, after what was not done. */
export const WHY_CHANGING =
  "An edit, return, exchange, claim or transfer request of this order is open: confirm or cancel it first " +
  "(a transfer request under Activity on the order's page).";

/** The advice. */
export const WHY_CANNOT_RECORD: Readonly<Record<CannotRecord, string>> = {
  changing: `Nothing was refunded. ${WHY_CHANGING} Medusa can only record the refund afterwards.`,
  cancelled:
    "Nothing was refunded. The order is cancelled, and Medusa could not record the refund: refund it on the payment's own page, " +
    "under Payments.",
  other_payment:
    "Nothing was sent. Another payment paid for this order, and Medusa would record this one's money on it: capture, void or " +
    "refund it on the payment's own page, under Payments.",
};

export const PLACED = `
  JOIN order_payment_collection AS link
    ON link.payment_collection_id = payment.payment_collection_id AND link.deleted_at IS NULL
  JOIN "order" AS placed ON placed.id = link.order_id AND placed.deleted_at IS NULL`;

/** Core changes no total of an order, named `placed`, that has one of these. */
export const OPEN_CHANGE = `
  SELECT FROM order_change AS change WHERE change.order_id = placed.id
    AND change.deleted_at IS NULL AND change.status IN ('pending', 'requested')`;

/** Core voids such a payment when it cancels the order, and then fails to cancel the order. */
export const CANNOT_CANCEL = `
  SELECT FROM payment ${PLACED}
  WHERE payment.deleted_at IS NULL AND payment.canceled_at IS NULL AND payment.captured_at IS NULL
    AND placed.status <> 'canceled' AND EXISTS (${OPEN_CHANGE})`;

export const WHY_CANNOT_CANCEL = `Nothing was voided. ${WHY_CHANGING} Medusa can only cancel the order afterwards.`;

const refundOf = (why: string): string => `
  SELECT FROM payment ${PLACED}
  LEFT JOIN order_summary AS summary
    ON summary.order_id = placed.id AND summary.version = placed.version AND summary.deleted_at IS NULL
  WHERE payment.id = asked.payment_id
    AND asked.amount > - COALESCE((summary.totals ->> 'pending_difference')::numeric, 0) AND ${why}`;

/** Subqueries that return a row if the condition applies. `asked`: Medusa's row, see `RequestedOperation`. */
export const CANNOT_RECORD: Readonly<Record<CannotRecord, string>> = {
  cancelled: refundOf("placed.status = 'canceled'"),
  changing: refundOf(`EXISTS (${OPEN_CHANGE})`),
  other_payment: `
    SELECT FROM payment ${PLACED}
    WHERE payment.id = asked.payment_id AND payment.created_at < placed.created_at AND NOT EXISTS (
      SELECT FROM payment_session AS own WHERE own.id = payment.payment_session_id AND own.deleted_at IS NULL)`,
};

/** The next refund waits until Medusa's rows of the previous one are complete; see `RefundReservations`. */
export const WHY_RESERVED =
  "Nothing was sent. Another refund of this order is being recorded. Check again in a few seconds, and refund what is still " +
  "missing then.";

/** Why nothing is sent if an earlier operation succeeded without a row in Medusa, and the advice. */
export const WHY_LOST: Readonly<Record<"capture" | "refund", string>> = {
  capture:
    "Nothing was captured. An earlier capture succeeded, but Medusa lost its row; the row is being restored. " +
    "Check again in a minute, and capture what is still missing then.",
  refund:
    "Nothing was refunded. An earlier refund succeeded, but Medusa lost its row; the row is being restored. " +
    "Check again in a minute, and refund what is still missing then.",
};

/**
 * Core writes a capture's or refund's row before it calls the provider, and removes it on any later failure, also after
 * the money has moved. `isSubstitute`: a row without an operation may be core's own for the same money.
 */
const lost = (kind: "capture" | "refund", operationOf: string, isSubstitute: string): string => `
  WITH own AS (
    SELECT operation.* FROM acquiring_operation AS operation
    WHERE operation.attempt_id = asked.id AND operation.kind = '${kind}' AND operation.deleted_at IS NULL),
  there AS (
    SELECT own.id AS operation_id, row.created_by FROM ${kind} AS row
    LEFT JOIN own ON own.idempotency_key = row.id OR own.id = ${operationOf}
    WHERE row.payment_id = asked.payment_id AND row.deleted_at IS NULL AND row.id <> asked.asked_id
      AND row.created_by IS DISTINCT FROM asked.id)
  SELECT FROM own WHERE own.recorded_in_medusa AND own.status IN ('settled', 'pending')
    AND NOT EXISTS (SELECT FROM there WHERE there.operation_id = own.id OR (there.operation_id IS NULL AND ${isSubstitute}))`;

export const LOST_ROW: Readonly<Record<"capture" | "refund", string>> = {
  // Core writes immediate captures while it completes the cart, without a user.
  capture: lost("capture", "row.created_by", "there.created_by IS NULL"),
  refund: lost("refund", `row.metadata ->> '${OPERATION_ID_KEY}'`, "false"),
};
