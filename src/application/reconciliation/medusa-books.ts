import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { ExaminedRow, MedusaBooks, MedusaSide } from "../../modules/acquiring";
import { differingLines } from "./differing-lines";
import type { MoneyRow, MedusaPaymentRow } from "./payment-rows";
import { byPayment, PAYMENT, rowsOf, shape } from "./payment-rows";
import { REFUNDS } from "./refund-rows";
import { strayPayments } from "./stray-payments";

/**
 * Medusa's payments, captures, refunds and orders for the reconciliation. Read only, in plain SQL: through Medusa's
 * query engine, a hundred thousand payments took several times as long and growing memory (bench/reconcile.ts).
 */
const CAPTURES = `
  SELECT id, payment_id, raw_amount->>'value' AS amount, created_by AS operation_id
  FROM capture WHERE deleted_at IS NULL AND payment_id = ANY(?)`;
const ORDERED_CARTS = "SELECT cart_id FROM order_cart WHERE deleted_at IS NULL AND cart_id = ANY(?)";

export function medusaBooks(container: MedusaContainer): MedusaBooks {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  return {
    differing: (lines) => differingLines(pg, lines),
    of: (attempts) => sidesOf(pg, attempts),
    strays: (range) => strayPayments(pg, range),
  };
}

async function sidesOf(pg: Knex, attempts: readonly ExaminedRow[]): Promise<ReadonlyMap<string, MedusaSide>> {
  const sessionIds = attempts.map(({ session_id }) => session_id);
  const cartIds = attempts.flatMap(({ cart_id }) => cart_id ?? []);
  const [payments, carts] = await Promise.all([
    rowsOf<MedusaPaymentRow>(pg, `${PAYMENT} AND payment_session_id = ANY(?)`, [sessionIds]),
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
