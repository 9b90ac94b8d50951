import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { createCurrency, fromMedusa, MoneyError } from "../../gateway/model/money";
import type {
  ExaminedRow,
  MedusaBookPayment,
  MedusaBooks,
  MedusaRow,
  MedusaSide,
  OrderFlaw,
  Range,
  StrayPayment,
} from "../../modules/acquiring";
import { REFUNDS } from "./refund-rows";

/**
 * Medusa's payments, captures, refunds and orders for the reconciliation. Read only, in plain SQL: through Medusa's
 * query engine, a hundred thousand payments took several times as long and growing memory (bench/reconcile.ts).
 */
interface PaymentRow {
  readonly id: string;
  readonly session_id: string;
  readonly provider_id: string;
  readonly currency: string;
  /** Major units as text. */
  readonly amount: string;
  readonly is_cancelled: boolean;
  /** Written only by our provider; names the attempt that the payment was created from. */
  readonly order_no: string | null;
}

interface MoneyRow {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: string;
  readonly operation_id: string | null;
  readonly order_flaw?: OrderFlaw | null;
}

const PAYMENT = `
  SELECT id, payment_session_id AS session_id, provider_id, currency_code AS currency, raw_amount->>'value' AS amount,
         canceled_at IS NOT NULL AS is_cancelled, data->>'order_no' AS order_no
  FROM payment WHERE deleted_at IS NULL`;
const CAPTURES = `
  SELECT id, payment_id, raw_amount->>'value' AS amount, created_by AS operation_id
  FROM capture WHERE deleted_at IS NULL AND payment_id = ANY(?)`;
const ORDERED_CARTS = "SELECT cart_id FROM order_cart WHERE deleted_at IS NULL AND cart_id = ANY(?)";

const PAGE = 500;

export function medusaBooks(container: MedusaContainer): MedusaBooks {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  return { of: (attempts) => sidesOf(pg, attempts), payments: (range) => paymentPages(pg, range) };
}

async function sidesOf(pg: Knex, attempts: readonly ExaminedRow[]): Promise<ReadonlyMap<string, MedusaSide>> {
  const sessionIds = attempts.map(({ session_id }) => session_id);
  const cartIds = attempts.flatMap(({ cart_id }) => cart_id ?? []);
  const [payments, carts] = await Promise.all([
    rowsOf<PaymentRow>(pg, `${PAYMENT} AND payment_session_id = ANY(?)`, [sessionIds]),
    rowsOf<{ cart_id: string }>(pg, ORDERED_CARTS, [cartIds]),
  ]);
  const paymentIds = payments.map(({ id }) => id);
  const [captures, refunds] = await Promise.all([
    rowsOf<MoneyRow>(pg, CAPTURES, [paymentIds]),
    rowsOf<MoneyRow>(pg, REFUNDS, [paymentIds, paymentIds]),
  ]);
  const bySession = new Map(payments.map((payment) => [payment.session_id, payment]));
  const [capturesOf, refundsOf] = [byPayment(captures), byPayment(refunds)];
  const ordered = new Set(carts.map(({ cart_id }) => cart_id));
  return new Map(
    attempts.map(({ id, session_id: sessionId, order_no: orderNo, cart_id: cartId }) => {
      const payment = bySession.get(sessionId);
      const isOwn = payment !== undefined && (payment.order_no === null || payment.order_no === orderNo);
      const side: MedusaSide = {
        payment: isOwn ? shape(payment, capturesOf.get(payment.id), refundsOf.get(payment.id)) : null,
        isPaidByAnother: payment !== undefined && !isOwn,
        hasOrder: cartId === null ? null : ordered.has(cartId),
      };
      return [id, side];
    }),
  );
}

function byPayment(rows: readonly MoneyRow[]): ReadonlyMap<string, readonly MoneyRow[]> {
  const found = new Map<string, MoneyRow[]>();
  for (const row of rows) {
    const own = found.get(row.payment_id);
    if (own) own.push(row);
    else found.set(row.payment_id, [row]);
  }
  return found;
}

function shape(
  payment: PaymentRow,
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

function minorOf(amount: string, currency: string): bigint | null {
  try {
    return fromMedusa(amount, createCurrency(currency)).minor;
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

const WAYS = ["card", "checkout", "apm"];

async function* paymentPages(pg: Knex, { accounts, from, to }: Range): AsyncGenerator<readonly StrayPayment[]> {
  const accountOf = new Map<string, string>(
    accounts.flatMap((account) => WAYS.map((way) => [`pp_acquiring-${way}_${account}`, account] as const)),
  );
  const sql = `${PAYMENT} AND provider_id = ANY(?) AND created_at >= ? AND created_at < ? AND id > ? ORDER BY id LIMIT ${String(PAGE)}`;
  for (let last: string | undefined = ""; last !== undefined;) {
    const payments: PaymentRow[] = await rowsOf<PaymentRow>(pg, sql, [[...accountOf.keys()], from, to, last]);
    yield payments.map((payment) => ({
      id: payment.id,
      sessionId: payment.session_id,
      account: accountOf.get(payment.provider_id) ?? "",
      orderNo: payment.order_no,
      currency: payment.currency.toUpperCase(),
      side: { payment: shape(payment), isPaidByAnother: false, hasOrder: null },
    }));
    last = payments.length === PAGE ? payments.at(-1)?.id : undefined;
  }
}

async function rowsOf<T>(pg: Knex, sql: string, bindings: (string | Date | string[])[]): Promise<T[]> {
  const { rows } = await pg.raw<{ rows: T[] }>(sql, bindings);
  return rows;
}
