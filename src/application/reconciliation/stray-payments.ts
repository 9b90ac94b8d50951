import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Range, StrayPayment } from "../../modules/acquiring";
import type { MedusaPaymentRow } from "./payment-rows";
import { PAYMENT, rowsOf, shape } from "./payment-rows";

/** Payments of our providers whose session no attempt of the ledger has. */
const METHODS = ["card", "checkout", "apm"];
/** Payments of one statement. Postgres returns only the strays among them. */
const WINDOW = 1_000;

interface WindowRow {
  readonly strays: readonly MedusaPaymentRow[] | null;
  readonly last: string | null;
}

/** A subquery per payment: as a join, it might read the whole ledger for each window. */
const SQL = `
  WITH part AS MATERIALIZED (
    ${PAYMENT} AND provider_id = ANY(?) AND created_at >= ? AND created_at < ? AND id > ? ORDER BY id LIMIT ?
  ), stray AS (
    SELECT * FROM part WHERE (
      SELECT id FROM acquiring_payment_attempt AS known WHERE known.session_id = part.session_id AND known.deleted_at IS NULL LIMIT 1
    ) IS NULL
  )
  SELECT (SELECT json_agg(stray) FROM stray) AS strays, (SELECT max(id) FROM part) AS last`;

export async function* strayPayments(pg: Knex, { accounts, from, to }: Range): AsyncGenerator<readonly StrayPayment[]> {
  const accountOf = new Map<string, string>(
    accounts.flatMap((account) => METHODS.map((method) => [`pp_acquiring-${method}_${account}`, account] as const)),
  );
  for (let last: string | null = ""; last !== null;) {
    const rows: WindowRow[] = await rowsOf<WindowRow>(pg, SQL, [[...accountOf.keys()], from, to, last, WINDOW]);
    const [window] = rows;
    const strays = window?.strays ?? [];
    if (strays.length > 0) yield strays.map((payment) => toStray(payment, accountOf));
    last = window?.last ?? null;
  }
}

const toStray = (payment: MedusaPaymentRow, accountOf: ReadonlyMap<string, string>): StrayPayment => ({
  id: payment.id,
  account: accountOf.get(payment.provider_id) ?? "",
  orderNo: payment.order_no,
  currency: payment.currency.toUpperCase(),
  side: { payment: shape(payment), isPaidByAnother: false, hasOrder: null },
});
