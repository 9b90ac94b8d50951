import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { AttemptRow } from "../../modules/acquiring";
import { isFromElsewhere, isUnlinked } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

export interface OrderName {
  readonly id: string;
  readonly display_id: number;
}

export interface MedusaOrders {
  orderOf(attempt: Pick<AttemptRow, "id">): OrderName | null;
  /** Medusa's payment created from this attempt; other attempts of the session may have been given up and paid late. */
  paymentOf(attempt: Pick<AttemptRow, "session_id" | "order_no">): string | null;
  nameOf(userId: string | null): string | null;
}

export async function loadMedusaOrders(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
  userIds: readonly (string | null)[],
): Promise<MedusaOrders> {
  const orders = await ordersOfAttempts(container, attempts);
  const payments = await paymentsOf(container, attempts);
  const names = await namesOf(container, userIds);
  return {
    orderOf: ({ id }) => orders.get(id) ?? null,
    paymentOf: ({ session_id: sessionId, order_no: orderNo }) => {
      const payment = payments.find(({ payment_session_id: of }) => of === sessionId);
      return payment && (!payment.order_no || payment.order_no === orderNo) ? payment.id : null;
    },
    nameOf: (userId) => (userId === null ? null : (names.get(userId) ?? null)),
  };
}

/** Order by attempt ID: of its cart, of a renewal's or an imported payment's session, or the one whose balance it pays. */
export async function ordersOfAttempts(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
): Promise<ReadonlyMap<string, OrderName>> {
  const bought = attempts.filter(({ cart_id: cart }) => cart !== null);
  const linked = attempts.filter((attempt) => isFromElsewhere(attempt) && !isUnlinked(attempt));
  const balances = attempts.flatMap(({ collection_id: collection }) => collection ?? []);
  const [byCart, bySession, byCollection] = await Promise.all([
    ordersOfCarts(container, bought),
    ordersOfSessions(container, linked),
    ordersOfCollections(container, balances),
  ]);
  return new Map(
    attempts.flatMap(({ id, cart_id: cart, collection_id: collection, session_id: session }) => {
      const ofBalance = collection === null ? undefined : byCollection.get(collection);
      const order = cart === null ? (ofBalance ?? bySession.get(session)) : byCart.get(cart);
      return order ? [[id, { id: order.id, display_id: order.display_id }] as const] : [];
    }),
  );
}

type Orders = ReadonlyMap<string, OrderName>;

async function ordersOfCarts(container: MedusaContainer, attempts: readonly AttemptRow[]): Promise<Orders> {
  if (attempts.length === 0) return new Map();
  const rows = await resolveLedger(container)
    .attempts.connection("order_cart")
    .join("order", "order.id", "order_cart.order_id")
    .whereIn("order_cart.cart_id", [...new Set(attempts.map(({ cart_id: cart }) => cart))])
    .where({ "order_cart.deleted_at": null, "order.deleted_at": null })
    .select<(OrderName & { readonly of: string })[]>("order_cart.cart_id as of", "order.id", "order.display_id");
  return new Map(rows.map((row) => [row.of, row]));
}

async function ordersOfSessions(container: MedusaContainer, attempts: readonly AttemptRow[]): Promise<Orders> {
  if (attempts.length === 0) return new Map();
  const rows = await resolveLedger(container)
    .attempts.connection("payment_session as session")
    .join("order_payment_collection as link", "link.payment_collection_id", "session.payment_collection_id")
    .join("order", "order.id", "link.order_id")
    .whereIn("session.id", [...new Set(attempts.map(({ session_id: session }) => session))])
    .where({ "link.deleted_at": null, "order.deleted_at": null })
    .select<(OrderName & { readonly of: string })[]>("session.id as of", "order.id", "order.display_id");
  return new Map(rows.map((row) => [row.of, row]));
}

/** Sessions may be replaced, the collection stays. */
async function ordersOfCollections(container: MedusaContainer, collectionIds: readonly string[]): Promise<Orders> {
  if (collectionIds.length === 0) return new Map();
  const rows = await resolveLedger(container)
    .attempts.connection("order_payment_collection as link")
    .join("order", "order.id", "link.order_id")
    .whereIn("link.payment_collection_id", [...new Set(collectionIds)])
    .where({ "link.deleted_at": null, "order.deleted_at": null })
    .select<(OrderName & { readonly of: string })[]>(
      "link.payment_collection_id as of",
      "order.id",
      "order.display_id",
    );
  return new Map(rows.map((row) => [row.of, row]));
}

interface PaymentName {
  readonly id: string;
  readonly payment_session_id: string;
  /** Written only by our provider; names the attempt that the payment was created from. */
  readonly order_no: string | null;
}

async function paymentsOf(container: MedusaContainer, attempts: readonly AttemptRow[]): Promise<PaymentName[]> {
  const pg = resolveLedger(container).attempts.connection;
  return pg("payment")
    .whereIn("payment_session_id", [...new Set(attempts.map(({ session_id }) => session_id))])
    .where({ deleted_at: null })
    .select<PaymentName[]>("id", "payment_session_id", pg.raw("data->>'order_no' AS order_no"));
}

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
