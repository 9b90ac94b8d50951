import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { firstDue } from "../ledger/rows/next-due";

/** What alerts need to know about all payments, read by one statement over partial indexes. Ages are in seconds. */
export interface HealthFigures {
  /** How long the background work that is due has been due; 0: nothing is. */
  readonly lag: number;
  /** Since the last complete reconciliation, or since the first one started; null: none has started. */
  readonly reconciled: number | null;
  readonly attention: readonly LabelledCount[];
  readonly waiting: readonly LabelledCount[];
  readonly unknown: readonly LabelledCount[];
  readonly recoveries: readonly LabelledCount[];
}

export interface LabelledCount {
  readonly account: string;
  /** The item's kind or the operation; empty for the others. */
  readonly kind: string;
  readonly count: number;
  /** Of the oldest. */
  readonly seconds: number;
}

/** False on a standby too. */
export const IS_WRITABLE = "current_setting('transaction_read_only') = 'off'";

/** More waiting messages than this are not counted. */
const MOST_WAITING = 10_000;

/** Of operations, the first condition is the one of the partial index of open operations. */
const COUNTS = `
  SELECT 'attention' AS what, account, kind, count(*)::int AS count, min(raised_at) AS since
    FROM acquiring_attention_item WHERE cleared_at IS NULL AND deleted_at IS NULL GROUP BY account, kind
  UNION ALL SELECT 'waiting', account, '', count(*)::int, min(received_at) FROM
    (SELECT account, received_at FROM acquiring_inbox_event
      WHERE status = 'pending' AND deleted_at IS NULL LIMIT ${String(MOST_WAITING)}) AS pending GROUP BY account
  UNION ALL SELECT 'unknown', attempt.account, operation.kind, count(*)::int, min(operation.sent_at)
    FROM acquiring_operation AS operation JOIN acquiring_payment_attempt AS attempt ON attempt.id = operation.attempt_id
    WHERE operation.status IN ('sending', 'unknown') AND operation.status = 'unknown' AND operation.deleted_at IS NULL
    GROUP BY attempt.account, operation.kind
  UNION ALL SELECT 'recoveries', account, '', count(*)::int, min(started_at)
    FROM acquiring_recovery WHERE finished_at IS NULL AND deleted_at IS NULL GROUP BY account
  UNION ALL SELECT 'reconciled', '', '', count(*)::int, coalesce(max(finished_at) FILTER (WHERE error IS NULL AND account IS NULL), min(started_at))
    FROM acquiring_reconciliation_run WHERE deleted_at IS NULL
  UNION ALL SELECT 'read_only', '', '', 1, NULL WHERE NOT ${IS_WRITABLE}
  UNION ALL SELECT 'due', '', '', 1, ${firstDue}`;

interface Row {
  readonly what: "attention" | "waiting" | "unknown" | "recoveries" | "reconciled" | "read_only" | "due";
  readonly account: string;
  readonly kind: string;
  readonly count: number;
  readonly since: Date | null;
}

/** Rejects if the database does not respond or is read-only. `now`: the time that counts. */
export async function readFigures(pg: Knex, now: Date): Promise<HealthFigures> {
  const { rows } = await pg.raw<{ rows: Row[] }>(COUNTS);
  if (rows.some(({ what }) => what === "read_only"))
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The database is read-only.");
  const age = (since: Date | null): number => (since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0);
  const counts = (wanted: Row["what"]): readonly LabelledCount[] =>
    rows
      .filter(({ what }) => what === wanted)
      .map(({ account, kind, count, since }) => ({ account, kind, count, seconds: age(since) }));
  const reconciled = counts("reconciled").find(({ count }) => count > 0);
  return {
    lag: counts("due")[0]?.seconds ?? 0,
    reconciled: reconciled?.seconds ?? null,
    attention: counts("attention"),
    waiting: counts("waiting"),
    unknown: counts("unknown"),
    recoveries: counts("recoveries"),
  };
}
