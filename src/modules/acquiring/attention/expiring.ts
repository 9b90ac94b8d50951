import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, fromMedusa } from "../../../gateway/model/money";
import type { ConfiguredAccount } from "../../../options/options";
import { placeSql } from "../accounts/account-identities";
import type { GatewayAccounts } from "../accounts/gateway-accounts";
import { expiryOfAuthorisation } from "../capture-policy/authorised-since";
import { noteExpiring, raiseCaptureDue, raiseExpiring, restText } from "../capture-policy/tell-expiring";
import { clearAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import { PLACED } from "../medusa-records/medusa-record-guards";

/**
 * Authorisations, and what is left of those captured in part, that expire within a day: captures are then refused. Told once per
 * payment. With a capture policy the worker does it at the time of the payment's rule, and only what has expired without that is found
 * here.
 */
const KIND = "expiring_authorisation";
const REST_KIND = "capture_due";
const DAY_MS = 86_400_000;
/** The rest is found a minute later. */
const LIMIT = 200;

const WHOLE = `attempt.state = 'authorised'
    AND NOT EXISTS (
      SELECT 1 FROM acquiring_attention_item AS item WHERE item.attempt_id = attempt.id AND item.kind = :kind
        AND item.deleted_at IS NULL)`;

const since = (authorisedAt: string): string =>
  `CASE WHEN attempt.imported_at IS NULL THEN ${authorisedAt} ELSE attempt.created_at END`;

/** What expired longer ago is over. Our choice: a payment is authorised within 60 days of its creation. */
const REST = `attempt.state = 'captured' AND attempt.captured < attempt.authorised
    AND attempt.created_at > CAST(:after AS timestamptz) - INTERVAL '60 days' AND ${since("entry.occurred_at")} > :after
    AND NOT EXISTS (
      SELECT 1 FROM acquiring_attention_item AS item WHERE item.attempt_id = attempt.id AND item.kind = '${REST_KIND}'
        AND item.deleted_at IS NULL)`;

const expiringSql = (which: string): string => `
  SELECT attempt.id, attempt.account, attempt.session_id, attempt.currency, attempt.authorised, attempt.captured,
    ${since("max(entry.occurred_at)")} AS since
  FROM acquiring_payment_attempt AS attempt
  JOIN acquiring_entry AS entry ON entry.attempt_id = attempt.id AND entry.kind = 'authorised'
    AND entry.deleted_at IS NULL
  WHERE ${which} AND attempt.account = :account AND (${placeSql("attempt")} = ANY(:places)) = :is_listed
    AND attempt.created_at <= :before
    AND attempt.reversal_reason IS NULL AND attempt.deleted_at IS NULL
  GROUP BY attempt.id HAVING (attempt.imported_at IS NOT NULL OR max(entry.occurred_at) <= :before)`;

const EXPIRING = `${expiringSql(WHOLE)} LIMIT CAST(:limit AS integer)`;
const RESTS = expiringSql(REST);

/** Whether the order of a payment is cancelled or paid, and what it owes, in major units. */
const ORDERS = `
  SELECT attempt.id, min((summary.totals ->> 'pending_difference')::numeric)::text AS owed,
    bool_or(placed.canceled_at IS NOT NULL OR (summary.totals ->> 'pending_difference')::numeric <= 0) AS is_over
  FROM acquiring_payment_attempt AS attempt
  JOIN payment ON payment.payment_session_id = attempt.session_id AND payment.deleted_at IS NULL ${PLACED}
  LEFT JOIN order_summary AS summary
    ON summary.order_id = placed.id AND summary.version = placed.version AND summary.deleted_at IS NULL
  WHERE attempt.id = ANY(:ids) GROUP BY attempt.id`;

/** A payment that was captured in part cannot be voided. */
const OPEN_RESTS = `
  SELECT attempt.id, attempt.currency, attempt.authorised, attempt.captured FROM acquiring_attention_item AS item
  JOIN acquiring_payment_attempt AS attempt ON attempt.id = item.attempt_id AND attempt.state = 'captured'
  WHERE item.kind = '${REST_KIND}' AND item.cleared_at IS NULL AND item.deleted_at IS NULL`;

type Rest = Pick<AttemptRow, "id" | "currency" | "authorised" | "captured">;
type Found = Rest & Pick<AttemptRow, "account"> & { readonly since: Date };

interface OrderOfPayment {
  readonly id: string;
  readonly owed: string | null;
  readonly is_over: boolean | null;
}

const POLICY = "SELECT EXISTS (SELECT FROM acquiring_capture_policy WHERE deleted_at IS NULL) AS is_saved";

/** `accounts`: with their former ones, whose authorisations may be valid for another time. */
export async function raiseAllExpiring(
  ledger: Ledger,
  {
    accounts,
    placesOf,
  }: { readonly accounts: readonly ConfiguredAccount[]; readonly placesOf: GatewayAccounts["placesOf"] },
  now: Date,
): Promise<number> {
  const pg = ledger.connection;
  const { rows: policies } = await pg.raw<{ rows: { is_saved: boolean }[] }>(POLICY);
  const daysBefore = policies[0]?.is_saved ? 0 : 1;
  let raised = 0;
  for (const { key, days, isListed } of accounts.flatMap(validities)) {
    // Of an account that nobody lists nothing is known but its key: at the latest when those of the key expire.
    const places = placesOf(({ profile }) => !isListed || profile.capture.authorisationValidDays === days);
    const early = isListed ? daysBefore : 1;
    const before = new Date(now.getTime() - (days - early) * DAY_MS);
    const asked = { account: key, places, is_listed: isListed, before, kind: KIND, limit: LIMIT };
    const { rows } = await pg.raw<{ rows: Found[] }>(EXPIRING, asked);
    for (const { id, since } of rows) {
      await noteExpiring(ledger, id);
      await raiseExpiring(pg, { id, account: key, since, expiresAt: expiryOfAuthorisation(since, days) }, now);
    }
    raised += rows.length;
    if (!isListed || daysBefore === 0) continue;
    const inParts = placesOf(({ profile: { capture } }) => capture.multiple && capture.authorisationValidDays === days);
    const after = new Date(before.getTime() - 2 * DAY_MS);
    const { rows: rests } = await pg.raw<{ rows: Found[] }>(RESTS, { ...asked, places: inParts, after });
    const orders = await ordersOf(pg, rests);
    for (const rest of rests) {
      const left = leftOf(rest, orders.get(rest.id));
      if (left <= 0n) continue;
      const message = restText(rest, left, expiryOfAuthorisation(rest.since, days));
      await raiseCaptureDue(pg, { attempt: rest, message, since: null }, now);
      await noteExpiring(ledger, rest.id);
      raised += 1;
      if (raised >= LIMIT) return raised;
    }
  }
  return raised;
}

/** Closes what was told of payments captured in part whose order is cancelled or paid by now. */
export async function closePaidRests(pg: Knex, now: Date): Promise<void> {
  const { rows } = await pg.raw<{ rows: Rest[] }>(OPEN_RESTS);
  const orders = await ordersOf(pg, rows);
  for (const rest of rows)
    if (orders.has(rest.id) && leftOf(rest, orders.get(rest.id)) <= 0n)
      await clearAttention(pg, REST_KIND, rest.id, now);
}

/** Of the payments that have an order, by payment. */
async function ordersOf(pg: Knex, payments: readonly Rest[]): Promise<ReadonlyMap<string, OrderOfPayment>> {
  if (payments.length === 0) return new Map();
  const { rows } = await pg.raw<{ rows: OrderOfPayment[] }>(ORDERS, { ids: payments.map(({ id }) => id) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** At most what the order owes, in minor units: nothing if it is cancelled. */
function leftOf({ authorised, captured, currency }: Rest, order: OrderOfPayment | undefined): bigint {
  const left = minorOf(authorised) - minorOf(captured);
  if (order === undefined || order.owed === null) return order?.is_over ? 0n : left;
  const due = order.is_over ? 0n : fromMedusa(order.owed, createCurrency(currency)).minor;
  return due < left ? due : left;
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
