import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/** What has left, and what is about to: against the limits. Amounts in minor units. */
export interface Spent {
  /** Within 24 hours, in this currency, whether it arrived in it or was given for another. */
  readonly day: bigint;
  /** Of it to this beneficiary, or another entry of the book with the same account, whichever key it was written with. */
  readonly beneficiary: bigint;
}

export const DAY_MS = 86_400_000;
const LEFT = ["sending", "pending", "held", "unknown", "paid"];
/** Of the locks that Postgres counts for us: those of limits. Any number that nobody else uses. */
const LOCKS = 7_421_907;

/** One after the other: whoever asks what is left may rely on the answer until the end of the transaction. */
export async function lockLimits(trx: Knex, currency: string): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(?, hashtext(?))", [LOCKS, currency]);
}

export interface SpentQuestion {
  readonly currency: string;
  readonly beneficiary: { readonly id: string; readonly fingerprints: readonly string[] } | null;
  readonly now: Date;
  /** Also what is approved and has not left: its allowance is taken. */
  readonly withApproved: boolean;
  /** The payout that asks is not counted. */
  readonly except: string | null;
}

export async function spentOf(trx: Knex, question: SpentQuestion): Promise<Spent> {
  const { currency, beneficiary, now, withApproved, except } = question;
  const { rows } = await trx.raw<{ rows: { day: string; beneficiary: string }[] }>(
    `SELECT COALESCE(SUM(spent), 0)::text AS day,
            COALESCE(SUM(spent) FILTER (WHERE payout.beneficiary_id = :id OR book.account_fingerprint = ANY(:prints::text[])), 0)::text AS beneficiary
     FROM (SELECT payout.*, amount AS spent FROM acquiring_payout AS payout WHERE currency = :currency
           UNION ALL
           SELECT payout.*, source_amount FROM acquiring_payout AS payout
           WHERE source_currency = :currency AND source_amount IS NOT NULL AND currency <> :currency) AS payout
       LEFT JOIN acquiring_beneficiary AS book ON book.id = payout.beneficiary_id
     WHERE payout.id <> :except AND payout.deleted_at IS NULL
       AND ((payout.state = ANY(:left::text[]) AND payout.claimed_at > :since) OR (:approved AND payout.state = 'approved'))`,
    {
      id: beneficiary?.id ?? "",
      prints: [...(beneficiary?.fingerprints ?? [])],
      currency,
      except: except ?? "",
      left: LEFT,
      since: new Date(now.getTime() - DAY_MS),
      approved: withApproved,
    },
  );
  return { day: BigInt(rows[0]?.day ?? "0"), beneficiary: BigInt(rows[0]?.beneficiary ?? "0") };
}
