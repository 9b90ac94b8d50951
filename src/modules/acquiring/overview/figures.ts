import { attemptStates, isOpen } from "../domain/states";

/** What the overview adds up. The order is the one of the column `acquiring_overview_day.figures`; amounts are minor units. */
export const FIGURES = [
  "payments",
  "requested",
  "authorised",
  "captured",
  "refunded",
  "refund_pending",
  /** Payments with a refund, accepted or succeeded. */
  "refunded_payments",
  /** Payments that were ever held for review, and those that still are. */
  "held",
  "held_open",
  /** Payments with the card form or a saved card that were sent to 3-D Secure. */
  "challenged",
  /** Disputes, not payments. */
  "disputes_open",
  "disputes_won",
  "disputes_lost",
  "disputed",
  /** Payments with a first capture that followed an authorisation, and the whole seconds between the two, added up. */
  "captures",
  "capture_seconds",
] as const;
export type Figure = (typeof FIGURES)[number];

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(", ");

export const OPEN_STATES = quoted(attemptStates.filter(isOpen));

/** The SQL of a figure over rows of `acquiring_overview_day`. */
export const figureSum = (figure: Figure): string => `sum(figures[${String(FIGURES.indexOf(figure) + 1)}])`;

/** Payments with a capture, in SQL over the same rows. */
export const OF_CAPTURED_PAYMENTS = `coalesce(${figureSum("payments")} FILTER (WHERE state = 'captured'), 0)`;

const OF_PAYMENT: Readonly<Record<Figure, string>> = {
  payments: "count(*)",
  requested: "sum(a.requested)",
  authorised: "sum(a.authorised)",
  captured: "sum(a.captured)",
  refunded: "sum(a.refunded)",
  refund_pending: "sum(a.refund_pending)",
  refunded_payments: "count(*) FILTER (WHERE a.refunded + a.refund_pending > 0)",
  held: "count(a.held_at)",
  held_open: "count(*) FILTER (WHERE a.held_at IS NOT NULL AND a.hold_decision IS NULL)",
  challenged: "count(*) FILTER (WHERE a.mode = 'card' AND journal.challenged)",
  disputes_open: "sum(dispute.open)",
  disputes_won: "sum(dispute.won)",
  disputes_lost: "sum(dispute.lost)",
  disputed: "sum(dispute.amount)",
  captures: "count(journal.seconds)",
  capture_seconds: "coalesce(sum(journal.seconds), 0)",
};

/** The code with which a payment `a` was declined, from the journal: later facts may change the payment's own column. */
export const DECLINE_CODE = `(SELECT entry.code FROM acquiring_entry AS entry
  WHERE entry.attempt_id = a.id AND entry.to_state = 'declined' AND entry.from_state <> 'declined'
    AND entry.deleted_at IS NULL ORDER BY entry.sequence DESC LIMIT 1)`;

/** The customer of a payment `a` had to authenticate. */
export const CHALLENGED = `EXISTS (SELECT FROM acquiring_entry AS entry
  WHERE entry.attempt_id = a.id AND entry.kind = 'action_required' AND entry.deleted_at IS NULL)`;

/** The journal of one payment `a`, in one index scan. */
const JOURNAL = `SELECT coalesce(bool_or(kind = 'action_required'), false) AS challenged,
    CASE WHEN a.imported_at IS NULL AND bool_or(kind = 'captured') AND bool_or(kind = 'authorised') THEN greatest(0, floor(extract(epoch FROM
      min(occurred_at) FILTER (WHERE kind = 'captured') - min(occurred_at) FILTER (WHERE kind = 'authorised'))))::bigint END AS seconds,
    CASE WHEN a.state = 'declined' THEN (array_agg(code ORDER BY sequence DESC)
      FILTER (WHERE to_state = 'declined' AND from_state <> 'declined'))[1] END AS code
  FROM acquiring_entry WHERE attempt_id = a.id AND deleted_at IS NULL`;

const DISPUTES = `SELECT count(*) FILTER (WHERE status = 'open') AS open, count(*) FILTER (WHERE status = 'won') AS won,
    count(*) FILTER (WHERE status = 'lost') AS lost, coalesce(sum(amount::bigint), 0) AS amount
  FROM jsonb_to_recordset(CASE WHEN jsonb_typeof(a.disputes) = 'array' THEN a.disputes ELSE '[]' END) AS dispute (status text, amount text)`;

/** Without a sales channel the text is empty: null is what an older version writes, whose days are computed again. */
const CHANNEL = "coalesce(a.sales_channel_id, '')";
const KEYS = "a.account, a.currency, a.mode, a.method, a.state, journal.code";
const GROUPED = `${KEYS}, ${CHANNEL}`;

/**
 * The rows of `acquiring_overview_day` for one UTC day, computed from the ledger. `:day` is its first moment, `:next` that of
 * the day after: two values, so that Postgres knows how few payments there are in between. A payment belongs to the day on
 * which it was started, which never changes.
 */
export const FROM_LEDGER = `
  SELECT encode(sha256(convert_to(jsonb_build_array(to_char(CAST(:day AS timestamptz) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), ${GROUPED})::text, 'UTF8')), 'hex') AS id,
    CAST(:day AS timestamptz) AS day, ${KEYS}, ${CHANNEL} AS sales_channel_id,
    ARRAY[${FIGURES.map((figure) => OF_PAYMENT[figure]).join(", ")}]::bigint[] AS figures
  FROM acquiring_payment_attempt AS a
  CROSS JOIN LATERAL (${JOURNAL}) AS journal CROSS JOIN LATERAL (${DISPUTES}) AS dispute
  WHERE a.created_at >= CAST(:day AS timestamptz) AND a.created_at < CAST(:next AS timestamptz) AND a.deleted_at IS NULL
  GROUP BY ${GROUPED}`;
