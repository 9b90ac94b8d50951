import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentSearch } from "../../../modules/acquiring";
import { resolveLedger } from "../../resolve-ledger";

export async function searchOf(container: MedusaContainer, text: string): Promise<PaymentSearch> {
  const pg = resolveLedger(container).attempts.connection;
  const nothing: PaymentSearch = { ids: [], sessions: [], carts: [], customers: [], beginning: null };
  if (text.includes("@")) {
    const rows = await pg("customer")
      .whereIn("email", [...new Set([text, text.toLowerCase()])])
      .where({ deleted_at: null })
      .limit(MOST)
      .select<{ id: string }[]>("id");
    return { ...nothing, customers: rows.map(({ id }) => id) };
  }
  const [prefix] = /^[a-z]+(?=_)/.exec(text) ?? [];
  switch (prefix) {
    case "acqatt":
      return { ...nothing, ids: [text] };
    case "payses":
      return { ...nothing, sessions: [text] };
    case "cart":
      return { ...nothing, carts: [text] };
    case "cus":
      return { ...nothing, customers: [text] };
    case "pay": {
      const rows = await pg("payment").where({ id: text }).select<{ of: string }[]>("payment_session_id as of");
      return { ...nothing, sessions: rows.map(({ of }) => of) };
    }
    case "order":
      return { ...nothing, ...(await ofOrder(container, { "order.id": text })) };
    default: {
      const number = /^#?(\d{1,9})$/.exec(text)?.[1];
      const found = number === undefined ? {} : await ofOrder(container, { "order.display_id": number });
      return { ...nothing, ...found, beginning: text };
    }
  }
}

/** A page shows twenty rows; further orders or customers with the same number or address are ignored. */
const MOST = 200;

async function ofOrder(
  container: MedusaContainer,
  order: Readonly<Record<string, string>>,
): Promise<Pick<PaymentSearch, "carts" | "sessions">> {
  const pg = resolveLedger(container).attempts.connection;
  const [carts, sessions] = await Promise.all([cartsOf(container, order), sessionsOfOrder(pg, order)]);
  return { carts, sessions };
}

/** Payment sessions of the order's own payment collections; this is how renewals are found. */
export async function sessionsOfOrder(pg: Knex, order: Readonly<Record<string, string>>): Promise<string[]> {
  const rows = await pg("order")
    .join("order_payment_collection as link", "link.order_id", "order.id")
    .join("payment_session as session", "session.payment_collection_id", "link.payment_collection_id")
    .where({ ...order, "order.deleted_at": null, "link.deleted_at": null })
    .limit(MOST)
    .select<{ id: string }[]>("session.id");
  return rows.map(({ id }) => id);
}

async function cartsOf(container: MedusaContainer, order: Readonly<Record<string, string>>): Promise<string[]> {
  const rows = await resolveLedger(container)
    .attempts.connection("order")
    .join("order_cart", "order_cart.order_id", "order.id")
    .where({ ...order, "order.deleted_at": null, "order_cart.deleted_at": null })
    .limit(MOST)
    .select<{ cart_id: string }[]>("order_cart.cart_id");
  return rows.map(({ cart_id: id }) => id);
}
