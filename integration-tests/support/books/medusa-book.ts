import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, fromMajor } from "../../../src/gateway/model/money";

/** Medusa's own tables, of some carts or of all. Amounts in minor units. */
export interface MedusaPayment {
  readonly id: string;
  readonly cartId: string;
  readonly collectionId: string;
  /** Order number in the payment's data, written by our provider; null: not ours. */
  readonly orderNo: string | null;
  readonly sessionId: string;
  readonly canceled: boolean;
  readonly amount: bigint;
  /** Medusa marks it as captured in full. */
  readonly isCaptured: boolean;
  readonly captures: readonly bigint[];
  readonly refunds: readonly bigint[];
}

export interface MedusaOrder {
  readonly id: string;
  readonly cartId: string;
  readonly canceled: boolean;
  /** Not placed yet. */
  readonly isDraft: boolean;
  /** Captures less refunds by the order's transactions; null: none. */
  readonly paid: bigint | null;
}

export interface MedusaBook {
  readonly payments: readonly MedusaPayment[];
  readonly orders: readonly MedusaOrder[];
  readonly sessions: readonly { readonly id: string; readonly cartId: string; readonly status: string }[];
  readonly collections: readonly {
    readonly id: string;
    readonly amount: bigint;
    readonly status: string;
    readonly captured: bigint;
    readonly refunded: bigint;
  }[];
}

/** Payment collections paid with a link. They count to their order's cart; an order without one stands for its own. */
const BALANCES = `
  SELECT balance.payment_collection_id, balance.order_id, COALESCE(bought.cart_id, balance.order_id) AS cart_id
  FROM order_payment_collection balance
  LEFT JOIN order_cart bought ON bought.order_id = balance.order_id AND bought.deleted_at IS NULL
  WHERE balance.deleted_at IS NULL AND EXISTS (
    SELECT FROM acquiring_payment_attempt paying WHERE paying.collection_id = balance.payment_collection_id)`;
const LINK = `(
  SELECT payment_collection_id, cart_id FROM cart_payment_collection WHERE deleted_at IS NULL
  UNION SELECT payment_collection_id, cart_id FROM (${BALANCES}) AS balances)`;
const ORDERED = `(
  SELECT order_id, cart_id FROM order_cart WHERE deleted_at IS NULL
  UNION SELECT order_id, cart_id FROM (${BALANCES}) AS balances)`;

interface Raw {
  readonly amount: string;
  readonly currency_code: string;
}

export async function readMedusaBook(pg: Knex, cartIds: readonly string[] | undefined): Promise<MedusaBook> {
  const rows = async <T>(sql: string): Promise<readonly T[]> => {
    const scope = cartIds ? "AND link.cart_id = ANY(?)" : "";
    const text = sql.replace("/*scope*/", scope);
    const { rows: found } = await pg.raw<{ rows: T[] }>(text, cartIds ? [[...cartIds]] : []);
    return found;
  };
  const [payments, captures, refunds, orders, transactions, sessions, collections] = await Promise.all([
    rows<PaymentRow>(`SELECT p.id, p.payment_session_id, p.payment_collection_id, p.canceled_at, p.captured_at, p.currency_code, p.raw_amount->>'value' AS amount, p.data->>'order_no' AS order_no, link.cart_id
      FROM payment p JOIN ${LINK} link USING (payment_collection_id) WHERE p.deleted_at IS NULL /*scope*/`),
    rows<Part>(`SELECT c.payment_id, c.raw_amount->>'value' AS amount, p.currency_code FROM capture c JOIN payment p ON p.id = c.payment_id
      JOIN ${LINK} link USING (payment_collection_id) WHERE c.deleted_at IS NULL /*scope*/`),
    rows<Part>(`SELECT c.payment_id, c.raw_amount->>'value' AS amount, p.currency_code FROM refund c JOIN payment p ON p.id = c.payment_id
      JOIN ${LINK} link USING (payment_collection_id) WHERE c.deleted_at IS NULL /*scope*/`),
    rows<OrderRow>(`SELECT o.id, o.status, link.cart_id FROM ${ORDERED} link JOIN "order" o ON o.id = link.order_id
      WHERE o.deleted_at IS NULL /*scope*/`),
    rows<TransactionRow>(`SELECT t.order_id, t.raw_amount->>'value' AS amount, t.currency_code FROM order_transaction t
      JOIN ${ORDERED} link USING (order_id) WHERE t.deleted_at IS NULL /*scope*/`),
    rows<SessionRow>(`SELECT s.id, s.status, link.cart_id FROM payment_session s JOIN ${LINK} link USING (payment_collection_id)
      WHERE s.deleted_at IS NULL /*scope*/`),
    rows<CollectionRow>(`SELECT c.id, c.currency_code, c.status, c.raw_amount->>'value' AS amount, c.raw_captured_amount->>'value' AS captured, c.raw_refunded_amount->>'value' AS refunded
      FROM payment_collection c JOIN ${LINK} link ON link.payment_collection_id = c.id WHERE c.deleted_at IS NULL /*scope*/`),
  ]);
  return {
    payments: payments.map((row) => ({
      id: row.id,
      cartId: row.cart_id,
      collectionId: row.payment_collection_id,
      orderNo: row.order_no,
      sessionId: row.payment_session_id,
      canceled: row.canceled_at !== null,
      amount: minor(row),
      isCaptured: row.captured_at !== null,
      captures: captures.filter(({ payment_id }) => payment_id === row.id).map(minor),
      refunds: refunds.filter(({ payment_id }) => payment_id === row.id).map(minor),
    })),
    orders: orders.map((row) => {
      const own = transactions.filter(({ order_id }) => order_id === row.id).map(minor);
      return {
        id: row.id,
        cartId: row.cart_id,
        canceled: row.status === "canceled",
        isDraft: row.status === "draft",
        paid: own.length === 0 ? null : own.reduce((sum, amount) => sum + amount, 0n),
      };
    }),
    sessions: sessions.map((row) => ({ id: row.id, cartId: row.cart_id, status: row.status })),
    collections: collections.map(({ id, amount, currency_code, status, captured, refunded }) => ({
      id,
      amount: minor({ amount, currency_code }),
      status,
      captured: minor({ amount: captured ?? "0", currency_code }),
      refunded: minor({ amount: refunded ?? "0", currency_code }),
    })),
  };
}

type Part = Raw & { readonly payment_id: string };
type TransactionRow = Raw & { readonly order_id: string };
interface PaymentRow extends Raw {
  readonly captured_at: Date | null;
  readonly id: string;
  readonly cart_id: string;
  readonly payment_collection_id: string;
  readonly payment_session_id: string;
  readonly canceled_at: Date | null;
  readonly order_no: string | null;
}
interface OrderRow {
  readonly id: string;
  readonly cart_id: string;
  readonly status: string;
}
interface SessionRow {
  readonly id: string;
  readonly cart_id: string;
  readonly status: string;
}
interface CollectionRow extends Raw {
  readonly id: string;
  readonly status: string;
  readonly captured: string | null;
  readonly refunded: string | null;
}

/** Exact, or it throws. An order's transactions have negative refunds. */
function minor({ amount, currency_code: currency }: Raw): bigint {
  const isNegative = amount.startsWith("-");
  const money = fromMajor(isNegative ? amount.slice(1) : amount, createCurrency(currency));
  return isNegative ? -money.minor : money.minor;
}
