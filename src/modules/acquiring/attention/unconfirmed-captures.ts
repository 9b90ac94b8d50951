import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { placeSql } from "../accounts/account-identities";
import type { GatewayAccounts } from "../accounts/gateway-accounts";
import { raiseAttention } from "../ledger/attention-rows";
import { runTransaction } from "../runtime/run-transaction";

/**
 * Captures whose amount nothing confirms, because the query that says "captured" names none. Either the response to our
 * capture was lost, and the query may have seen a capture in the gateway's portal; or the ledger has no capture at all:
 * it was made in the portal, or its row was lost with the database. Raised once for each payment, whatever happened to
 * the item since; an open item about a different amount is enough. An account that captures by itself captures the
 * whole, a renewal is charged as a whole, and a refund of the whole proves the amount: none of these is raised.
 */
const KIND = "capture_unconfirmed";
/** Time allowed for a notification; our choice. */
const PATIENCE_MS = 3_600_000;
/** Older ones were checked earlier, or nothing has run for a month. */
const HORIZON_MS = 30 * 86_400_000;
/** The rest is found a minute later. */
const LIMIT = 200;

const notRaised = (since: string): string => `NOT EXISTS (
      SELECT 1 FROM acquiring_attention_item AS item
      WHERE item.attempt_id = attempt.id AND item.deleted_at IS NULL AND (item.kind = :kind OR item.kind = 'amount_mismatch'
        AND (item.raised_at >= ${since} OR item.cleared_at IS NULL AND item.updated_at >= ${since})))`;
const UNCONFIRMED = `SELECT * FROM (
  SELECT attempt.id, attempt.account, operation.inferred_at AS since, true AS is_ours
  FROM acquiring_operation AS operation
  JOIN acquiring_payment_attempt AS attempt ON attempt.id = operation.attempt_id
  WHERE operation.inferred_at > :after AND operation.inferred_at <= :before AND operation.deleted_at IS NULL
    AND ${notRaised("operation.inferred_at")}
  UNION ALL
  SELECT attempt.id, attempt.account, attempt.capture_inferred_at, false
  FROM acquiring_payment_attempt AS attempt
  WHERE attempt.capture_inferred_at > :after AND attempt.capture_inferred_at <= :before AND attempt.deleted_at IS NULL
    AND attempt.renewal_of IS NULL AND attempt.refunded < attempt.captured AND ${placeSql("attempt")} <> ALL(:automatic)
    AND ${notRaised("attempt.capture_inferred_at")}) AS unconfirmed`;
const SOME = `${UNCONFIRMED} ORDER BY since LIMIT CAST(:limit AS integer)`;
const STILL = `${UNCONFIRMED} WHERE id = :id LIMIT 1`;

interface Unconfirmed {
  readonly id: string;
  readonly account: string;
  readonly since: Date;
  readonly is_ours: boolean;
}

export async function raiseUnconfirmedCaptures(
  pg: Knex,
  placesOf: GatewayAccounts["placesOf"],
  now: Date,
): Promise<number> {
  const automatic = placesOf(({ profile }) => profile.capture.mode === "automatic");
  const before = new Date(now.getTime() - PATIENCE_MS);
  const after = new Date(now.getTime() - HORIZON_MS);
  const bounds = { before, after, kind: KIND, automatic };
  const { rows } = await pg.raw<{ rows: Unconfirmed[] }>(SOME, { ...bounds, limit: LIMIT });
  let raised = 0;
  for (const { id } of rows) {
    raised += await runTransaction(pg, async (trx) => {
      // Confirming takes the same lock, so the order is defined.
      await trx("acquiring_payment_attempt").where({ id }).forUpdate().first("id");
      const still = await trx.raw<{ rows: Unconfirmed[] }>(STILL, { ...bounds, id });
      const [found] = still.rows;
      if (!found) return 0;
      const { account } = found;
      const message = messageOf(found);
      await raiseAttention(trx, { account, kind: KIND, subject: id, attemptId: id, message }, now);
      return 1;
    });
  }
  return raised;
}

function messageOf({ since, is_ours: isOurs }: Unconfirmed): string {
  const time = since.toISOString().slice(0, 16).replace("T", " ");
  const seen = `Since ${time} (UTC) the gateway reports the payment as captured without an amount, and no notification named one.`;
  return isOurs
    ? `The response to a capture was lost. ${seen} If someone captured in the portal at the same time, the two amounts differ.`
    : `This store has no record of a capture. ${seen} The full authorised amount is recorded. If only a part was captured in the portal, the amounts differ.`;
}
