import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentFilters, PaymentRow } from "../../../api-schema/admin";
import { listPayments } from "../../../modules/acquiring";
import { csvLine } from "../../csv";
import { resolveLedger } from "../../resolve-ledger";
import { paymentQuestion } from "./payment-page";
import { paymentRows } from "./payment-rows";

/** The list of payments as CSV in chunks: bounded memory, and no connection held while the client reads slowly. */
const COLUMNS: Readonly<Record<string, (row: PaymentRow) => string | number | null>> = {
  created_at: (row) => row.created_at,
  order: (row) => row.order?.display_id ?? null,
  state: (row) => row.state,
  currency: (row) => row.currency,
  requested: (row) => row.amounts.requested,
  authorised: (row) => row.amounts.authorised,
  captured: (row) => row.amounts.captured,
  refunded: (row) => row.amounts.refunded,
  mode: (row) => row.mode,
  method: (row) => row.method,
  card: (row) => row.card?.mask ?? null,
  brand: (row) => row.card?.brand ?? null,
  email: (row) => row.email,
  risk: (row) => row.risk?.action ?? null,
  risk_score: (row) => row.risk?.score ?? null,
  held: (row) => (row.held ? "yes" : "no"),
  attention: (row) => row.attention,
  account: (row) => row.account,
  order_no: (row) => row.order_no,
  gateway_payment_id: (row) => row.gateway_payment_id,
  payment_id: (row) => row.id,
  method_name: (row) => row.method_name,
  customer_left: (row) => row.customer_left,
  instalments: (row) => row.instalments?.count ?? null,
  monthly_amount: (row) => row.instalments?.monthly_amount ?? null,
  last_amount: (row) => row.instalments?.last_amount ?? null,
};

const PIECE = 500;

/** Validates the filters first; the returned generator yields the header, then all rows. */
export async function paymentsCsv(
  container: MedusaContainer,
  filters: PaymentFilters,
): Promise<AsyncGenerator<string, void>> {
  const question = await paymentQuestion(container, filters);
  const pg = resolveLedger(container).attempts.connection;
  return (async function* pieces(): AsyncGenerator<string, void> {
    yield csvLine(Object.keys(COLUMNS));
    for (let after: string | null = null, isMore = true; isMore;) {
      const attempts = await listPayments(pg, question, { after, limit: PIECE });
      const rows = await paymentRows(container, attempts);
      yield rows.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row)))).join("");
      isMore = attempts.length === PIECE;
      after = attempts.at(-1)?.id ?? null;
    }
  })();
}
