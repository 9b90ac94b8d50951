import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ChangedAccount } from "../../../gateway/model/account-identity";
import { changedAccountText } from "../../../gateway/model/account-identity";
import type { AccountIdentities } from "../accounts/account-identities";
import type { GatewayAccounts } from "../accounts/gateway-accounts";
import { clearAttention, raiseAttention } from "../ledger/attention-rows";

/**
 * Payments, subscriptions and payouts that go on, and whose gateway account is no longer configured. Nothing is queried
 * or sent for them, and another gateway's reports prove nothing: the account must be listed again. Of a key that is not
 * configured either, payments that wait for a query raise `query_refused`. Raises items only.
 */
const OPEN = `
  SELECT account, gateway_identity, count(*)::int AS payments, (count(*) FILTER (WHERE is_quiet))::int AS quiet FROM (
    SELECT account, gateway_identity, next_check_at IS NULL AS is_quiet FROM acquiring_payment_attempt
    WHERE (next_check_at IS NOT NULL OR state = 'authorised' AND created_at > :since OR subscription_due_at IS NOT NULL) AND deleted_at IS NULL
    UNION ALL
    SELECT account, gateway_identity, true FROM acquiring_payout_send
    WHERE status IN ('sending', 'unknown', 'pending') AND deleted_at IS NULL
  ) AS open GROUP BY account, gateway_identity`;

/** No authorisation lasts longer. Our choice. */
const AUTHORISED_MS = 31 * 86_400_000;

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
  const { rows } = await pg.raw<{ rows: OpenRow[] }>(OPEN, { since: new Date(now.getTime() - AUTHORISED_MS) });
  return rows
    .filter((row) => !accounts.accountOf(row))
    .map(({ payments, quiet, ...row }) => {
      const isMissing = accounts.accountsUnder(row.account).length === 0;
      const identity = identities.identityOf(row);
      return { account: row.account, identity, isMissing, payments: isMissing ? quiet : payments };
    })
    .filter(({ payments }) => payments > 0);
}

/** One item per account key: raised while something waits, cleared when nothing does. What was dismissed is not told again. */
export async function tellOfChangedAccounts(pg: Knex, changed: readonly ChangedAccount[], now: Date): Promise<void> {
  const open: string[] = await pg("acquiring_attention_item")
    .where({ kind: "account_changed", cleared_at: null, deleted_at: null })
    .pluck("subject");
  for (const key of new Set([...open, ...changed.map(({ account }) => account)])) {
    const own = changed.filter(({ account }) => account === key);
    if (own.length === 0) {
      if (open.includes(key)) await clearAttention(pg, "account_changed", key, now);
    } else if (!open.includes(key)) {
      const message = own.map(changedAccountText).join(" ");
      const known = { kind: "account_changed", subject: key, message, cleared_reason: "dismissed" };
      if (await pg("acquiring_attention_item").where(known).first("id")) continue;
      await raiseAttention(pg, { account: key, kind: "account_changed", subject: key, attemptId: null, message }, now);
    }
  }
}
