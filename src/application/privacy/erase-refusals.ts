import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { holdsOf } from "./legal-holds";
import { namedLists } from "./personal-rows";
import type { PersonScope } from "./person-scope";

/** Why a person's data cannot be erased yet, one sentence each, with what to do. Empty: they can. */
interface Reason {
  /** Rows with `what`: an order number or an ID. */
  readonly sql: string;
  readonly say: (what: string) => string;
}

const REASONS: readonly Reason[] = [
  {
    sql: `SELECT order_no AS what FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND state IN ('created', 'action_required', 'pending', 'unknown')`,
    say: (what) => `Payment ${what} is not finished. Wait until the customer or the gateway has ended it, or void it.`,
  },
  {
    sql: `SELECT order_no AS what FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND state = 'authorised' AND (held_at IS NULL OR hold_decision IS NOT NULL)`,
    say: (what) => `Payment ${what} is authorised. Capture or void it first.`,
  },
  {
    sql: `SELECT order_no AS what FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND state IN ('authorised', 'captured') AND held_at IS NOT NULL AND hold_decision IS NULL`,
    say: (what) => `Payment ${what} is in review. Approve or reject it first.`,
  },
  {
    sql: `SELECT order_no AS what FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND (refund_pending > 0 OR reverse_at IS NOT NULL)`,
    say: (what) => `A refund of payment ${what} is not confirmed. Wait for the gateway's confirmation.`,
  },
  {
    sql: `SELECT attempt.order_no || ' (' || operation.kind || ')' AS what
      FROM acquiring_operation AS operation JOIN acquiring_payment_attempt AS attempt ON attempt.id = operation.attempt_id
      WHERE operation.attempt_id = ANY(:attempts) AND operation.status IN ('sending', 'unknown', 'pending')
        AND attempt.state IN ('authorised', 'captured', 'voided') AND attempt.refund_pending = 0`,
    say: (what) => `The result of an operation of payment ${what} is not known. Refresh its status first.`,
  },
  {
    sql: `SELECT order_id AS what FROM acquiring_refund_proposal WHERE order_id = ANY(:orders)
      AND amount > 0 AND dismissed_at IS NULL AND deleted_at IS NULL`,
    say: (what) => `A refund is proposed for order ${what}. Refund or dismiss it first.`,
  },
  {
    sql: `SELECT order_no AS what FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND disputes @> '[{"status": "open"}]'::jsonb`,
    say: (what) => `Payment ${what} is disputed. Wait for the bank's decision.`,
  },
  {
    sql: `SELECT id AS what FROM acquiring_subscription WHERE id = ANY(:subscriptions)
      AND (state IN ('active', 'cancelling') OR state = 'pending' AND attempt_id IS NOT NULL)`,
    say: (what) => `Subscription ${what} is active. Cancel it first.`,
  },
  {
    sql: `SELECT id AS what FROM acquiring_payment_link WHERE order_id = ANY(:orders)
      AND paid_at IS NULL AND revoked_at IS NULL AND expires_at > now() AND deleted_at IS NULL`,
    say: (what) => `Payment link ${what} is open. Revoke it first.`,
  },
  {
    sql: `SELECT DISTINCT order_no AS what FROM acquiring_inbox_event WHERE order_no = ANY(:orderNos) AND status = 'pending'`,
    say: (what) => `A notification about payment ${what} is not processed. Wait until it is, or replay it.`,
  },
  {
    sql: `SELECT id AS what FROM acquiring_attention_item WHERE attempt_id = ANY(:attempts)
      AND cleared_at IS NULL AND deleted_at IS NULL`,
    say: (what) => `Attention item ${what} is open. Solve or dismiss it first.`,
  },
];

export async function eraseRefusals(pg: Knex, scope: PersonScope, now: Date): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { sql, say } of REASONS) {
    const lists = namedLists(sql, scope);
    const { rows } = await pg.raw<{ rows: { what: string }[] }>(`${sql} ORDER BY what LIMIT 20`, lists);
    found.push(...rows.map(({ what }) => say(what)));
  }
  for (const { id, subject_kind: kind, until } of await holdsOf(pg, scope, now))
    found.push(
      `Legal hold ${id} of this ${kind === "email" ? "e-mail address" : kind} keeps the data${until === null ? "" : ` until ${until.toISOString()}`}. Release it first.`,
    );
  return found;
}
