import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { AttemptRow } from "../../modules/acquiring/ledger/rows";
import { ledgerOf } from "../ledger-of";

/**
 * What Medusa's own tables say beside the ledger's: the order of a cart, the payment of
 * a session, the name of a user. One read for each, however many payments are shown.
 */
export interface OrderName {
  readonly id: string;
  readonly display_id: number;
}

export interface MedusaSide {
  orderOf(attempt: Pick<AttemptRow, "cart_id">): OrderName | null;
  /** Medusa's payment of this very attempt: a session may have others, given up, whose money came late. */
  paymentOf(attempt: Pick<AttemptRow, "session_id" | "order_no">): string | null;
  nameOf(userId: string | null): string | null;
}

export async function medusaSide(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
  userIds: readonly (string | null)[],
): Promise<MedusaSide> {
  const orders = await ordersOfCarts(
    container,
    attempts.flatMap(({ cart_id }) => cart_id ?? []),
  );
  const payments = await paymentsOf(container, attempts);
  const names = await namesOf(container, userIds);
  return {
    orderOf: ({ cart_id: cartId }) => (cartId === null ? null : (orders.get(cartId) ?? null)),
    paymentOf: ({ session_id: sessionId, order_no: orderNo }) => {
      const payment = payments.find(({ payment_session_id: of }) => of === sessionId);
      return payment && (!payment.order_no || payment.order_no === orderNo) ? payment.id : null;
    },
    nameOf: (userId) => (userId === null ? null : (names.get(userId) ?? null)),
  };
}

export async function ordersOfCarts(
  container: MedusaContainer,
  cartIds: readonly string[],
): Promise<ReadonlyMap<string, OrderName>> {
  if (cartIds.length === 0) return new Map();
  const rows = await ledgerOf(container)
    .ledger.connection("order_cart")
    .join("order", "order.id", "order_cart.order_id")
    .whereIn("order_cart.cart_id", [...new Set(cartIds)])
    .where({ "order_cart.deleted_at": null, "order.deleted_at": null })
    .select<(OrderName & { readonly cart_id: string })[]>("order_cart.cart_id", "order.id", "order.display_id");
  return new Map(rows.map(({ cart_id: cartId, id, display_id }) => [cartId, { id, display_id }]));
}

interface PaymentName {
  readonly id: string;
  readonly payment_session_id: string;
  /** Written by our provider alone; names the attempt that the payment was made from. */
  readonly order_no: string | null;
}

async function paymentsOf(container: MedusaContainer, attempts: readonly AttemptRow[]): Promise<PaymentName[]> {
  const pg = ledgerOf(container).ledger.connection;
  return pg("payment")
    .whereIn("payment_session_id", [...new Set(attempts.map(({ session_id }) => session_id))])
    .where({ deleted_at: null })
    .select<PaymentName[]>("id", "payment_session_id", pg.raw("data->>'order_no' AS order_no"));
}

/** A name, or the e-mail address of who has none. A user who is gone, and an API key, have neither. */
export async function namesOf(
  container: MedusaContainer,
  userIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds.flatMap((id) => id ?? []))];
  if (ids.length === 0) return new Map();
  const users = await container
    .resolve(Modules.USER)
    .listUsers({ id: ids }, { select: ["id", "email", "first_name", "last_name"], take: ids.length });
  return new Map(
    users.map((user) => {
      const name = [user.first_name, user.last_name].filter(Boolean).join(" ").trim();
      return [user.id, name === "" ? user.email : name];
    }),
  );
}
