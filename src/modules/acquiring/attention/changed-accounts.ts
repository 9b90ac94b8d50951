import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ChangedAccount } from "../../../gateway/model/account-identity";
import { changedAccountText } from "../../../gateway/model/account-identity";
import type { AccountIdentities } from "../accounts/account-identities";
import type { GatewayAccounts } from "../accounts/gateway-accounts";
import { clearAttention, raiseAttention } from "../ledger/attention-rows";

/**
 * Payments and payouts with an open outcome whose gateway account is no longer configured while their key is. Nothing
 * is queried or sent for them, and another gateway's reports prove nothing: the account must be listed again. Raises
 * items only.
 */
const OPEN = `
  SELECT account, gateway_identity, count(*)::int AS payments FROM (
    SELECT account, gateway_identity FROM acquiring_payment_attempt
    WHERE next_check_at IS NOT NULL AND deleted_at IS NULL
    UNION ALL
    SELECT account, gateway_identity FROM acquiring_payout_send
    WHERE status IN ('sending', 'unknown', 'pending') AND deleted_at IS NULL
  ) AS open GROUP BY account, gateway_identity`;

interface OpenRow {
  readonly account: string;
  readonly gateway_identity: string;
  readonly payments: number;
}

export async function changedAccounts(
  pg: Knex,
  identities: Pick<AccountIdentities, "ready" | "identityOf">,
  accounts: Pick<GatewayAccounts, "accountOf" | "accountsUnder">,
): Promise<readonly ChangedAccount[]> {
  await identities.ready();
  const { rows } = await pg.raw<{ rows: OpenRow[] }>(OPEN);
  return rows
    .filter((row) => accounts.accountsUnder(row.account).length > 0 && !accounts.accountOf(row))
    .map((row) => ({ account: row.account, identity: identities.identityOf(row), payments: row.payments }));
}

/** One item per account key: raised while something waits, cleared when nothing does. */
export async function tellOfChangedAccounts(
  pg: Knex,
  { changed, keys }: { readonly changed: readonly ChangedAccount[]; readonly keys: readonly string[] },
  now: Date,
): Promise<void> {
  const open: string[] = await pg("acquiring_attention_item")
    .where({ kind: "account_changed", cleared_at: null, deleted_at: null })
    .pluck("subject");
  for (const key of keys) {
    const own = changed.filter(({ account }) => account === key);
    if (own.length === 0) {
      if (open.includes(key)) await clearAttention(pg, "account_changed", key, now);
    } else if (!open.includes(key)) {
      const item = { account: key, kind: "account_changed", subject: key, attemptId: null } as const;
      await raiseAttention(pg, { ...item, message: own.map(changedAccountText).join(" ") }, now);
    }
  }
}
