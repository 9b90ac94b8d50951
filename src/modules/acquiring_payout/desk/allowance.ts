import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, createMoney, toMajor } from "../../../gateway/money";
import { brokenLimit, leftOf, neverFits } from "../domain/limits";
import type { BeneficiaryRow, PayoutRow } from "../rows";
import { lockLimits, spentOf } from "../store/spent";
import type { Parts } from "./parts";
import { limitOf } from "./parts";

/** What the limits leave. Of all accounts together: money that leaves by another account has left all the same. */
export interface Broken {
  /** It never fits, however long it waits. */
  readonly isForEver: boolean;
  readonly message: string;
}

const WORDS = { payout: "one payout", day: "24 hours", beneficiary: "one beneficiary in 24 hours" } as const;

/**
 * Null: it fits, and stays so until the transaction ends. `withApproved`: what is approved and has not left takes its
 * allowance too, so that no more is approved than may leave.
 */
export async function brokenBy(
  parts: Parts,
  trx: Knex,
  {
    row,
    beneficiary,
    withApproved,
  }: { readonly row: PayoutRow; readonly beneficiary: BeneficiaryRow | undefined; readonly withApproved: boolean },
): Promise<Broken | null> {
  const limit = limitOf(parts.options, row.currency);
  if (!limit) return { isForEver: true, message: `${row.currency} has no limits any more, so it is not paid out.` };
  await lockLimits(trx, row.currency);
  const amount = BigInt(row.amount);
  const to = { id: row.beneficiary_id, fingerprint: beneficiary?.account_fingerprint ?? null };
  const question = { currency: row.currency, beneficiary: to, now: parts.now(), withApproved, except: row.id };
  const broken = brokenLimit(amount, limit, await spentOf(trx, question));
  if (broken === null) return null;
  const most = toMajor(createMoney(limit[broken], createCurrency(row.currency)));
  return {
    isForEver: neverFits(amount, limit) !== null,
    message: `It would exceed the limit of ${WORDS[broken]}, ${most} ${row.currency}.`,
  };
}

export async function leftToday(parts: Parts, currency: string): Promise<bigint> {
  const limit = limitOf(parts.options, currency);
  if (!limit) return 0n;
  const question = { currency, beneficiary: null, now: parts.now(), withApproved: true, except: null };
  return leftOf(limit.day, (await spentOf(parts.pg, question)).day);
}
