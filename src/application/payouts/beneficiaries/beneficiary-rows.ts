import type { BeneficiaryRow } from "../../../api-schema/admin";
import type { BeneficiaryRow as Row } from "../../../modules/acquiring_payout/rows";
import type { PayoutServices } from "../resolve-payout-service";

export async function beneficiaryRows(payoutService: PayoutServices, rows: readonly Row[]): Promise<BeneficiaryRow[]> {
  const doubles = await payoutService.beneficiaries.sameAccount(rows);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    name: row.display_name,
    entity_type: row.entity_type,
    country: row.country,
    currency: row.currency,
    bank_name: row.bank_name,
    account_mask: row.account_mask,
    blocked: row.blocked_at !== null,
    cooling_until: payoutService.beneficiaries.coolingUntil(row)?.toISOString() ?? null,
    same_account: doubles.get(row.id) ?? 0,
    customer_id: row.customer_id,
    created_at: row.created_at.toISOString(),
  }));
}
