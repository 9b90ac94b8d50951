import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ChainMember } from "../domain/reissue-chain";
import type { AccountOf } from "../domain/account-authors";
import { blockingMember } from "../domain/reissue-chain";
import type { ApprovalState } from "../domain/four-eyes";
import type { ApprovalRow, BeneficiaryRow, PayoutRow } from "../rows";
import { accountAuthorsOf } from "../store/account-authors";
import { chainOf } from "../store/reissue-chains";
import { fingerprintsOf, openDetails } from "./details";
import type { PayoutServiceContext } from "./service-context";

export interface ApprovalContext {
  readonly approvalState: ApprovalState;
  readonly approvals: readonly ApprovalRow[];
  readonly beneficiary: BeneficiaryRow | undefined;
}

/** Under the payout's lock; the beneficiary is neither changed nor blocked until the transaction ends. */
export async function approvalContext(
  context: PayoutServiceContext,
  trx: Knex,
  row: PayoutRow,
): Promise<ApprovalContext> {
  const beneficiary = await context.beneficiaryTable.shared(trx, row.beneficiary_id);
  const approvals = await context.approvals.of(trx, row.id);
  const makers = (await context.audit.makersOf(trx, [row.id])).get(row.id) ?? new Set<string>();
  const relatives = (await chainOf(trx, [row.id])).get(row.id) ?? [];
  const fingerprints = beneficiary ? await currentFingerprints(context, trx, beneficiary) : [];
  const account = { beneficiaryId: row.beneficiary_id, fingerprints };
  const accountMakers = (await accountAuthorsOf(trx, [account])).get(row.beneficiary_id) ?? new Set<string>();
  const isAccountBlocked = isBlocked(await context.beneficiaryTable.sharedByFingerprints(trx, fingerprints), account);
  return {
    approvalState: approvalStateOf(row, {
      ...{ beneficiary, approvals, makers, accountMakers, isAccountBlocked, relatives },
    }),
    approvals,
    beneficiary,
  };
}

/** The account is read from the version itself: during a key rotation its fingerprint may use either key. */
async function currentFingerprints(
  context: PayoutServiceContext,
  trx: Knex,
  { id, version }: BeneficiaryRow,
): Promise<readonly string[]> {
  return fingerprintsOf(context, (await openDetails(context, trx, { id, number: version })).bank_details);
}

/** Is another beneficiary with this account blocked? */
export const isBlocked = (rows: readonly BeneficiaryRow[], { beneficiaryId, fingerprints }: AccountOf): boolean =>
  rows.some(
    ({ id, account_fingerprint: print, blocked_at: at }) =>
      id !== beneficiaryId && at !== null && print !== null && fingerprints.includes(print),
  );

/** For a page: without locks. */
export async function approvalStatesOf(
  context: PayoutServiceContext,
  rows: readonly PayoutRow[],
): Promise<ReadonlyMap<string, ApprovalState>> {
  const ids = rows.map(({ id }) => id);
  const [beneficiaryTable, approvals, makers, families] = await Promise.all([
    context.beneficiaryTable.byIds(rows.map(({ beneficiary_id: id }) => id)),
    context.approvals.ofMany(ids),
    context.audit.makersOf(context.pg, ids),
    chainOf(context.pg, ids),
  ]);
  const accounts = beneficiaryTable.map(({ id, account_fingerprint: print }) => ({
    beneficiaryId: id,
    fingerprints: print === null ? [] : [print],
  }));
  const [authors, twins] = await Promise.all([
    accountAuthorsOf(context.pg, accounts),
    context.beneficiaryTable.byFingerprints(accounts.flatMap(({ fingerprints }) => fingerprints)),
  ]);
  const found = new Map<string, ApprovalState>();
  for (const row of rows) {
    const known = {
      beneficiary: beneficiaryTable.find(({ id }) => id === row.beneficiary_id),
      approvals: approvals.get(row.id) ?? [],
      makers: makers.get(row.id) ?? new Set<string>(),
      accountMakers: authors.get(row.beneficiary_id) ?? new Set<string>(),
      isAccountBlocked: accounts.some(
        (account) => account.beneficiaryId === row.beneficiary_id && isBlocked(twins, account),
      ),
      relatives: families.get(row.id) ?? [],
    };
    found.set(row.id, approvalStateOf(row, known));
  }
  return found;
}

interface Facts {
  readonly beneficiary: BeneficiaryRow | undefined;
  readonly approvals: readonly ApprovalRow[];
  readonly makers: ReadonlySet<string>;
  readonly accountMakers: ReadonlySet<string>;
  readonly isAccountBlocked: boolean;
  readonly relatives: readonly ChainMember[];
}

const approvalStateOf = (
  row: PayoutRow,
  { beneficiary, approvals, makers, accountMakers, isAccountBlocked, relatives }: Facts,
): ApprovalState => ({
  state: row.state,
  makers,
  accountMakers,
  approvedBy: new Set(approvals.map(({ actor_id: id }) => id)),
  wasSent: row.synced_version !== null,
  payloadHash: row.payload_hash,
  expiresAt: row.expires_at,
  paymentDate: row.payment_date,
  isBeneficiaryCurrent: beneficiary?.version === row.beneficiary_version,
  isBeneficiaryBlocked: beneficiary?.blocked_at != null,
  isAccountBlocked,
  inTheWay: blockingMember(relatives),
});
