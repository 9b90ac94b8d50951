import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PersonalTable, RowsOf } from "../../modules/acquiring";
import type { PersonScope } from "./person-scope";

/** A person's rows of one table, in pages. Rows have an `id`. */
export type PersonalRow = Readonly<Record<string, unknown>> & { readonly id: string };

const PAGE = 500;

const OF_MESSAGES = "t.attempt_id = ANY(:attempts) OR t.saved_card_id = ANY(:cards)";

/** With the scope's lists as parameters. `t` is the table. */
const CONDITIONS: Readonly<Record<RowsOf, string>> = {
  attempt: "t.id = ANY(:attempts)",
  of_attempt: "t.attempt_id = ANY(:attempts)",
  // A message about no payment of ours may name the person, too. One that waits is needed.
  order_no: `t.status <> 'pending' AND (t.order_no = ANY(:orderNos) OR t.order_no IS NULL AND EXISTS (
    SELECT FROM unnest(CAST(:emails AS text[])) AS address
    WHERE position(address IN lower(replace(convert_from(decode(t.body, 'base64'), 'LATIN1'), '%40', '@'))) > 0))`,
  audit: `(t.attempt_id = ANY(:attempts) OR t.actor = 'customer' AND t.actor_id = ANY(:customers)
    OR t.attempt_id IS NULL AND (t.details ->> 'saved_card_id' = ANY(:cards) OR t.details ->> 'order' = ANY(:orders)
      OR t.details ->> 'subject' = ANY(:orderNos)))`,
  attention: "(t.attempt_id = ANY(:attempts) OR t.subject = ANY(:orderNos))",
  customer: "t.customer_id = ANY(:customers)",
  of_order: "t.order_id = ANY(:orders)",
  hold: `(t.subject_kind = 'customer' AND t.subject = ANY(:customers) OR t.subject_kind = 'email' AND t.subject = ANY(:emails)
    OR t.subject_kind = 'order' AND t.subject = ANY(:orders))`,
  subscription: "t.id = ANY(:subscriptions)",
  of_subscription: "t.subscription_id = ANY(:subscriptions)",
  session: "t.id = ANY(:sessions)",
  payment: "t.payment_session_id = ANY(:sessions)",
  refund: "t.payment_id IN (SELECT id FROM payment WHERE payment_session_id = ANY(:sessions))",
  customer_message: `(${OF_MESSAGES})`,
  // Payment links that were sent, and messages to customers; a message sent again has a number after its ID.
  email: `(t.idempotency_key LIKE 'acquiring-payment-link:%'
    AND split_part(t.idempotency_key, ':', 2) IN (SELECT id FROM acquiring_payment_link WHERE order_id = ANY(:orders))
    OR split_part(t.idempotency_key, ':', 1) IN (SELECT t.id FROM acquiring_customer_message AS t WHERE ${OF_MESSAGES}))`,
};

export async function* personalRows(
  pg: Knex,
  { name, of }: { readonly name: string; readonly of: NonNullable<PersonalTable["of"]> },
  scope: PersonScope,
): AsyncGenerator<PersonalRow> {
  const condition = CONDITIONS[of];
  const lists = namedLists(condition, scope);
  for (let after = ""; ;) {
    const { rows } = await pg.raw<{ rows: PersonalRow[] }>(
      `SELECT t.* FROM :table: AS t WHERE t.id > :after AND (${condition}) ORDER BY t.id LIMIT ${String(PAGE)}`,
      { table: name, after, ...lists },
    );
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    after = last.id;
  }
}

/** The scope's lists that a condition names, as parameters. */
export const namedLists = (condition: string, scope: PersonScope): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    Object.entries(scope)
      .filter(([list]) => new RegExp(`:${list}\\b`).test(condition))
      .map(([list, ids]) => [list, [...ids]]),
  );
