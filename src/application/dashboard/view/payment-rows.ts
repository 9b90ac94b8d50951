import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentRow } from "../../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import type { AttemptRow, OperationRow } from "../../../modules/acquiring";
import { customerRedirect, minorOf, withOpenAttention } from "../../../modules/acquiring";
import { resolveLedger } from "../../resolve-ledger";
import { paymentActionsOf } from "./actions-view";
import { instalmentsView } from "./instalments-view";
import { expiriesOf } from "../../capture-policy/policy-plans";
import { methodName } from "./method-name";
import { ordersOfAttempts } from "../../orders/load-medusa-orders";
import { Risk } from "./payment-shape";

export async function paymentRows(container: MedusaContainer, attempts: readonly AttemptRow[]): Promise<PaymentRow[]> {
  if (attempts.length === 0) return [];
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const ids = attempts.map(({ id }) => id);
  const carts = await cartsBehind(container, attempts);
  const [operations, attention, orders, emails, ofOrders, expiries] = await Promise.all([
    ledger.attempts.operationsOfMany(ids),
    withOpenAttention(pg, ids),
    ordersOfAttempts(container, attempts),
    emailsOfCarts(container, [...carts.values()]),
    emailsOfCollections(
      container,
      attempts.flatMap(({ collection_id: id }) => id ?? []),
    ),
    expiriesOf(container, attempts),
  ]);
  return attempts.map((attempt) => {
    const own: readonly OperationRow[] = operations.get(attempt.id) ?? [];
    return {
      ...shapeRow(attempt, methodName(ledger, attempt.method)),
      attention: attention.get(attempt.id) ?? 0,
      capture: paymentActionsOf(ledger, attempt, own).capture,
      order: orders.get(attempt.id) ?? null,
      expires_at: expiries.get(attempt.id)?.toISOString() ?? null,
      email: emails.get(carts.get(attempt.id) ?? "") ?? ofOrders.get(attempt.collection_id ?? "") ?? null,
    };
  });
}

/** Cart by attempt ID; for a renewal, the cart that the subscription was bought with. */
async function cartsBehind(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
): Promise<ReadonlyMap<string, string>> {
  const firstIds = [...new Set(attempts.flatMap(({ renewal_of: first }) => first ?? []))];
  const firsts = firstIds.length === 0 ? [] : await resolveLedger(container).attempts.attemptsByIds(firstIds);
  const cartOf = new Map([...firsts, ...attempts].map(({ id, cart_id: cart }) => [id, cart]));
  return new Map(
    attempts.flatMap(({ id, renewal_of: first }) => {
      const cart = cartOf.get(id) ?? cartOf.get(first ?? "");
      return cart ? [[id, cart] as const] : [];
    }),
  );
}

export function shapeRow(
  attempt: AttemptRow,
  method_name: string | null,
): Omit<PaymentRow, "attention" | "capture" | "order" | "email" | "expires_at"> {
  const currency = createCurrency(attempt.currency);
  const major = (amount: bigint): string => toMajor(createMoney(amount, currency));
  const risk = Risk.parse(attempt.risk ?? null);
  return {
    id: attempt.id,
    account: attempt.account,
    mode: attempt.mode,
    method: attempt.method,
    method_name,
    state: attempt.state,
    customer_left: customerRedirect(attempt),
    currency: attempt.currency,
    amounts: {
      requested: major(minorOf(attempt.requested)),
      authorised: major(minorOf(attempt.authorised)),
      captured: major(minorOf(attempt.captured)),
      refunded: major(minorOf(attempt.refunded) + minorOf(attempt.refund_pending)),
    },
    card: attempt.card_mask ? { mask: attempt.card_mask, brand: attempt.card_brand } : null,
    instalments: instalmentsView(attempt),
    risk: risk && { action: risk.action, score: risk.score },
    held: attempt.held_at !== null && attempt.hold_decision === null,
    order_no: attempt.order_no,
    gateway_payment_id: attempt.gateway_payment_id,
    created_at: attempt.created_at.toISOString(),
  };
}

export async function emailsOfCarts(
  container: MedusaContainer,
  cartIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (cartIds.length === 0) return new Map();
  const rows = await resolveLedger(container)
    .attempts.connection("cart")
    .whereIn("id", [...new Set(cartIds)])
    .whereNotNull("email")
    .select<{ id: string; email: string }[]>("id", "email");
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** By payment collection: the address of the order whose balance it is. */
export async function emailsOfCollections(
  container: MedusaContainer,
  collectionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (collectionIds.length === 0) return new Map();
  const rows = await resolveLedger(container)
    .attempts.connection("order_payment_collection as link")
    .join("order", "order.id", "link.order_id")
    .whereIn("link.payment_collection_id", [...new Set(collectionIds)])
    .where({ "link.deleted_at": null })
    .whereNotNull("order.email")
    .select<{ id: string; email: string }[]>("link.payment_collection_id as id", "order.email");
  return new Map(rows.map(({ id, email }) => [id, email]));
}
