import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MaskedCard, PaymentFact, RiskFact, ThreeDsFact } from "../../../gateway/model/facts";
import type { DecisionContext, FactDetails } from "./apply-decision";
import { mergeThreeDs } from "./rows/authentication";
import { mergeRisk } from "./rows/review-hold";
import type { Ledger } from "./ledger";
import { apply3dsResult } from "./apply-3ds-result";
import type { AttemptRow, LockedAttempt } from "./rows/attempt-row";

/** Informational details that came with a fact: they change no state, amount or review hold. */

/** Does it contain details that are written even without an effect? Each one that `applyDetails` writes. */
export const hasDisplayDetails = ({ card, risk, threeDs }: FactDetails): boolean => Boolean(card || risk || threeDs);

/** A response to a write or query that arrived after another one had settled the payment. */
export async function applyDetails(trx: Knex, attempt: LockedAttempt, context: DecisionContext): Promise<void> {
  await apply3dsResult(trx, attempt, context);
  const { row } = attempt;
  const { card = null, risk = null } = context.details;
  await write(trx, row, { ...newCard(row, card), ...newRisk(row, mergeRisk(row.risk, risk)) }, context.now);
}

/**
 * The details in a verified notification, once a query has confirmed its payment. No signature covers these fields:
 * they only fill empty ones. Whether 3-D Secure was used is only taken from a query, since a shop may require it.
 */
export async function applyNotifiedDetails(
  ledger: Ledger,
  attemptId: string,
  fact: PaymentFact,
  now: Date,
): Promise<void> {
  const { gatewayPaymentId, card, risk, threeDs } = fact;
  if (gatewayPaymentId === null || (!card && !risk && !threeDs)) return;
  await ledger.withAttempt(attemptId, async ({ row }, trx) => {
    // Customers may try several cards on the hosted page; only the payment's own transaction describes its card.
    if (row.gateway_payment_id !== gatewayPaymentId) return;
    const changes = { ...newCard(row, card), ...newRisk(row, filledRisk(row.risk, risk)), ...newResult(row, threeDs) };
    await write(trx, row, changes, now);
  });
}

type Changes = Readonly<Record<string, unknown>>;

const newCard = (row: AttemptRow, card: MaskedCard | null): Changes =>
  row.card_mask === null && card ? { card_mask: card.mask, card_brand: card.brand } : {};

const newRisk = (row: AttemptRow, risk: RiskFact | null): Changes =>
  isEqual(mergeRisk(row.risk, null), risk) ? {} : { risk: JSON.stringify(risk) };

function filledRisk(known: unknown, told: RiskFact | null): RiskFact | null {
  const before = mergeRisk(known, null);
  return before && told ? mergeRisk(told, before) : (before ?? told);
}

function newResult(row: AttemptRow, told: ThreeDsFact | null): Changes {
  const before = mergeThreeDs(row.three_ds, null);
  if (!told || (told.result === null && told.eci === null)) return {};
  const after = mergeThreeDs({ used: null, result: told.result, eci: told.eci }, before);
  return isEqual(before, after) ? {} : { three_ds: JSON.stringify(after) };
}

/** Compared by content: Postgres may return JSON fields in any order. */
const isEqual = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

async function write(trx: Knex, row: AttemptRow, changes: Changes, now: Date): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx("acquiring_payment_attempt")
    .where({ id: row.id })
    .update({ ...changes, updated_at: now });
}
