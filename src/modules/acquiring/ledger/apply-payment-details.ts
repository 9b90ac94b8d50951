import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MaskedCard, PaymentFact, RiskFact, ThreeDsFact } from "../../../gateway/model/facts";
import type { DecisionContext, FactDetails } from "./apply-decision";
import { mergeThreeDs } from "./rows/authentication";
import { mergeRisk } from "./rows/review-hold";
import type { Ledger } from "./ledger";
import { apply3dsResult } from "./apply-3ds-result";
import type { AttemptRow, LockedAttempt } from "./rows/attempt-row";
import { withLockedAttempts } from "./with-locked-attempts";
import { writeAll } from "./write-set";

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

export interface NotifiedDetails {
  readonly attempt: AttemptRow;
  readonly fact: PaymentFact;
  readonly now: Date;
}

/** Under the row lock; see `notifiedChanges`. */
export async function applyNotifiedDetails(ledger: Ledger, { attempt, fact, now }: NotifiedDetails): Promise<void> {
  if (!hasNotifiedDetails(fact)) return;
  await ledger.withAttempt(attempt.id, async ({ row }, trx) => write(trx, row, notifiedChanges(row, fact), now));
}

/** The same for different payments, in one transaction. Undefined: to be processed alone. */
export async function applyNotifiedDetailsOfMany(
  ledger: Ledger,
  all: readonly NotifiedDetails[],
): Promise<readonly (true | undefined)[]> {
  return withLockedAttempts(ledger, { all, idOf: ({ attempt }) => attempt.id }, async (found, _trx, finish) => {
    const rows = found.map(({ attempt: { row }, item }) => [row, notifiedChanges(row, item.fact), item.now] as const);
    const attempts = rows
      .filter(([, changes]) => Object.keys(changes).length > 0)
      .map(([{ id }, changes, now]) => ({ id, ...changes, updated_at: now }));
    await finish({ attempts });
    return found.map(() => true as const);
  });
}

export const hasNotifiedDetails = ({ gatewayPaymentId, card, risk, threeDs }: PaymentFact): boolean =>
  gatewayPaymentId !== null && Boolean(card || risk || threeDs);

/**
 * The details in a verified notification, once a query has confirmed its payment. No signature covers these fields:
 * they only fill empty ones. Whether 3-D Secure was used is only taken from a query, since a shop may require it.
 */
export function notifiedChanges(row: AttemptRow, { gatewayPaymentId, card, risk, threeDs }: PaymentFact): Changes {
  // Customers may try several cards on the hosted page; only the payment's own transaction describes its card.
  if (gatewayPaymentId === null || row.gateway_payment_id !== gatewayPaymentId) return {};
  return { ...newCard(row, card), ...newRisk(row, filledRisk(row.risk, risk)), ...newResult(row, threeDs) };
}

type Changes = Readonly<Record<string, unknown>>;

const newCard = (row: AttemptRow, card: MaskedCard | null): Changes =>
  row.card_mask === null && card ? { card_mask: card.mask, card_brand: card.brand } : {};

const newRisk = (row: AttemptRow, risk: RiskFact | null): Changes =>
  isEqual(mergeRisk(row.risk, null), risk) ? {} : { risk };

function filledRisk(known: unknown, told: RiskFact | null): RiskFact | null {
  const before = mergeRisk(known, null);
  return before && told ? mergeRisk(told, before) : (before ?? told);
}

function newResult(row: AttemptRow, told: ThreeDsFact | null): Changes {
  const before = mergeThreeDs(row.three_ds, null);
  if (!told || (told.result === null && told.eci === null)) return {};
  const after = mergeThreeDs({ used: null, result: told.result, eci: told.eci }, before);
  return isEqual(before, after) ? {} : { three_ds: after };
}

/** Compared by content: Postgres may return JSON fields in any order. */
const isEqual = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

async function write(trx: Knex, { id }: AttemptRow, changes: Changes, now: Date): Promise<void> {
  if (Object.keys(changes).length > 0) await writeAll(trx, { attempts: [{ id, ...changes, updated_at: now }] });
}
