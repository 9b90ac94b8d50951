import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, fromMedusa, MoneyError } from "../../gateway/model/money";
import type { MedusaBookPayment, MedusaRow, OrderFlaw } from "../../modules/acquiring";

/** Medusa's payments with their captures and refunds as the comparison needs them. */
export interface MedusaPaymentRow {
  readonly id: string;
  readonly session_id: string;
  readonly provider_id: string;
  readonly currency: string;
  /** Major units as text. */
  readonly amount: string | null;
  readonly is_cancelled: boolean;
  /** Written only by our provider; names the attempt that the payment was created from. */
  readonly order_no: string | null;
}

export interface MoneyRow {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: string | null;
  readonly operation_id: string | null;
  readonly order_flaw?: OrderFlaw | null;
}

export const PAYMENT = `
  SELECT id, payment_session_id AS session_id, provider_id, currency_code AS currency, raw_amount->>'value' AS amount,
         canceled_at IS NOT NULL AS is_cancelled, data->>'order_no' AS order_no
  FROM payment WHERE deleted_at IS NULL`;

export function byPayment(rows: readonly MoneyRow[]): ReadonlyMap<string, readonly MoneyRow[]> {
  const found = new Map<string, MoneyRow[]>();
  for (const row of rows) {
    const own = found.get(row.payment_id);
    if (own) own.push(row);
    else found.set(row.payment_id, [row]);
  }
  return found;
}

export function shape(
  payment: MedusaPaymentRow,
  captures: readonly MoneyRow[] = [],
  refunds: readonly MoneyRow[] = [],
): MedusaBookPayment {
  const { id, currency, amount, is_cancelled: isCancelled } = payment;
  const own = (rows: readonly MoneyRow[]): MedusaRow[] =>
    rows.map((row) => ({
      id: row.id,
      minor: minorOf(row.amount, currency),
      operationId: row.operation_id,
      ...orderOf(row),
    }));
  return {
    id,
    currency,
    minor: minorOf(amount, currency),
    isCancelled,
    captures: own(captures),
    refunds: own(refunds),
  };
}

const orderOf = ({ order_flaw: flaw }: MoneyRow): Pick<MedusaRow, "orderFlaw"> =>
  flaw === undefined || flaw === null ? {} : { orderFlaw: flaw };

function minorOf(amount: string | null, currency: string): bigint | null {
  if (amount === null) return null;
  try {
    return fromMedusa(amount, createCurrency(currency)).minor;
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

export async function rowsOf<T>(pg: Knex, sql: string, bindings: (string | number | Date | string[])[]): Promise<T[]> {
  const { rows } = await pg.raw<{ rows: T[] }>(sql, bindings);
  return rows;
}
