import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { placeSql } from "../accounts/account-identities";
import type { NewCustomerMessage } from "./customer-messages";

/** A card is valid until the end of its month. */
interface Month {
  readonly year: string;
  readonly month: string;
}

const DAY_MS = 86_400_000;

/** The months, of this one and the next, that end within so many days. Pure; by UTC. */
export function monthsThatEnd(now: Date, days: number): readonly Month[] {
  return [0, 1].flatMap((later) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1));
    const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
    if (end - now.getTime() > days * DAY_MS) return [];
    return [{ year: String(first.getUTCFullYear()), month: String(first.getUTCMonth() + 1).padStart(2, "0") }];
  });
}

const EXPIRING = `
  SELECT card.id FROM acquiring_saved_card AS card
  WHERE card.expiry_year = :year AND card.expiry_month = :month AND card.removed_at IS NULL
    AND card.refused_at IS NULL AND card.deleted_at IS NULL AND ${placeSql("card")} = ANY(CAST(:places AS text[]))
    AND NOT EXISTS (SELECT FROM acquiring_customer_message AS told
      WHERE told.kind = 'card_expiring' AND told.subject = card.id || ':' || :year || '-' || :month)
  ORDER BY card.id LIMIT CAST(:limit AS integer)`;

interface ExpiringQuestion {
  readonly now: Date;
  readonly days: number;
  readonly limit: number;
  /** Where a customer can pay with the card, as in `placeSql`. */
  readonly places: readonly string[];
}

/** Saved cards that expire within so many days and of which nobody was told. */
export async function expiringCards(
  pg: Knex,
  { now, days, limit, places }: ExpiringQuestion,
): Promise<readonly NewCustomerMessage[]> {
  const found: NewCustomerMessage[] = [];
  for (const { year, month } of monthsThatEnd(now, days)) {
    const { rows } = await pg.raw<{ rows: { id: string }[] }>(EXPIRING, { year, month, limit, places: [...places] });
    for (const { id } of rows)
      found.push({
        ...{ kind: "card_expiring", subject: `${id}:${year}-${month}`, attemptId: null, savedCardId: id, minor: null },
      });
  }
  return found;
}
