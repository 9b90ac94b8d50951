import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { z } from "@medusajs/framework/zod";

/** For commands, which run without the ledger's clock. */
export { databaseTime, READABLE_TIMES } from "../../modules/acquiring";

/** A customer of Medusa by ID, anyone by e-mail address, or whoever placed an order. */
export interface SoughtPerson {
  readonly customerId: string | null;
  readonly email: string | null;
  /** Only what belongs to this order of Medusa: for what arrived after an erasure. */
  readonly orderId: string | null;
}

const Ids = z.array(z.string());
/** IDs of everything that belongs to a person; kept while an erasure runs. */
export const PersonScope = z.object({
  customers: Ids,
  emails: Ids,
  carts: Ids,
  orders: Ids,
  sessions: Ids,
  attempts: Ids,
  /** Order numbers at the gateway. */
  orderNos: Ids,
  subscriptions: Ids,
  cards: Ids,
});
export type PersonScope = z.output<typeof PersonScope>;

export const NOBODY: PersonScope = {
  ...{ customers: [], emails: [], carts: [], orders: [], sessions: [] },
  ...{ attempts: [], orderNos: [], subscriptions: [], cards: [] },
};

const together = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

export const joinScopes = (one: PersonScope, other: PersonScope): PersonScope => ({
  customers: together(one.customers, other.customers),
  emails: together(one.emails, other.emails),
  carts: together(one.carts, other.carts),
  orders: together(one.orders, other.orders),
  sessions: together(one.sessions, other.sessions),
  attempts: together(one.attempts, other.attempts),
  orderNos: together(one.orderNos, other.orderNos),
  subscriptions: together(one.subscriptions, other.subscriptions),
  cards: together(one.cards, other.cards),
});

/**
 * Finds a person's rows: by Medusa's customers, carts and orders, and by what our tables know themselves. A customer's
 * own e-mail address counts too, so that what was bought as a guest is found.
 */
export async function findPerson(
  pg: Knex,
  { customerId, email, orderId }: SoughtPerson,
  before = NOBODY,
): Promise<PersonScope> {
  const known = orderId === null ? before : { ...before, orders: together(before.orders, [orderId]) };
  const named = email === null ? known.emails : together(known.emails, [email.trim().toLowerCase()]);
  const asked = customerId === null ? known.customers : together(known.customers, [customerId]);
  const emails = together(named, await column(pg, EMAILS, { asked }));
  const ids = together(asked, await column(pg, CUSTOMERS, { emails }));
  const who = { customers: ids, emails };
  const carts = together(known.carts, await column(pg, CARTS, { ...who, orders: known.orders }));
  const orders = together(known.orders, await column(pg, ORDERS, { ...who, carts }));
  const sessions = together(known.sessions, await column(pg, SESSIONS, { carts, orders }));
  const subscriptions = together(known.subscriptions, await column(pg, OUR_SUBSCRIPTIONS, { ...who, carts }));
  const attempts = together(
    known.attempts,
    await column(pg, ATTEMPTS, { customers: ids, carts, sessions, subscriptions }),
  );
  return {
    ...{ customers: ids, emails, carts, orders, sessions, subscriptions, attempts },
    orderNos: together(known.orderNos, await column(pg, ORDER_NOS, { attempts })),
    cards: together(known.cards, await column(pg, CARDS, { customers: ids })),
  };
}

const CUSTOMERS = "SELECT id FROM customer WHERE lower(email) = ANY(:emails)";
const EMAILS = "SELECT lower(email) AS id FROM customer WHERE id = ANY(:asked) AND email IS NOT NULL";
const CARTS = `
  SELECT id FROM cart WHERE customer_id = ANY(:customers) OR lower(email) = ANY(:emails)
  UNION SELECT cart_id FROM order_cart WHERE order_id = ANY(:orders)`;
const ORDERS = `
  SELECT id FROM "order" WHERE customer_id = ANY(:customers) OR lower(email) = ANY(:emails)
  UNION SELECT order_id FROM order_cart WHERE cart_id = ANY(:carts)`;
const SESSIONS = `
  SELECT session.id FROM payment_session AS session WHERE session.provider_id LIKE 'pp\\_acquiring-%'
    AND session.payment_collection_id IN (
      SELECT payment_collection_id FROM cart_payment_collection WHERE cart_id = ANY(:carts)
      UNION SELECT payment_collection_id FROM order_payment_collection WHERE order_id = ANY(:orders))`;
const OUR_SUBSCRIPTIONS = `
  SELECT id FROM acquiring_subscription
  WHERE customer_id = ANY(:customers) OR lower(email) = ANY(:emails) OR cart_id = ANY(:carts)`;
const ATTEMPTS = `
  WITH mine AS (
    SELECT id FROM acquiring_payment_attempt
    WHERE customer_id = ANY(:customers) OR cart_id = ANY(:carts) OR session_id = ANY(:sessions)
    UNION SELECT attempt_id FROM acquiring_charge WHERE subscription_id = ANY(:subscriptions)
    UNION SELECT attempt_id FROM acquiring_subscription WHERE id = ANY(:subscriptions) AND attempt_id IS NOT NULL)
  SELECT id FROM mine UNION
  SELECT renewal.id FROM acquiring_payment_attempt AS renewal JOIN mine ON renewal.renewal_of = mine.id`;
const ORDER_NOS = `
  SELECT order_no AS id FROM acquiring_payment_attempt WHERE id = ANY(:attempts)
  UNION SELECT wire_order_no FROM acquiring_payment_attempt WHERE id = ANY(:attempts) AND wire_order_no IS NOT NULL`;
const CARDS = "SELECT id FROM acquiring_saved_card WHERE customer_id = ANY(:customers)";

async function column(
  pg: Knex,
  sql: string,
  values: Readonly<Record<string, readonly string[]>>,
): Promise<readonly string[]> {
  const bindings = Object.fromEntries(Object.entries(values).map(([name, list]) => [name, [...list]]));
  const { rows } = await pg.raw<{ rows: { id: string }[] }>(sql, bindings);
  return rows.map(({ id }) => id);
}
