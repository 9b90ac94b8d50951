import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentRow } from "../../contract/admin";
import { createCurrency, createMoney, toMajor } from "../../gateway/money";
import type { AttemptRow, OperationRow } from "../../modules/acquiring/ledger/rows";
import { minorOf } from "../../modules/acquiring/ledger/rows";
import { ledgerOf } from "../ledger-of";
import { actionsOf } from "./actions-view";
import { ordersOfCarts } from "./medusa-side";
import { Risk } from "./payment-shape";

/** Payments as rows of a table, in the order of the attempts. Four reads, however many there are. */
export async function paymentRows(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
): Promise<readonly PaymentRow[]> {
  if (attempts.length === 0) return [];
  const ledger = ledgerOf(container);
  const pg = ledger.ledger.connection;
  const ids = attempts.map(({ id }) => id);
  const carts = attempts.flatMap(({ cart_id: cart }) => cart ?? []);
  const operations = await pg<OperationRow>("acquiring_operation")
    .whereIn("attempt_id", ids)
    .where({ deleted_at: null })
    .orderBy("sequence");
  const items = await pg("acquiring_attention_item")
    .select<{ attempt_id: string }[]>("attempt_id")
    .whereIn("attempt_id", ids)
    .where({ cleared_at: null, deleted_at: null });
  const orders = await ordersOfCarts(container, carts);
  const emails = await emailsOfCarts(container, carts);
  return attempts.map((attempt) => {
    const own = operations.filter(({ attempt_id: id }) => id === attempt.id);
    return {
      ...facts(attempt),
      attention: items.filter(({ attempt_id: id }) => id === attempt.id).length,
      capture: actionsOf(ledger, attempt, own).capture,
      order: (attempt.cart_id === null ? null : orders.get(attempt.cart_id)) ?? null,
      email: (attempt.cart_id === null ? null : emails.get(attempt.cart_id)) ?? null,
    };
  });
}

/** The e-mail addresses that carts were bought with. */
export async function emailsOfCarts(
  container: MedusaContainer,
  cartIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ledgerOf(container)
    .ledger.connection("cart")
    .select<{ id: string; email: string | null }[]>("id", "email")
    .whereIn("id", [...new Set(cartIds)]);
  return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])));
}

type Facts = Omit<PaymentRow, "attention" | "capture" | "order" | "email">;

function facts(attempt: AttemptRow): Facts {
  const currency = createCurrency(attempt.currency);
  const major = (minor: bigint): string => toMajor(createMoney(minor, currency));
  const risk = Risk.parse(attempt.risk ?? null);
  return {
    id: attempt.id,
    account: attempt.account,
    mode: attempt.mode,
    method: attempt.method,
    state: attempt.state,
    currency: attempt.currency,
    amounts: {
      requested: major(minorOf(attempt.requested)),
      authorised: major(minorOf(attempt.authorised)),
      captured: major(minorOf(attempt.captured)),
      refunded: major(minorOf(attempt.refunded) + minorOf(attempt.refund_pending)),
    },
    card: attempt.card_mask ? { mask: attempt.card_mask, brand: attempt.card_brand } : null,
    risk: risk && { action: risk.action, score: risk.score },
    held: attempt.held_at !== null && attempt.hold_decision === null,
    order_no: attempt.order_no,
    gateway_payment_id: attempt.gateway_payment_id,
    created_at: attempt.created_at.toISOString(),
  };
}
