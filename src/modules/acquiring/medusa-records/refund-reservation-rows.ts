import { OPERATION_ID_KEY } from "./medusa-sync-state";

/**
 * The statements of `RefundReservations` over Medusa's own rows. All their times are Postgres': `:now`, `reserved_at`,
 * `answered_at` and the ledger's `updated_at`. Core's rows have its server's time, so they are not compared.
 */

/**
 * Core places an order before it creates the payment: an older one without a session belongs to a rolled-back
 * completion, and its refund is in no order. `payment`: an alias, beside that of the order, `placed`.
 */
export const paysForPlaced = (payment: string): string => `(${payment}.created_at >= placed.created_at OR EXISTS (
    SELECT FROM payment_session AS session WHERE session.id = ${payment}.payment_session_id AND session.deleted_at IS NULL))`;

export const ORDER_OF = `
  SELECT placed.id FROM payment
  JOIN order_payment_collection AS link
    ON link.payment_collection_id = payment.payment_collection_id AND link.deleted_at IS NULL
  JOIN "order" AS placed ON placed.id = link.order_id AND placed.deleted_at IS NULL
  WHERE payment.id = :paymentId LIMIT 1`;

const credits = (order: string): string => `
  COALESCE((SELECT SUM(line.amount) FROM "order" AS own
    JOIN order_credit_line AS line ON line.order_id = own.id AND line.version = own.version AND line.deleted_at IS NULL
    WHERE own.id = ${order}), 0)`;

const MOVED = `order_transaction AS moved
  WHERE moved.order_id = reserved.order_id AND moved.deleted_at IS NULL AND moved.reference = 'refund'`;

/** Core's cancellation names the payment: one such transaction for each refund of it that none names. */
const HAS_TRANSACTION = `(EXISTS (SELECT FROM ${MOVED} AND moved.reference_id = reserved.refund_id)
  OR (SELECT COUNT(*) FROM ${MOVED} AND moved.reference_id = reserved.payment_id) >= (
    SELECT COUNT(*) FROM refund AS own WHERE own.payment_id = reserved.payment_id AND own.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM ${MOVED} AND moved.reference_id = own.id)))`;

/** Core writes the transaction first and then the credit line, in a separate order change. Sums are numeric. */
const IS_COMPLETE = `
  ${HAS_TRANSACTION} AND ${credits("reserved.order_id")} >= CAST(reserved.credit_before AS numeric) + CAST(reserved.credit_due AS numeric) - 0.00001`;

/** Core removes the row if its refund failed. */
const HAS_ROW = `EXISTS (SELECT FROM refund WHERE refund.id = reserved.refund_id AND refund.deleted_at IS NULL)`;

/**
 * The time for core's own flow to write its rows: after the response as long as `CORE_GRACE_MS`, before it until an
 * unsent row is removed. The projection then writes missing rows.
 */
const ends = (answeredAt: string): string =>
  `COALESCE(${answeredAt} + interval '60 seconds', reserved.reserved_at + interval '600 seconds')`;

/** Another payment's remaining money is sent once in any case: core's cancellation refunds all payments at once. */
const isRestBeside = (other: string): string => `(${other} <> :paymentId AND CAST(:amount AS numeric) >=
      COALESCE((SELECT SUM(amount) FROM capture WHERE payment_id = :paymentId AND deleted_at IS NULL), 0)
      - COALESCE((SELECT SUM(amount) FROM refund AS earlier WHERE earlier.payment_id = :paymentId
        AND earlier.deleted_at IS NULL AND earlier.id <> :id), 0))`;

export const RESERVED = `
  SELECT 1 FROM acquiring_refund_reservation AS reserved
  WHERE reserved.order_id = :orderId AND reserved.deleted_at IS NULL AND reserved.refund_id <> :id
    AND ${HAS_ROW} AND CAST(:now AS timestamptz) < ${ends("reserved.answered_at")} AND NOT (${IS_COMPLETE})
    AND NOT ${isRestBeside("reserved.payment_id")}
  LIMIT 1`;

/** For the projection: an ended operation shows that a process died. */
export const OPEN = `
  SELECT reserved.refund_id FROM acquiring_refund_reservation AS reserved
  LEFT JOIN acquiring_operation AS own ON own.kind = 'refund' AND own.idempotency_key = reserved.refund_id
    AND own.status NOT IN ('sending', 'unknown') AND own.deleted_at IS NULL
  WHERE reserved.order_id = :orderId AND reserved.deleted_at IS NULL AND ${HAS_ROW}
    AND CAST(:now AS timestamptz) < ${ends("GREATEST(own.updated_at, reserved.answered_at)")} AND NOT (${IS_COMPLETE})`;

/** Successful refunds without a transaction: the process died. Those that wait for an open edit are left out. */
export const INCOMPLETE = `
  SELECT operation.attempt_id FROM order_payment_collection AS link
  JOIN "order" AS placed ON placed.id = link.order_id
  JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
    AND ${paysForPlaced("payment")}
  JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL AND refund.id <> :id
  JOIN acquiring_operation AS operation ON operation.kind = 'refund' AND operation.recorded_in_medusa
    AND operation.status IN ('settled', 'pending') AND operation.deleted_at IS NULL
    AND (operation.idempotency_key = refund.id OR operation.id = refund.metadata ->> '${OPERATION_ID_KEY}')
  WHERE link.order_id = :orderId AND link.deleted_at IS NULL
    AND NOT ${isRestBeside("payment.id")}
    AND NOT EXISTS (SELECT FROM order_transaction AS moved WHERE moved.order_id = :orderId AND moved.deleted_at IS NULL
      AND moved.reference = 'refund' AND moved.reference_id IN (refund.id, payment.id))
    AND NOT EXISTS (SELECT FROM order_change AS change WHERE change.order_id = :orderId AND change.deleted_at IS NULL
      AND change.status IN ('pending', 'requested'))`;

/**
 * What customers are to send back, as core computes it and subtracts it from the stored difference. An item with a
 * discount is left out: then a credit line is expected that core may not write, and the reservation expires.
 */
const REQUESTED = `
  COALESCE((SELECT SUM(COALESCE(kept.unit_price, line.unit_price) * kept.return_requested_quantity
      * (1 + CASE WHEN line.is_tax_inclusive THEN 0 ELSE COALESCE((SELECT CAST(SUM(tax.rate) AS numeric)
          FROM order_line_item_tax_line AS tax WHERE tax.item_id = line.id AND tax.deleted_at IS NULL), 0) / 100 END))
    FROM order_item AS kept JOIN order_line_item AS line ON line.id = kept.item_id
    WHERE kept.order_id = placed.id AND kept.version = placed.version AND kept.deleted_at IS NULL
      AND kept.return_requested_quantity > 0 AND NOT EXISTS (SELECT FROM order_line_item_adjustment AS discount
        WHERE discount.item_id = line.id AND discount.deleted_at IS NULL)), 0)`;

/** What the order owes is refunded without a credit line. */
export const RESERVE = `
  INSERT INTO acquiring_refund_reservation (refund_id, payment_id, order_id, credit_before, credit_due, reserved_at)
  SELECT :id, :paymentId, placed.id, CAST(${credits("placed.id")} AS text),
    CAST(GREATEST(CAST(:amount AS numeric) - GREATEST(${REQUESTED}
      - COALESCE(CAST(summary.totals ->> 'pending_difference' AS numeric), 0), 0), 0) AS text),
    CAST(:now AS timestamptz)
  FROM "order" AS placed LEFT JOIN order_summary AS summary
    ON summary.order_id = placed.id AND summary.version = placed.version AND summary.deleted_at IS NULL
  WHERE placed.id = :orderId
  ON CONFLICT (refund_id) DO NOTHING`;
