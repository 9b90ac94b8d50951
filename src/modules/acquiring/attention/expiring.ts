import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ConfiguredAccount } from "../../../options/options";
import { placeSql } from "../accounts/account-identities";
import type { GatewayAccounts } from "../accounts/gateway-accounts";
import { expiryOfAuthorisation } from "../capture-policy/authorised-since";
import { raiseExpiring } from "../capture-policy/tell-expiring";

/**
 * Authorisations that expire within a day: captures are then refused. Raised once per payment. With a capture policy the worker does it
 * at the time of the payment's rule, and only what has expired without that is found here.
 */
const KIND = "expiring_authorisation";
const DAY_MS = 86_400_000;
/** The rest is found a minute later. */
const LIMIT = 200;

const EXPIRING = `
  SELECT attempt.id, CASE WHEN attempt.imported_at IS NULL THEN max(entry.occurred_at) ELSE attempt.created_at END AS since
  FROM acquiring_payment_attempt AS attempt
  JOIN acquiring_entry AS entry ON entry.attempt_id = attempt.id AND entry.kind = 'authorised'
    AND entry.deleted_at IS NULL
  WHERE attempt.state = 'authorised' AND attempt.account = :account AND (${placeSql("attempt")} = ANY(:places)) = :is_listed
    AND attempt.created_at <= :before
    AND attempt.reversal_reason IS NULL AND attempt.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM acquiring_attention_item AS item WHERE item.attempt_id = attempt.id AND item.kind = :kind
        AND item.deleted_at IS NULL)
  GROUP BY attempt.id HAVING attempt.imported_at IS NOT NULL OR max(entry.occurred_at) <= :before
  LIMIT CAST(:limit AS integer)`;

const POLICY = "SELECT EXISTS (SELECT FROM acquiring_capture_policy WHERE deleted_at IS NULL) AS is_saved";

/** `accounts`: with their former ones, whose authorisations may be valid for another time. */
export async function raiseAllExpiring(
  pg: Knex,
  {
    accounts,
    placesOf,
  }: { readonly accounts: readonly ConfiguredAccount[]; readonly placesOf: GatewayAccounts["placesOf"] },
  now: Date,
): Promise<number> {
  const { rows: policies } = await pg.raw<{ rows: { is_saved: boolean }[] }>(POLICY);
  const daysBefore = policies[0]?.is_saved ? 0 : 1;
  let raised = 0;
  for (const { key, days, isListed } of accounts.flatMap(validities)) {
    // Of an account that nobody lists nothing is known but its key: at the latest when those of the key expire.
    const places = placesOf(({ profile }) => !isListed || profile.capture.authorisationValidDays === days);
    const early = isListed ? daysBefore : 1;
    const before = new Date(now.getTime() - (days - early) * DAY_MS);
    const asked = { account: key, places, is_listed: isListed, before, kind: KIND, limit: LIMIT };
    const { rows } = await pg.raw<{ rows: { id: string; since: Date }[] }>(EXPIRING, asked);
    for (const { id, since } of rows)
      await raiseExpiring(pg, { id, account: key, since, expiresAt: expiryOfAuthorisation(since, days) }, now);
    raised += rows.length;
  }
  return raised;
}

interface Validity {
  readonly key: string;
  readonly days: number;
  /** False: of payments whose account is neither configured nor listed as a former one; the policy leaves them alone. */
  readonly isListed: boolean;
}

function validities({ key, former, profile }: ConfiguredAccount): Validity[] {
  const own = profile.capture.authorisationValidDays;
  const all = new Set([own, ...former.map((each) => each.profile.capture.authorisationValidDays)]);
  return [...[...all].map((days) => ({ key, days, isListed: true })), { key, days: own, isListed: false }];
}
