import { OPERATION_ID_KEY, paysForPlaced } from "../../modules/acquiring";

/** Refunds with what their order lacks. A cancelled order has no credit lines, and its transactions name payments. */

const PLACED = `
  SELECT placed.id, placed.version, placed.created_at FROM order_payment_collection AS link
  JOIN "order" AS placed ON placed.id = link.order_id AND placed.deleted_at IS NULL AND placed.status <> 'canceled'
  WHERE link.payment_collection_id = payment.payment_collection_id AND link.deleted_at IS NULL AND ${paysForPlaced("payment")}
  ORDER BY placed.created_at, placed.id LIMIT 1`;

/** When core cancels an order, its transaction names the payment, not the refund. */
const MOVED = `order_transaction AS moved WHERE moved.order_id = placed.id AND moved.deleted_at IS NULL AND moved.reference = 'refund'`;

/** Sums are numeric. */
const NOTHING = "0.00001";

const IS_MISSING = `NOT EXISTS (SELECT FROM ${MOVED} AND moved.reference_id IN (refund.id, payment.id))`;

/** A refund named by the order needs one transaction of its amount; otherwise the payment's sums are compared. */
const DIFFERS = `CASE WHEN EXISTS (SELECT FROM ${MOVED} AND moved.reference_id = refund.id)
  THEN (SELECT COUNT(*) > 1 OR ABS(SUM(moved.amount) + refund.amount) > ${NOTHING} FROM ${MOVED} AND moved.reference_id = refund.id)
  ELSE ABS((SELECT SUM(moved.amount) FROM ${MOVED} AND (moved.reference_id = payment.id
      OR moved.reference_id IN (SELECT id FROM refund AS own WHERE own.payment_id = payment.id AND own.deleted_at IS NULL)))
    + (SELECT SUM(own.amount) FROM refund AS own WHERE own.payment_id = payment.id AND own.deleted_at IS NULL)) > ${NOTHING}
  END`;

const LINES = `order_credit_line AS line WHERE line.order_id = placed.id AND line.version = placed.version AND line.deleted_at IS NULL`;

/**
 * Core's line names no refund, so sums are compared: an order that was charged no more than its total needs lines for
 * all refunds. After an edit, return, exchange or claim less may have been due, so such orders are skipped.
 */
const LACKS_LINE = `NOT EXISTS (SELECT FROM order_change AS change WHERE change.order_id = placed.id AND change.deleted_at IS NULL
    AND change.change_type IS DISTINCT FROM 'credit_line')
  AND COALESCE((SELECT SUM(moved.amount) FROM order_transaction AS moved WHERE moved.order_id = placed.id AND moved.deleted_at IS NULL
    AND moved.amount > 0), 0) <= (SELECT amount FROM payment_collection WHERE id = payment.payment_collection_id) + ${NOTHING}
  AND COALESCE((SELECT SUM(line.amount) FROM ${LINES}), 0) + ${NOTHING} <
    (SELECT SUM(given.amount) FROM refund AS given JOIN payment AS whole ON whole.id = given.payment_id
     WHERE whole.payment_collection_id = payment.payment_collection_id AND given.deleted_at IS NULL AND ${paysForPlaced("whole")})`;

const HAS_LINES = `(SELECT COUNT(*) FROM ${LINES} AND line.reference_id = refund.id) > 1`;

/**
 * Other references belong to other plugins. Money that the ledger returned without a row in Medusa is reported
 * separately. Each transaction is reported once, with the first payment of its collection.
 */
const SURPLUS = `
  SELECT moved.id, payment.id AS payment_id, (- moved.amount)::text AS amount, NULL AS operation_id, 'surplus' AS order_flaw
  FROM payment JOIN LATERAL (${PLACED}) AS placed ON true JOIN order_transaction AS moved
    ON moved.order_id = placed.id AND moved.deleted_at IS NULL AND moved.reference = 'refund'
  WHERE payment.id = ANY(?)
    AND payment.id = (SELECT MIN(one.id) FROM payment AS one
      WHERE one.payment_collection_id = payment.payment_collection_id AND one.deleted_at IS NULL AND ${paysForPlaced("one")})
    AND moved.reference_id LIKE 'ref\\_%'
    AND NOT EXISTS (SELECT FROM refund WHERE refund.id = moved.reference_id AND refund.deleted_at IS NULL)
    AND NOT EXISTS (SELECT FROM acquiring_operation AS own WHERE own.kind = 'refund' AND own.deleted_at IS NULL
      AND own.idempotency_key = moved.reference_id AND own.status NOT IN ('declined', 'not_sent'))`;

/** Takes the payment IDs twice. */
export const REFUNDS = `
  SELECT refund.id, refund.payment_id, refund.raw_amount->>'value' AS amount, refund.metadata->>'${OPERATION_ID_KEY}' AS operation_id,
    CASE WHEN placed.id IS NULL THEN NULL
      WHEN ${IS_MISSING} THEN 'transaction_missing'
      WHEN ${DIFFERS} THEN 'transaction_differs'
      WHEN ${LACKS_LINE} THEN 'credit_line_missing'
      WHEN ${HAS_LINES} THEN 'credit_line_surplus' END AS order_flaw
  FROM refund JOIN payment ON payment.id = refund.payment_id LEFT JOIN LATERAL (${PLACED}) AS placed ON true
  WHERE refund.deleted_at IS NULL AND refund.payment_id = ANY(?)
  UNION ALL ${SURPLUS}`;
