import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Fact, FactSource, PaymentFact, RecurringFact } from "../../../gateway/model/facts";
import { latestRequest, reduceSubscription } from "../domain/subscription-cancellation";
import type { DecisionContext } from "./apply-decision";
import { applyDecision, noDetails } from "./apply-decision";
import type { FactsMeta } from "./apply-facts";
import { raiseAttention } from "./attention-rows";
import type { Ledger } from "./ledger";
import type { Recurring } from "./rows/subscription-status-column";
import { recurringColumn, recurringOf } from "./rows/subscription-status-column";
import type { AttemptRow, LockedAttempt } from "./rows/attempt-row";
import { identitiesBeside } from "./rows/attempt-row";

/** Stores the status on the attempt that started the subscription. Only queries and responses to our requests count. */
type NoteMeta = Pick<FactsMeta, "inboxEventId" | "now" | "askedAt" | "unknownFinalAfterMs" | "completeCartAfterMs"> & {
  readonly source: Extract<FactSource, "query" | "response">;
};

/** Of a query: every charge of the subscription carries it. True if something changed. */
export async function applyCharges(
  ledger: Ledger,
  attemptId: string,
  facts: readonly PaymentFact[],
  meta: NoteMeta,
): Promise<boolean> {
  if (facts.every(({ recurring }) => recurring === null)) return false;
  const noted = await ledger.withAttempt(attemptId, (attempt, trx) => noteSubscription(trx, attempt, { facts, meta }));
  return noted === true;
}

/** The response to a first payment contains the new subscription's ID. */
export async function applySubscriptionStatus(
  trx: Knex,
  attempt: LockedAttempt,
  fact: Fact | null,
  { inboxEventId, now, completeCartAfterMs }: Pick<DecisionContext, "inboxEventId" | "now" | "completeCartAfterMs">,
): Promise<void> {
  if (fact?.kind !== "payment" || fact.recurring === null) return;
  // A response proves no absence, so the proof period does not matter.
  const meta = {
    source: "response",
    inboxEventId,
    now,
    askedAt: now,
    unknownFinalAfterMs: 0,
    completeCartAfterMs,
  } as const;
  await noteSubscription(trx, attempt, { facts: [fact], meta });
}

async function noteSubscription(
  trx: Knex,
  attempt: LockedAttempt,
  { facts, meta }: { readonly facts: readonly PaymentFact[]; readonly meta: NoteMeta },
): Promise<boolean> {
  const { row } = attempt;
  if (!row.subscription) return false;
  const reports = facts.flatMap(({ recurring }) => recurring ?? []);
  const word = latestRequest(
    reports.filter(({ recurringId: id }) => row.recurring_id === null || id === row.recurring_id),
  );
  const before = recurringOf(row);
  // The response to an earlier query may arrive late.
  if (word === null || (before !== null && Date.parse(before.reportedAt) > meta.askedAt.getTime())) return false;
  if (row.recurring_id === null && (await isTaken(trx, row, word))) return tellTaken(trx, row, meta.now);
  const decided = await decide(trx, attempt, word, meta);
  const after = recurringColumn(word, before, meta.askedAt);
  const isNews = row.recurring_id === null || !isSame(before, after);
  await trx("acquiring_payment_attempt")
    .where({ id: row.id })
    .update({
      recurring_id: word.recurringId,
      recurring: JSON.stringify(after),
      ...(isNews ? { version: trx.raw("version + 1"), subscription_due_at: meta.now, updated_at: meta.now } : {}),
    });
  return decided || isNews;
}

function decide(trx: Knex, attempt: LockedAttempt, word: RecurringFact, meta: NoteMeta): Promise<boolean> {
  const { source, now, inboxEventId, askedAt, unknownFinalAfterMs, completeCartAfterMs } = meta;
  const context = { source, askedAt: askedAt.getTime(), operationId: null, unknownFinalAfterMs } as const;
  const decision = reduceSubscription(attempt.snapshot, word, context);
  const actor = "gateway" as const;
  return applyDecision(trx, attempt, decision, {
    source,
    actor,
    now,
    inboxEventId,
    details: noDetails,
    completeCartAfterMs,
  });
}

const isSame = (before: Recurring | null, after: Recurring): boolean =>
  before !== null && JSON.stringify({ ...before, reportedAt: "" }) === JSON.stringify({ ...after, reportedAt: "" });

async function isTaken(
  trx: Knex,
  { account, id, ...own }: AttemptRow,
  { recurringId }: RecurringFact,
): Promise<boolean> {
  const other = await trx<AttemptRow>("acquiring_payment_attempt")
    .where({ account, recurring_id: recurringId, deleted_at: null })
    .whereIn("gateway_identity", [...identitiesBeside(own)])
    .whereNot({ id })
    .first("id");
  return other !== undefined;
}

async function tellTaken(trx: Knex, { account, id }: AttemptRow, now: Date): Promise<false> {
  const message = "The gateway names a subscription that belongs to another payment.";
  await raiseAttention(trx, { account, kind: "order_mismatch", subject: id, attemptId: id, message }, now);
  return false;
}
