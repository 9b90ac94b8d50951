import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttentionKind, ErasureBlocker } from "../../api-schema/admin";
import { holdsOf } from "./legal-holds";
import { namedLists } from "./personal-rows";
import type { PersonScope } from "./person-scope";

/** Why a person's data cannot be erased yet, one sentence each, with what to do. Empty: they can. */
interface Reason {
  readonly kind: ErasureBlocker["kind"];
  /** Rows with `what`: an order number or an ID; and with IDs of what it is about. */
  readonly sql: string;
  readonly say: (what: string) => string;
}

interface Found {
  readonly what: string;
  /** If people call it otherwise. */
  readonly name?: string;
  readonly id?: string;
  readonly payment_id?: string | null;
  readonly order_id?: string;
  readonly attention_kind?: AttentionKind;
}

/** A blocker, and the sentence that refuses the erasure. */
export interface EraseRefusal extends ErasureBlocker {
  readonly sentence: string;
}

const REASONS: readonly Reason[] = [
  {
    kind: "payment_unfinished",
    sql: `SELECT order_no AS what, id AS payment_id FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND state IN ('created', 'action_required', 'pending', 'unknown')`,
    say: (what) => `Payment ${what} is not finished. Wait until the customer or the gateway has ended it, or void it.`,
  },
  {
    kind: "payment_authorised",
    sql: `SELECT order_no AS what, id AS payment_id FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND state = 'authorised' AND (held_at IS NULL OR hold_decision IS NOT NULL)`,
    say: (what) => `Payment ${what} is authorised. Capture or void it first.`,
  },
  {
    kind: "payment_in_review",
    sql: `SELECT order_no AS what, id AS payment_id FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND state IN ('authorised', 'captured') AND held_at IS NOT NULL AND hold_decision IS NULL`,
    say: (what) => `Payment ${what} is in review. Approve or reject it first.`,
  },
  {
    kind: "refund_unconfirmed",
    sql: `SELECT order_no AS what, id AS payment_id FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND (refund_pending > 0 OR reverse_at IS NOT NULL)`,
    say: (what) => `A refund of payment ${what} is not confirmed. Wait for the gateway's confirmation.`,
  },
  {
    kind: "operation_unknown",
    sql: `SELECT attempt.order_no || ' (' || operation.kind || ')' AS what, attempt.order_no AS name,
        attempt.id AS payment_id
      FROM acquiring_operation AS operation JOIN acquiring_payment_attempt AS attempt ON attempt.id = operation.attempt_id
      WHERE operation.attempt_id = ANY(:attempts) AND operation.status IN ('sending', 'unknown', 'pending')
        AND attempt.state IN ('authorised', 'captured', 'voided') AND attempt.refund_pending = 0`,
    say: (what) => `The result of an operation of payment ${what} is not known. Refresh its status first.`,
  },
  {
    kind: "refund_proposed",
    sql: `SELECT order_id AS what, order_id FROM acquiring_refund_proposal WHERE order_id = ANY(:orders)
      AND amount > 0 AND dismissed_at IS NULL AND deleted_at IS NULL`,
    say: (what) => `A refund is proposed for order ${what}. Refund or dismiss it first.`,
  },
  {
    kind: "dispute_open",
    sql: `SELECT order_no AS what, id AS payment_id FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
      AND disputes @> '[{"status": "open"}]'::jsonb`,
    say: (what) => `Payment ${what} is disputed. Wait for the bank's decision.`,
  },
  {
    kind: "subscription_active",
    // A pending one is joined to its payment later; one that ended here may still be charged.
    sql: `SELECT id AS what, id FROM acquiring_subscription AS own WHERE id = ANY(:subscriptions)
      AND (state IN ('active', 'cancelling') OR state = 'ended' AND gateway_status = 'active'
        OR state = 'pending' AND (attempt_id IS NOT NULL OR EXISTS (SELECT FROM acquiring_payment_attempt AS attempt
          WHERE attempt.session_id = own.session_id AND attempt.subscription_due_at IS NOT NULL
            AND attempt.deleted_at IS NULL)))`,
    say: (what) => `Subscription ${what} is active. Cancel it first.`,
  },
  {
    kind: "payment_link_open",
    sql: `SELECT id AS what, id, order_id FROM acquiring_payment_link WHERE order_id = ANY(:orders)
      AND paid_at IS NULL AND revoked_at IS NULL AND expires_at > now() AND deleted_at IS NULL`,
    say: (what) => `Payment link ${what} is open. Revoke it first.`,
  },
  {
    kind: "notification_unprocessed",
    sql: `SELECT DISTINCT event.order_no AS what, attempt.id AS payment_id
      FROM acquiring_inbox_event AS event LEFT JOIN acquiring_payment_attempt AS attempt
        ON attempt.id = ANY(:attempts) AND event.order_no IN (attempt.order_no, attempt.wire_order_no)
      WHERE event.order_no = ANY(:orderNos) AND event.status = 'pending'`,
    say: (what) => `A notification about payment ${what} is not processed. Wait until it is, or replay it.`,
  },
  {
    kind: "attention_open",
    sql: `SELECT id AS what, id, attempt_id AS payment_id, kind AS attention_kind FROM acquiring_attention_item
      WHERE attempt_id = ANY(:attempts) AND cleared_at IS NULL AND deleted_at IS NULL`,
    say: (what) => `Attention item ${what} is open. Solve or dismiss it first.`,
  },
];

export async function eraseRefusals(pg: Knex, scope: PersonScope, now: Date): Promise<readonly EraseRefusal[]> {
  const found: EraseRefusal[] = [];
  for (const { kind, sql, say } of REASONS) {
    const lists = namedLists(sql, scope);
    const { rows } = await pg.raw<{ rows: Found[] }>(`${sql} ORDER BY what LIMIT 20`, lists);
    found.push(...rows.map((row) => ({ ...blockerOf(kind, row), sentence: say(row.what) })));
  }
  for (const { id, subject_kind: of, until } of await holdsOf(pg, scope, now)) {
    const sentence = `Legal hold ${id} of this ${of === "email" ? "e-mail address" : of} keeps the data${until === null ? "" : ` until ${until.toISOString()}`}. Release it first.`;
    found.push({ ...blockerOf("legal_hold", { what: id, id }), sentence });
  }
  return found;
}

const blockerOf = (kind: ErasureBlocker["kind"], { what, ...row }: Found): ErasureBlocker => ({
  ...{ kind, name: row.name ?? what, id: row.id ?? null, payment_id: row.payment_id ?? null },
  ...{ order_id: row.order_id ?? null, attention_kind: row.attention_kind ?? null },
});
