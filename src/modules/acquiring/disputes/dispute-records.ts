import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { DisputeState } from "../domain/dispute-state";
import { disputeStateOf, disputeStates, dueDateOf } from "../domain/dispute-state";
import type { RecordedDispute } from "../ledger/rows/dispute";
import { DISPUTE_KEY, DISPUTE_OPENED_AT, disputesIn } from "../ledger/rows/dispute";
import { OF_CAPTURED_PAYMENTS } from "../overview/figures";

/** Disputes for the dashboard: what the gateway reported (the column `disputes`) beside what people entered. Read only. */
export interface DisputeView {
  /** The payment attempt's id, a colon, and its key. */
  readonly id: string;
  readonly key: string;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly cartId: string | null;
  readonly account: string;
  readonly orderNo: string;
  readonly currency: string;
  readonly status: "open" | "won" | "lost";
  readonly state: DisputeState;
  /** Integer minor units; null: not reported. */
  readonly amount: bigint | null;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly openedAt: Date;
  /** Null while it is open. */
  readonly decidedAt: Date | null;
  /** The one that applies. */
  readonly dueAt: Date | null;
  readonly reportedDueAt: Date | null;
  readonly enteredDueAt: Date | null;
  readonly answeredAt: Date | null;
  readonly answeredBy: string | null;
  readonly note: string | null;
  /** 0: nothing was entered. */
  readonly version: number;
}

export const disputeId = (attemptId: string, key: string): string => `${attemptId}:${key}`;
export const attemptOfDispute = (id: string): string => id.slice(0, Math.max(0, id.indexOf(":")));

/** `a` a payment, `d` one of its disputes, `c` what was entered. The partial index has the disputed payments only. */
export const FROM_DISPUTES = `
  FROM acquiring_payment_attempt AS a
  CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN jsonb_typeof(a.disputes) = 'array' THEN a.disputes ELSE '[]' END) AS d
  LEFT JOIN acquiring_dispute_case AS c ON c.id = a.id || ':' || ${DISPUTE_KEY} AND c.deleted_at IS NULL
  WHERE a.disputes IS NOT NULL AND a.deleted_at IS NULL`;

export const DUE_AT = "coalesce(c.due_at, (d->>'due_at')::timestamptz)";
export const UNANSWERED = "d->>'status' = 'open' AND c.answered_at IS NULL";

/** As `disputeStateOf` decides. */
const OF_STATE: Readonly<Record<DisputeState, string>> = {
  needs_answer: `${UNANSWERED} AND coalesce(${DUE_AT} >= :now, TRUE)`,
  overdue: `${UNANSWERED} AND ${DUE_AT} < :now`,
  answered: "d->>'status' = 'open' AND c.answered_at IS NOT NULL",
  won: "d->>'status' = 'won'",
  lost: "d->>'status' = 'lost'",
};

const SELECTED = `SELECT a.id, a.session_id, a.cart_id, a.account, a.order_no, a.currency, d AS dispute,
  c.due_at, c.answered_at, c.answered_by, c.note, coalesce(c.version, 0) AS version`;

/** To be answered first, by due date; then the answered, then the decided ones, the newest first. */
const IN_ORDER = `ORDER BY CASE WHEN d->>'status' <> 'open' THEN 2 WHEN c.answered_at IS NOT NULL THEN 1 ELSE 0 END,
  CASE WHEN d->>'status' = 'open' THEN ${DUE_AT} END NULLS LAST, ${DISPUTE_OPENED_AT} DESC, a.id, ${DISPUTE_KEY}`;

export interface DisputeQuestion {
  readonly states: readonly DisputeState[];
  readonly limit: number;
  readonly offset: number;
}

export async function listDisputes(
  pg: Knex,
  { states, limit, offset }: DisputeQuestion,
  now: Date,
): Promise<readonly DisputeView[]> {
  const where = states.map((state) => `(${OF_STATE[state]})`).join(" OR ");
  const { rows } = await pg.raw<{ rows: Row[] }>(
    `${SELECTED} ${FROM_DISPUTES} AND (${where}) ${IN_ORDER} LIMIT CAST(:limit AS integer) OFFSET CAST(:offset AS integer)`,
    { now, limit, offset },
  );
  return rows.flatMap((row) => recordsOf(row, now));
}

export async function countDisputes(pg: Knex, now: Date): Promise<Readonly<Record<DisputeState, number>>> {
  const counts = disputeStates.map((state) => `count(*) FILTER (WHERE ${OF_STATE[state]})::int AS ${state}`);
  const { rows } = await pg.raw<{ rows: Record<DisputeState, number>[] }>(
    `SELECT ${counts.join(", ")} ${FROM_DISPUTES}`,
    { now },
  );
  return rows[0] ?? { needs_answer: 0, overdue: 0, answered: 0, won: 0, lost: 0 };
}

export async function disputeOfId(pg: Knex, id: string, now: Date): Promise<DisputeView | null> {
  const { rows } = await pg.raw<{ rows: Row[] }>(
    `${SELECTED} ${FROM_DISPUTES} AND a.id = :attempt AND a.id || ':' || ${DISPUTE_KEY} = :id`,
    { attempt: attemptOfDispute(id), id },
  );
  return rows.flatMap((row) => recordsOf(row, now))[0] ?? null;
}

interface Row {
  readonly id: string;
  readonly session_id: string;
  readonly cart_id: string | null;
  readonly account: string;
  readonly order_no: string;
  readonly currency: string;
  readonly dispute: unknown;
  readonly due_at: Date | null;
  readonly answered_at: Date | null;
  readonly answered_by: string | null;
  readonly note: string | null;
  readonly version: number;
}

const recordsOf = (row: Row, now: Date): readonly DisputeView[] =>
  disputesIn([row.dispute]).map((dispute) => recordOf(row, dispute, now));

function recordOf(row: Row, dispute: RecordedDispute, now: Date): DisputeView {
  const facts = {
    status: dispute.status,
    reportedDueAt: dispute.dueAt === null ? null : new Date(dispute.dueAt),
    enteredDueAt: row.due_at,
    answeredAt: row.answered_at,
  };
  return {
    ...facts,
    id: disputeId(row.id, dispute.key),
    key: dispute.key,
    attemptId: row.id,
    sessionId: row.session_id,
    cartId: row.cart_id,
    account: row.account,
    orderNo: row.order_no,
    currency: row.currency,
    state: disputeStateOf(facts, now),
    amount: dispute.amount,
    reason: dispute.reason,
    reference: dispute.reference,
    openedAt: new Date(dispute.openedAt),
    decidedAt: dispute.status === "open" ? null : new Date(dispute.at),
    dueAt: dueDateOf(facts),
    answeredBy: row.answered_by,
    note: row.note,
    version: row.version,
  };
}

/** Of one UTC month. */
export interface DisputeMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Disputes that were first reported in it. */
  readonly opened: number;
  /** Captured payments that were started in it. */
  readonly captured: number;
}

const MONTHS = `
  WITH opened AS (SELECT to_char(${DISPUTE_OPENED_AT} AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int AS opened
    ${FROM_DISPUTES} GROUP BY 1),
  captured AS (SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM') AS month, ${OF_CAPTURED_PAYMENTS}::int AS captured
    FROM acquiring_overview_day WHERE day >= :from AND deleted_at IS NULL GROUP BY 1)
  SELECT month, coalesce(opened, 0) AS opened, coalesce(captured, 0) AS captured
  FROM opened FULL JOIN captured USING (month) WHERE month >= :first`;

/** The last `count` months with the current one, the oldest first. */
export async function disputeMonths(pg: Knex, count: number, now: Date): Promise<readonly DisputeMonth[]> {
  const months = Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - back), 1)).toISOString().slice(0, 7),
  );
  const [first = ""] = months;
  const { rows } = await pg.raw<{ rows: DisputeMonth[] }>(MONTHS, { first, from: new Date(`${first}-01T00:00:00Z`) });
  const known = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => known.get(month) ?? { month, opened: 0, captured: 0 });
}
