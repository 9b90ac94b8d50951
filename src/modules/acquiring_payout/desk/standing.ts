import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Relative } from "../domain/family";
import { inTheWayOf } from "../domain/family";
import type { Standing } from "../domain/four-eyes";
import type { ApprovalRow, BeneficiaryRow, PayoutRow } from "../rows";
import { relativesOf } from "../store/families";
import type { Parts } from "./parts";

/** What the rules of four eyes want to know of a payout. */
export interface Known {
  readonly standing: Standing;
  readonly approvals: readonly ApprovalRow[];
  readonly beneficiary: BeneficiaryRow | undefined;
}

/** Under the payout's lock; the beneficiary is neither changed nor blocked until the transaction ends. */
export async function knownOf(parts: Parts, trx: Knex, row: PayoutRow): Promise<Known> {
  const beneficiary = await parts.book.shared(trx, row.beneficiary_id);
  const approvals = await parts.approvals.of(trx, row.id);
  const makers = (await parts.audit.makersOf(trx, [row.id])).get(row.id) ?? new Set<string>();
  const relatives = (await relativesOf(trx, [row.id])).get(row.id) ?? [];
  return { standing: standingOf(row, { beneficiary, approvals, makers, relatives }), approvals, beneficiary };
}

/** For a page: without locks. */
export async function standingsOf(parts: Parts, rows: readonly PayoutRow[]): Promise<ReadonlyMap<string, Standing>> {
  const ids = rows.map(({ id }) => id);
  const [book, approvals, makers, families] = await Promise.all([
    parts.book.byIds(rows.map(({ beneficiary_id: id }) => id)),
    parts.approvals.ofMany(ids),
    parts.audit.makersOf(parts.pg, ids),
    relativesOf(parts.pg, ids),
  ]);
  const found = new Map<string, Standing>();
  for (const row of rows) {
    const known = {
      beneficiary: book.find(({ id }) => id === row.beneficiary_id),
      approvals: approvals.get(row.id) ?? [],
      makers: makers.get(row.id) ?? new Set<string>(),
      relatives: families.get(row.id) ?? [],
    };
    found.set(row.id, standingOf(row, known));
  }
  return found;
}

interface Facts {
  readonly beneficiary: BeneficiaryRow | undefined;
  readonly approvals: readonly ApprovalRow[];
  readonly makers: ReadonlySet<string>;
  readonly relatives: readonly Relative[];
}

const standingOf = (row: PayoutRow, { beneficiary, approvals, makers, relatives }: Facts): Standing => ({
  state: row.state,
  makers,
  accountMakers: new Set([beneficiary?.account_by, beneficiary?.account_by_owner].filter((who) => who != null)),
  approvedBy: new Set(approvals.map(({ actor_id: id }) => id)),
  wasSent: row.followed_version !== null,
  payloadHash: row.payload_hash,
  expiresAt: row.expires_at,
  paymentDate: row.payment_date,
  isBeneficiaryCurrent: beneficiary?.version === row.beneficiary_version,
  isBeneficiaryBlocked: beneficiary?.blocked_at != null,
  inTheWay: inTheWayOf(relatives),
});
