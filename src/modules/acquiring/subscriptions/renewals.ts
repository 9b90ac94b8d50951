import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PaymentFact } from "../../../gateway/model/facts";
import { matchesGatewayStatus } from "../domain/matches-gateway-status";
import { reduce } from "../domain/reducer";
import type { FactsMeta } from "../ledger/apply-facts";
import { applyFacts, factContext } from "../ledger/apply-facts";
import { applyDecision } from "../ledger/apply-decision";
import { raiseAttention } from "../ledger/attention-rows";
import { detailsOf } from "../ledger/fact-details";
import { holdNothing } from "../ledger/rows/review-hold";
import { storeFacts } from "../ledger/inbox";
import { insertEntry } from "../ledger/journal";
import type { Ledger } from "../ledger/ledger";
import { recurringColumn } from "../ledger/rows/subscription-status-column";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { amountColumns, locked, minorOf, identitiesBeside } from "../ledger/rows/attempt-row";
import { runTransaction } from "../runtime/run-transaction";

/**
 * One attempt per charge of the gateway, by the unique index on its ID. It never touches the first payment, and what is
 * known of that one's own operations and captured amount says nothing about the others.
 */
export async function takeRenewals(
  ledger: Ledger,
  first: AttemptRow,
  facts: readonly PaymentFact[],
  { claims: _claims, operationsWhenAsked: _operations, ...meta }: FactsMeta,
): Promise<boolean> {
  if (facts.length === 0) return false;
  const known = await chargesOf(ledger, first, facts);
  let changed = false;
  for (const fact of facts) {
    const there = known.get(fact.gatewayPaymentId ?? "");
    const moved = there
      ? await follow(ledger, first, { there, fact, meta })
      : await open(ledger, first, { fact, meta });
    changed = moved || changed;
  }
  return changed;
}

type Placed = Pick<AttemptRow, "account" | "gateway_identity">;

async function chargesOf(
  ledger: Ledger,
  first: Placed,
  facts: readonly PaymentFact[],
): Promise<ReadonlyMap<string, AttemptRow>> {
  const rows = await ledger
    .connection<AttemptRow>("acquiring_payment_attempt")
    .where({ account: first.account, deleted_at: null })
    .whereIn("gateway_identity", identitiesBeside(first))
    .whereIn(
      "gateway_payment_id",
      facts.flatMap(({ gatewayPaymentId }) => gatewayPaymentId ?? []),
    );
  return new Map(rows.map((row) => [row.gateway_payment_id ?? "", row]));
}

export async function unknownCharges(
  ledger: Ledger,
  first: Placed,
  facts: readonly PaymentFact[],
): Promise<PaymentFact[]> {
  if (facts.length === 0) return [];
  const known = await chargesOf(ledger, first, facts);
  return facts.filter(({ gatewayPaymentId }) => !known.has(gatewayPaymentId ?? ""));
}

async function follow(
  ledger: Ledger,
  first: AttemptRow,
  { there, fact, meta }: { readonly there: AttemptRow; readonly fact: PaymentFact; readonly meta: FactsMeta },
): Promise<boolean> {
  if (there.renewal_of !== first.id) {
    const message = "The gateway lists the transaction of another payment as a charge of this subscription.";
    await tell(ledger.connection, first, message, meta.now);
    return false;
  }
  if (isRefundUnseen(there, fact)) await ledger.askAgain(there.id, meta.now);
  if (matchesGatewayStatus(there.state, fact.reading)) return false;
  if (meta.source === "query" && (await ledger.operations(there.id)).length > 0) {
    // Whether an operation of its own was in flight when this was asked is not known: its own query knows.
    await ledger.askAgain(there.id, meta.now);
    return false;
  }
  const inboxEventId = await store(ledger.connection, there, fact, meta);
  // There was no operation before, so none that begins now was in flight.
  const operationsWhenAsked = meta.source === "query" ? { operationsWhenAsked: new Map() } : {};
  return applyFacts(ledger, there.id, [fact], { ...meta, ...operationsWhenAsked, inboxEventId });
}

/** A refund of it was made outside the store: its own query lists it. */
const isRefundUnseen = ({ refunded, refund_pending: pending }: AttemptRow, { reading }: PaymentFact): boolean =>
  reading === "refunded" && minorOf(refunded) + minorOf(pending) === 0n;

interface Opening {
  readonly fact: PaymentFact;
  readonly meta: FactsMeta;
}

/** Row, first fact and its effects in one transaction; the first attempt's row is only locked. */
async function open(ledger: Ledger, { id: firstId }: AttemptRow, { fact, meta }: Opening): Promise<boolean> {
  return runTransaction(ledger.connection, async (trx) => {
    const first = await trx<AttemptRow>("acquiring_payment_attempt").where({ id: firstId }).forUpdate().first();
    if (!first) return false;
    const columns = renewalColumns(first, fact, meta);
    if (columns === null) {
      const message = "The gateway lists a charge of this subscription without an amount. Check the gateway's portal.";
      await tell(trx, first, message, meta.now);
      return false;
    }
    const [row] = await trx<AttemptRow>("acquiring_payment_attempt")
      .insert(columns)
      .onConflict()
      .ignore()
      .returning("*");
    if (!row) return false;
    const inboxEventId = await store(trx, row, fact, meta);
    const { source, now, completeCartAfterMs } = meta;
    const context = {
      source,
      actor: "gateway",
      now,
      inboxEventId,
      details: detailsOf(fact),
      completeCartAfterMs,
    } as const;
    await insertEntry(trx, row, { ...STARTED, amount: minorOf(row.requested), context });
    const attempt = locked({ row, operations: [], holdRule: holdNothing, lockedAt: now });
    await applyDecision(trx, attempt, reduce(attempt.snapshot, fact, factContext(meta)), context);
    if (fact.reading === "refunded")
      await trx("acquiring_payment_attempt").where({ id: row.id }).update({ next_check_at: now });
    return true;
  });
}

const STARTED = { kind: "started", operationId: null, from: "created", to: "created" } as const;

/** Of a notification the stored bytes are the event; of a query each charge has its own. */
function store(pg: Knex, row: AttemptRow, fact: PaymentFact, meta: FactsMeta): Promise<string | null> {
  if (meta.source !== "query") return Promise.resolve(meta.inboxEventId);
  const { account, order_no: orderNo } = row;
  return storeFacts(pg, { account, source: "query", orderNo, facts: [fact] }, meta.now);
}

const tell = (pg: Knex, { account, id }: AttemptRow, message: string, now: Date): Promise<void> =>
  raiseAttention(pg, { account, kind: "order_mismatch", subject: id, attemptId: id, message }, now);

/** Until a Medusa session represents it, its order number is the session id: Medusa has nothing to follow. */
function renewalColumns(
  first: AttemptRow,
  fact: PaymentFact,
  { now, askedAt }: FactsMeta,
): Record<string, unknown> | null {
  const { money, gatewayPaymentId, recurring } = fact;
  if (money === null || gatewayPaymentId === null) return null;
  const orderNo = generateEntityId(undefined, "acq");
  return {
    id: generateEntityId(undefined, "acqatt"),
    account: first.account,
    gateway_identity: first.gateway_identity,
    provider_id: first.provider_id,
    mode: first.mode,
    method: first.method,
    session_id: orderNo,
    customer_id: first.customer_id,
    has_account: first.has_account,
    billing_country: first.billing_country,
    sales_channel_id: first.sales_channel_id,
    order_no: orderNo,
    wire_order_no: recurring?.wireOrderNo ?? fact.orderNo,
    gateway_payment_id: gatewayPaymentId,
    card_mask: first.card_mask,
    card_brand: first.card_brand,
    renewal_of: first.id,
    recurring: recurring && JSON.stringify(recurringColumn(recurring, null, askedAt)),
    subscription_due_at: now,
    three_ds_required: false,
    reversal_tries: 0,
    currency: money.currency,
    ...amountColumns("requested", money.minor),
    ...amountColumns("authorised", 0n),
    ...amountColumns("captured", 0n),
    ...amountColumns("refunded", 0n),
    ...amountColumns("refund_pending", 0n),
    state: "created",
    version: 1,
    projected_version: 0,
    project_failures: 0,
    checks: 0,
    created_at: now,
    updated_at: now,
  };
}
