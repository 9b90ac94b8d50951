import type { PayoutFilters, PayoutRow } from "../../api-schema/admin";
import { csvLine } from "../csv";
import { resolveLedger } from "../resolve-ledger";
import { resolvePayoutService } from "./resolve-payout-service";
import type { PayoutActor } from "./payout-actor";
import { ORDER, payoutListQuestion } from "./payout-page";
import { payoutRows } from "./payout-rows";
import { personOf } from "./approver-directory";

/** The list of payouts as CSV, in chunks, safe against formulas, accounts masked. */
const COLUMNS: Readonly<Record<string, (row: PayoutRow) => string | number | null>> = {
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
  state: (row) => row.state,
  currency: (row) => row.currency,
  amount: (row) => row.amount,
  beneficiary: (row) => row.beneficiary.name,
  beneficiary_account: (row) => row.beneficiary.account_mask,
  beneficiary_country: (row) => row.beneficiary.country,
  reference: (row) => row.reference,
  order: (row) => row.order?.display_id ?? null,
  prepared_by: (row) => row.created_by.name ?? row.created_by.id,
  approvals: (row) => row.approvals,
  attention: (row) => row.attention,
  account: (row) => row.account,
  beneficiary_id: (row) => row.beneficiary.id,
  payout_id: (row) => row.id,
};

const PIECE = 500;

/** Checks the permission first; the returned generator yields the header, then all rows. */
export async function payoutsCsv(
  { container, auth }: PayoutActor,
  filters: PayoutFilters,
): Promise<AsyncGenerator<string, void>> {
  const payoutService = resolvePayoutService(container);
  const person = await personOf(container, auth);
  // Payouts created during the export would shift the pages.
  const now = resolveLedger(container).now();
  const createdTo = new Date(Math.min(now.getTime(), Date.parse(filters.created_to ?? now.toISOString())));
  const question = { ...(await payoutListQuestion(container, person, filters)), createdTo };
  return (async function* pieces(): AsyncGenerator<string, void> {
    yield csvLine(Object.keys(COLUMNS));
    for (let offset = 0, isMore = true; isMore; offset += PIECE) {
      const rows = await payoutService.payouts.page(question, { ...ORDER[filters.order], limit: PIECE, offset });
      const seen = await payoutRows({ container, payoutService, person }, rows);
      yield seen.map(({ row }) => csvLine(Object.values(COLUMNS).map((cell) => cell(row)))).join("");
      isMore = rows.length === PIECE;
    }
  })();
}
