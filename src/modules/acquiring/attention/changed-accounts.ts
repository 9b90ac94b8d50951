import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ChangedAccount } from "../../../gateway/model/account-identity";
import { changedAccountText, describeIdentity } from "../../../gateway/model/account-identity";
import type { AccountIdentities } from "../accounts/account-identities";
import type { GatewayAccounts } from "../accounts/gateway-accounts";
import { clearAttention, isDismissed, raiseAttention } from "../ledger/attention-rows";

/**
 * Payments and payouts that go on, and whose gateway account is no longer configured. Nothing is queried or sent for them,
 * and another gateway's reports prove nothing: the account must be listed again. Of a key that is not configured either,
 * payments that wait for a query raise `query_refused`, and so does the hourly check of a subscription. Raises items only.
 */
const OPEN = `
  SELECT account, gateway_identity, next_check_at IS NULL AS is_quiet FROM acquiring_payment_attempt
  WHERE (next_check_at IS NOT NULL OR state = 'authorised' AND created_at > :since) AND deleted_at IS NULL
  UNION ALL
  SELECT account, gateway_identity, true FROM acquiring_payout_send
  WHERE status IN ('sending', 'unknown', 'pending') AND deleted_at IS NULL`;

/** Their check raises the item; it stays open as long as they go on. */
const SUBSCRIPTIONS = `
  UNION ALL
  SELECT attempt.account, attempt.gateway_identity, true FROM acquiring_attention_item AS item
  JOIN acquiring_payment_attempt AS attempt ON attempt.account = item.subject
  JOIN acquiring_subscription AS subscription ON subscription.attempt_id = attempt.id
  WHERE item.kind = 'account_changed' AND item.cleared_at IS NULL AND item.deleted_at IS NULL
    AND subscription.next_check_at IS NOT NULL AND subscription.deleted_at IS NULL`;

/** As long as `profile.capture.authorisationValidDays` may be. */
const AUTHORISED_MS = 365 * 86_400_000;

interface OpenRow {
  readonly account: string;
  readonly gateway_identity: string;
  readonly payments: number;
  /** Of these, the ones that no query is due for. */
  readonly quiet: number;
}

export async function changedAccounts(
  pg: Knex,
  identities: Pick<AccountIdentities, "ready" | "identityOf">,
  accounts: Pick<GatewayAccounts, "accountOf" | "accountsUnder">,
  now: Date,
): Promise<readonly ChangedAccount[]> {
  await identities.ready();
  const open = (await pg.schema.hasTable("acquiring_subscription")) ? OPEN + SUBSCRIPTIONS : OPEN;
  const { rows } = await pg.raw<{ rows: OpenRow[] }>(
    `SELECT account, gateway_identity, count(*)::int AS payments, (count(*) FILTER (WHERE is_quiet))::int AS quiet
     FROM (${open}) AS open GROUP BY account, gateway_identity ORDER BY account, gateway_identity`,
    { since: new Date(now.getTime() - AUTHORISED_MS) },
  );
  return rows
    .filter((row) => !accounts.accountOf(row))
    .map(({ payments, quiet, ...row }) => {
      const isMissing = accounts.accountsUnder(row.account).length === 0;
      const identity = identities.identityOf(row);
      return { account: row.account, identity, isMissing, payments: isMissing ? quiet : payments };
    })
    .filter(({ payments }) => payments > 0);
}

/** One item per account key: raised while something waits, cleared when nothing does. */
export async function tellOfChangedAccounts(pg: Knex, changed: readonly ChangedAccount[], now: Date): Promise<void> {
  const open: string[] = await pg("acquiring_attention_item")
    .where({ kind: "account_changed", cleared_at: null, deleted_at: null })
    .pluck("subject");
  for (const key of new Set([...open, ...changed.map(({ account }) => account)])) {
    const own = changed.filter(({ account }) => account === key);
    if (own.length === 0) {
      await clearAttention(pg, "account_changed", key, now);
    } else if (!open.includes(key)) {
      const names = own.map(({ identity }) => describeIdentity(identity));
      if (await isDismissed(pg, { kind: "account_changed", subject: key, names }, now)) continue;
      const message = own.map(changedAccountText).join(" ");
      await raiseAttention(pg, { account: key, kind: "account_changed", subject: key, attemptId: null, message }, now);
    }
  }
}
