import type { DifferenceKind } from "../../src/modules/acquiring/domain/books/differences";

/**
 * Differences between the gateway, the ledger and Medusa: the SQL statements that create each one for an attempt, and
 * the difference to be found. `on`: payments that it applies to.
 */
export type Standing = "authorised" | "captured" | "refunded" | "voided" | "declined";

export interface Corruption {
  readonly kind: DifferenceKind;
  readonly on: Standing;
  readonly sql: readonly string[];
}

const attempt = (set: string): string => `UPDATE acquiring_payment_attempt SET ${set} WHERE id = :id`;
const payment = (set: string): string => `UPDATE payment SET ${set} WHERE id = 'pay_' || :id`;
const refund = (set: string): string =>
  `UPDATE acquiring_operation SET ${set} WHERE attempt_id = :id AND kind = 'refund'`;
const NONE = `'{"value":"0","precision":20}'`;

export const corruptions: readonly Corruption[] = [
  {
    kind: "captured_differs",
    on: "captured",
    sql: [attempt(`state = 'authorised', captured = 0, raw_captured = ${NONE}`)],
  },
  { kind: "voided_differs", on: "authorised", sql: [attempt("state = 'voided'")] },
  {
    kind: "state_differs",
    on: "authorised",
    sql: [attempt(`state = 'declined', authorised = 0, raw_authorised = ${NONE}`)],
  },
  { kind: "unknown_at_gateway", on: "captured", sql: [attempt("order_no = 'acq_gone_' || right(id, 20)")] },
  { kind: "transaction_differs", on: "authorised", sql: [attempt("gateway_payment_id = '9' || gateway_payment_id")] },
  { kind: "amount_differs", on: "captured", sql: [attempt("requested = requested + 1")] },
  { kind: "currency_differs", on: "authorised", sql: [attempt("currency = 'USD'")] },
  {
    kind: "refund_missing_here",
    on: "refunded",
    sql: [refund("status = 'declined'"), attempt(`refunded = 0, raw_refunded = ${NONE}`)],
  },
  {
    kind: "refund_missing_there",
    on: "captured",
    sql: [
      `INSERT INTO acquiring_operation (id, attempt_id, kind, sequence, idempotency_key, amount, raw_amount, currency, status, actor, sent_at, concluded_at, recorded_in_medusa)
       SELECT 'acqop_' || right(a.id, 26), a.id, 'refund', 9, 'ref_' || a.id, 1, '{"value":"1","precision":20}', a.currency, 'settled', 'admin', a.created_at, a.created_at, true
       FROM acquiring_payment_attempt a WHERE a.id = :id`,
      attempt("refunded = 1"),
    ],
  },
  {
    kind: "refund_amount_differs",
    on: "refunded",
    sql: [refund("amount = amount + 1"), attempt("refunded = refunded + 1")],
  },
  {
    kind: "refund_state_differs",
    on: "refunded",
    sql: [refund("status = 'pending'"), attempt("refund_pending = refunded, refunded = 0")],
  },
  { kind: "refunded_differs", on: "refunded", sql: [attempt("refunded = refunded + 1")] },
  { kind: "medusa_capture_missing", on: "captured", sql: ["DELETE FROM capture WHERE payment_id = 'pay_' || :id"] },
  {
    kind: "medusa_capture_extra",
    on: "authorised",
    sql: [
      `INSERT INTO capture (id, amount, raw_amount, payment_id) VALUES ('capt_' || :id, 1, '{"value":"1","precision":20}', 'pay_' || :id)`,
    ],
  },
  { kind: "medusa_refund_missing", on: "refunded", sql: ["DELETE FROM refund WHERE payment_id = 'pay_' || :id"] },
  {
    kind: "medusa_refund_extra",
    on: "captured",
    sql: [
      `INSERT INTO refund (id, amount, raw_amount, payment_id) VALUES ('ref_' || :id, 1, '{"value":"1","precision":20}', 'pay_' || :id)`,
    ],
  },
  {
    kind: "medusa_refund_differs",
    on: "refunded",
    sql: [
      `UPDATE refund SET amount = 0.07, raw_amount = '{"value":"0.07","precision":20}' WHERE payment_id = 'pay_' || :id`,
    ],
  },
  {
    kind: "medusa_amount_differs",
    on: "authorised",
    sql: [payment(`amount = 0.01, raw_amount = '{"value":"0.01","precision":20}'`)],
  },
  { kind: "medusa_currency_differs", on: "captured", sql: [payment("currency_code = 'usd'")] },
  { kind: "medusa_void_extra", on: "authorised", sql: [payment("canceled_at = now()")] },
  { kind: "medusa_void_missing", on: "voided", sql: [payment("canceled_at = NULL")] },
  {
    kind: "medusa_payment_extra",
    on: "declined",
    sql: [
      `INSERT INTO payment (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, payment_session_id, created_at)
       SELECT 'pay_' || a.id, 'eur', s.amount, s.raw_amount, a.provider_id, '{}', s.payment_collection_id, s.id, a.created_at
       FROM acquiring_payment_attempt a JOIN payment_session s ON s.id = a.session_id WHERE a.id = :id`,
    ],
  },
  { kind: "order_missing", on: "captured", sql: ["DELETE FROM order_cart WHERE id = 'ordercart_' || :id"] },
  { kind: "money_for_nothing", on: "authorised", sql: [attempt("is_late = true"), payment("deleted_at = now()")] },
];
