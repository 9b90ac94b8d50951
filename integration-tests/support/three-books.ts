import type { Stage } from "./boot";

/**
 * One order's money at the gateway, in the ledger and in Medusa, in integer minor units of a currency with two
 * decimals. Medusa's is read from four places: its rows, the collection's sums, the order's transactions and its
 * summary.
 */
export interface Amounts {
  readonly captured: number;
  readonly refunded: number;
}

export interface ThreeBooks {
  readonly gateway: Amounts;
  readonly ledger: Amounts;
  readonly rows: Amounts;
  readonly collection: Amounts;
  readonly transactions: Amounts;
  readonly summary: Amounts;
}

export async function threeBooks(stage: Stage, orderId: string): Promise<ThreeBooks> {
  const { pg, gateway, admin } = stage;
  const { rows: attempts } = await pg.raw(
    `SELECT a.* FROM acquiring_payment_attempt a JOIN order_cart oc ON oc.cart_id = a.cart_id
     WHERE oc.order_id = ? ORDER BY a.created_at DESC`,
    [orderId],
  );
  const [attempt] = attempts;
  const transaction = await gateway.transaction(attempt.order_no);
  const payment = await admin.payment(orderId);
  const { rows: collections } = await pg.raw(
    `SELECT pc.captured_amount, pc.refunded_amount FROM payment_collection pc
     JOIN order_payment_collection opc ON opc.payment_collection_id = pc.id WHERE opc.order_id = ?`,
    [orderId],
  );
  const { rows: moves } = await pg.raw(
    "SELECT reference, amount FROM order_transaction WHERE order_id = ? AND deleted_at IS NULL",
    [orderId],
  );
  const { body } = await admin.get(`/admin/orders/${orderId}?fields=summary`).expect(200);
  const of = (reference: string): number =>
    sum(moves.filter((move: { reference: string }) => move.reference === reference));
  return {
    gateway: { captured: minor(transaction.captured), refunded: minor(transaction.refunded) },
    ledger: {
      captured: Number(attempt.captured),
      refunded: Number(attempt.refunded) + Number(attempt.refund_pending),
    },
    rows: { captured: sum(payment.captures), refunded: sum(payment.refunds) },
    collection: { captured: minor(collections[0].captured_amount), refunded: minor(collections[0].refunded_amount) },
    transactions: { captured: of("capture"), refunded: Math.abs(of("refund")) },
    summary: { captured: minor(body.order.summary.paid_total), refunded: minor(body.order.summary.refunded_total) },
  };
}

/** The expected amounts everywhere. */
export const allBooks = (captured: number, refunded: number): ThreeBooks => {
  const amounts = { captured, refunded };
  return {
    gateway: amounts,
    ledger: amounts,
    rows: amounts,
    collection: amounts,
    transactions: amounts,
    summary: amounts,
  };
};

const minor = (major: string | number | null): number => Math.round(Number(major ?? 0) * 100);

const sum = (rows: readonly { readonly amount: string | number }[]): number =>
  rows.reduce((total, { amount }) => total + minor(amount), 0);
