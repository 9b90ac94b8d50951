import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { canCopy, payoutStates } from "../domain/states";
import type { PayoutRow } from "../rows";

/** What makes two payouts the same for a person: account, amount and reference. */
export interface Repeatable {
  readonly beneficiary_id: string;
  readonly currency: string;
  /** In minor units. */
  readonly amount: string;
  readonly reference: string;
}

export type Repeat = Pick<PayoutRow, "id" | "state" | "created_at">;

const WITHIN_MS = 90 * 24 * 3_600_000;
const MAY_BE_PAID = payoutStates.filter((state) => !canCopy(state));

/**
 * For each of them, in their order: the payouts of the last 90 days that pay the same account, also under another beneficiary, the
 * same amount with the same reference, and were paid or may be. Newest first.
 */
export async function repeatsOf(pg: Knex, now: Date, asked: readonly Repeatable[]): Promise<Repeat[][]> {
  const found: Repeat[][] = asked.map(() => []);
  if (asked.length === 0) return found;
  const { rows } = await pg.raw<{ rows: (Repeat & { readonly at: number })[] }>(
    `SELECT asked.at::int AS at, same.id, same.state, same.created_at
       FROM unnest(?::text[], ?::text[], ?::numeric[], ?::text[]) WITH ORDINALITY AS asked(payee, currency, amount, reference, at)
       JOIN LATERAL (
         SELECT asked.payee AS id
         UNION SELECT twin.id FROM acquiring_beneficiary AS own JOIN acquiring_beneficiary AS twin
           ON twin.account_fingerprint = own.account_fingerprint AND twin.deleted_at IS NULL WHERE own.id = asked.payee
       ) AS account ON true
       JOIN acquiring_payout AS same ON same.beneficiary_id = account.id AND same.created_at >= ?
         AND same.currency = asked.currency AND same.amount = asked.amount
         AND lower(trim(same.reference)) = lower(trim(asked.reference)) AND same.state = ANY(?) AND same.deleted_at IS NULL
       ORDER BY same.created_at DESC, same.id`,
    [
      asked.map(({ beneficiary_id: id }) => id),
      asked.map(({ currency }) => currency),
      asked.map(({ amount }) => amount),
      asked.map(({ reference }) => reference),
      new Date(now.getTime() - WITHIN_MS),
      MAY_BE_PAID,
    ],
  );
  for (const { at, ...repeat } of rows) found[at - 1]?.push(repeat);
  return found;
}
