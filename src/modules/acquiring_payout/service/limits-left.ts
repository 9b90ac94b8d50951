import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import { brokenLimit, leftOf, neverFits } from "../domain/limits";
import { accountIdentity } from "../domain/mask";
import type { PayoutRow } from "../rows";
import type { LimitUsageQuestion, VersionKey } from "../store/limit-usage";
import { formerVersions, lockLimits, limitUsage } from "../store/limit-usage";
import { openDetails } from "./details";
import type { PayoutServiceContext } from "./service-context";
import { LIMIT_WORDS, limitOf } from "./service-context";

/** The remaining limits. Of all accounts together: money sent by another account counts too. */
export interface BrokenLimit {
  readonly isForEver: boolean;
  readonly message: string;
}

/** Null: it fits, until the transaction ends. `withApproved`: so that no more is approved than may be sent. */
export async function brokenBy(
  context: PayoutServiceContext,
  trx: Knex,
  { row, withApproved }: { readonly row: PayoutRow; readonly withApproved: boolean },
): Promise<BrokenLimit | null> {
  const sides = sidesOf(row);
  // Always in one order: payouts never deadlock.
  for (const currency of sides.map((side) => side.currency).sort()) await lockLimits(trx, currency);
  const to = { id: row.beneficiary_id, ...(await accountOf(context, trx, row)) };
  const found: BrokenLimit[] = [];
  for (const { currency, amount } of sides) {
    const question = { currency, beneficiary: to, now: context.now(), withApproved, except: row.id };
    const broken = await brokenSide(context, trx, { amount, question });
    if (broken) found.push(broken);
  }
  return found.find(({ isForEver }) => isForEver) ?? found[0] ?? null;
}

type Account = Omit<NonNullable<LimitUsageQuestion["beneficiary"]>, "id">;

/** With every key: during a rotation some beneficiaries use the older one. */
async function accountOf(context: PayoutServiceContext, trx: Knex, row: PayoutRow): Promise<Account> {
  const identityOf = async (version: VersionKey): Promise<string | null> =>
    accountIdentity((await openDetails(context, trx, version)).bank_details);
  const account = await identityOf({ id: row.beneficiary_id, number: row.beneficiary_version });
  if (account === null) return { fingerprints: [], versions: [] };
  const currencies = sidesOf(row).map(({ currency }) => currency);
  const versions: VersionKey[] = [];
  for (const version of await formerVersions(trx, currencies, context.now()))
    if ((await identityOf(version)) === account) versions.push(version);
  return { fingerprints: context.ring.fingerprints(account), versions };
}

/** The target amount, and the source amount if that is fixed in another currency: each counts in its own currency. */
const sidesOf = (row: PayoutRow): { readonly currency: string; readonly amount: bigint }[] => [
  { currency: row.currency, amount: BigInt(row.amount) },
  ...(row.source_amount !== null && row.source_currency !== null
    ? [{ currency: row.source_currency, amount: BigInt(row.source_amount) }]
    : []),
];

async function brokenSide(
  { options }: PayoutServiceContext,
  trx: Knex,
  { amount, question }: { readonly amount: bigint; readonly question: LimitUsageQuestion },
): Promise<BrokenLimit | null> {
  const { currency } = question;
  const limit = limitOf(options, currency);
  if (!limit) return { isForEver: true, message: `${currency} no longer has limits, so it cannot be paid out.` };
  const broken = brokenLimit(amount, limit, await limitUsage(trx, question));
  if (broken === null) return null;
  const most = toMajor(createMoney(limit[broken], createCurrency(currency)));
  return {
    isForEver: neverFits(amount, limit) !== null,
    message: `It would exceed the limit of ${LIMIT_WORDS[broken]}, ${most} ${currency}.`,
  };
}

export async function leftToday(context: PayoutServiceContext, currency: string): Promise<bigint> {
  const limit = limitOf(context.options, currency);
  if (!limit) return 0n;
  const question = { currency, beneficiary: null, now: context.now(), withApproved: true, except: null };
  return leftOf(limit.day, (await limitUsage(context.pg, question)).day);
}
