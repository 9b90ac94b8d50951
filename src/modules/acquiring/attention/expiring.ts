import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { GatewayAccount } from "../../../gateway/model/account";
import { raiseAttention } from "../ledger/attention-rows";

/** Authorisations that expire within a day: captures are then refused. Raised once per payment. */
const KIND = "expiring_authorisation";
const DAY_MS = 86_400_000;
/** The rest is found a minute later. */
const LIMIT = 200;

const EXPIRING = `
  SELECT attempt.id, CASE WHEN attempt.imported_at IS NULL THEN max(entry.occurred_at) ELSE attempt.created_at END AS since
  FROM acquiring_payment_attempt AS attempt
  JOIN acquiring_entry AS entry ON entry.attempt_id = attempt.id AND entry.kind = 'authorised'
    AND entry.deleted_at IS NULL
  WHERE attempt.state = 'authorised' AND attempt.account = :account AND attempt.created_at <= :before
    AND attempt.reversal_reason IS NULL AND attempt.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM acquiring_attention_item AS item WHERE item.attempt_id = attempt.id AND item.kind = :kind
        AND item.deleted_at IS NULL)
  GROUP BY attempt.id HAVING attempt.imported_at IS NOT NULL OR max(entry.occurred_at) <= :before
  LIMIT CAST(:limit AS integer)`;

export async function raiseExpiring(pg: Knex, accounts: readonly GatewayAccount[], now: Date): Promise<number> {
  let raised = 0;
  for (const { key, profile } of accounts) {
    const days = profile.capture.authorisationValidDays;
    const before = new Date(now.getTime() - (days - 1) * DAY_MS);
    const asked = { account: key, before, kind: KIND, limit: LIMIT };
    const { rows } = await pg.raw<{ rows: { id: string; since: Date }[] }>(EXPIRING, asked);
    for (const { id, since } of rows) {
      const message =
        `Authorised on ${since.toISOString().slice(0, 10)} and not captured. Authorisations of this account are valid for ` +
        `${String(days)} days. Capture it today, or void it.`;
      await raiseAttention(pg, { account: key, kind: KIND, subject: id, attemptId: id, message }, now);
    }
    raised += rows.length;
  }
  return raised;
}
