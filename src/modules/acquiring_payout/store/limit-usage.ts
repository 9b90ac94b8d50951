import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/** Sent and approved amounts against the limits, in minor units. */
export interface LimitUsage {
  /** Within 24 hours, in this currency, as target or source. */
  readonly day: bigint;
  /** Of it to this beneficiary, or to another one with the same account now or then, with any key. */
  readonly beneficiary: bigint;
}

export const DAY_MS = 86_400_000;
const LEFT = ["sending", "pending", "held", "unknown", "paid"];
const LOCKS = 7_421_907;

/** One after the other: the result stays valid until the end of the transaction. */
export async function lockLimits(trx: Knex, currency: string): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(?, hashtext(?))", [LOCKS, currency]);
}

export interface VersionKey {
  readonly id: string;
  readonly number: number;
}

/** Beneficiaries changed since their payout: only the version has that account. */
export async function formerVersions(trx: Knex, currencies: readonly string[], now: Date): Promise<VersionKey[]> {
  const { rows } = await trx.raw<{ rows: VersionKey[] }>(
    `SELECT DISTINCT payout.beneficiary_id AS id, payout.beneficiary_version AS number
     FROM acquiring_payout AS payout JOIN acquiring_beneficiary AS book ON book.id = payout.beneficiary_id
     WHERE payout.beneficiary_version <> book.version AND payout.deleted_at IS NULL
       AND (payout.currency = ANY(?::text[]) OR payout.source_currency = ANY(?::text[]))
       AND payout.state = ANY(?::text[]) AND payout.claimed_at > ?`,
    [[...currencies], [...currencies], LEFT, new Date(now.getTime() - DAY_MS)],
  );
  return rows;
}

export interface LimitUsageQuestion {
  readonly currency: string;
  readonly beneficiary: {
    readonly id: string;
    readonly fingerprints: readonly string[];
    readonly versions: readonly VersionKey[];
  } | null;
  readonly now: Date;
  readonly withApproved: boolean;
  readonly except: string | null;
}

export async function limitUsage(trx: Knex, question: LimitUsageQuestion): Promise<LimitUsage> {
  const { currency, beneficiary, now, withApproved, except } = question;
  const { rows } = await trx.raw<{ rows: { day: string; beneficiary: string }[] }>(
    `SELECT COALESCE(SUM(spent), 0)::text AS day,
            COALESCE(SUM(spent) FILTER (WHERE payout.beneficiary_id = :id OR book.account_fingerprint = ANY(:prints::text[])
                                        OR payout.beneficiary_id || ' ' || payout.beneficiary_version = ANY(:versions::text[])), 0)::text AS beneficiary
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
      versions: (beneficiary?.versions ?? []).map(({ id, number }) => `${id} ${String(number)}`),
      currency,
      except: except ?? "",
      left: LEFT,
      since: new Date(now.getTime() - DAY_MS),
      approved: withApproved,
    },
  );
  return { day: BigInt(rows[0]?.day ?? "0"), beneficiary: BigInt(rows[0]?.beneficiary ?? "0") };
}
