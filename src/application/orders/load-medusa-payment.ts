import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { CurrencyCode } from "../../gateway/model/money";
import { fromMedusa } from "../../gateway/model/money";
import type { AttemptRow, OperationRow, TryLock } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";

/** Loads Medusa's rows for one attempt, in plain SQL: Medusa's query engine needs many times the CPU. */
const Money = z.object({ value: z.union([z.string(), z.number()]).transform(String) });
const Row = z.object({
  id: z.string(),
  created_by: z.string().nullish(),
  raw_amount: Money,
  created_at: z.coerce.date(),
});

const Refund = Row.extend({ metadata: z.record(z.string(), z.unknown()).nullish() });
export type MedusaRefund = z.infer<typeof Refund>;

const Payment = z.object({
  id: z.string(),
  payment_collection_id: z.string(),
  raw_amount: Money,
  canceled_at: z.unknown(),
  captured_at: z.unknown(),
  created_at: z.coerce.date(),
  /** Written only by our provider; names the attempt that the payment was created from. */
  data: z.object({ order_no: z.string().nullish() }).nullish().catch(null),
  captures: z.array(Row),
  refunds: z.array(Refund),
});

export type MedusaPayment = z.infer<typeof Payment>;

const Session = z.object({
  id: z.string(),
  status: z.string(),
  payment_collection_id: z.string(),
  payment: Payment.nullable(),
  cart_id: z.string().nullable(),
});

/** `isPaid`: some payment covers the order; a payment of an earlier, reverted completion does not count. */
const Order = z.object({ id: z.string(), status: z.string(), created_at: z.coerce.date(), isPaid: z.boolean() });

const View = z.object({ session: Session.nullable(), left: Payment.nullable(), order: Order.nullable() });

export interface MedusaView {
  readonly session: { readonly id: string; readonly status: string; readonly payment_collection_id: string } | null;
  /** The session's payment, even if the session was deleted; it may come from another attempt of the session. */
  readonly payment: MedusaPayment | null;
  /** Of the session, or of the payment if the session was deleted. */
  readonly collectionId: string | null;
  readonly cartId: string | null;
  /** The current order that this payment pays for, or may pay for. */
  readonly order: z.infer<typeof Order> | null;
}

export interface Projection {
  readonly container: MedusaContainer;
  readonly ledger: AcquiringModuleService;
  readonly row: AttemptRow;
  readonly operations: readonly OperationRow[];
  readonly view: MedusaView;
  readonly tryLock: TryLock;
}

const rowsOf = (table: "capture" | "refund"): string =>
  `COALESCE((SELECT json_agg(${table} ORDER BY ${table}.id) FROM ${table}
     WHERE ${table}.payment_id = payment.id AND ${table}.deleted_at IS NULL), '[]'::json)`;
const PAYMENT = `json_build_object('id', payment.id, 'payment_collection_id', payment.payment_collection_id,
  'raw_amount', payment.raw_amount, 'canceled_at', payment.canceled_at, 'captured_at', payment.captured_at, 'created_at', payment.created_at, 'data', payment.data,
  'captures', ${rowsOf("capture")}, 'refunds', ${rowsOf("refund")})`;

const OWN_SESSION = `
  SELECT session.id, session.status, session.payment_collection_id,
    (SELECT ${PAYMENT} FROM payment WHERE payment.payment_session_id = session.id AND payment.deleted_at IS NULL
     ORDER BY payment.id LIMIT 1) AS payment,
    (SELECT cart_id FROM cart_payment_collection AS link
     WHERE link.payment_collection_id = session.payment_collection_id AND link.deleted_at IS NULL LIMIT 1) AS cart_id
  FROM payment_session AS session WHERE session.id = :session AND session.deleted_at IS NULL`;

/** Core deletes sessions without checking their payments; an existing payment is found by the session ID it keeps. */
const PAYMENT_LEFT = `
  SELECT ${PAYMENT} AS payment, payment.payment_collection_id FROM payment
  WHERE payment.payment_session_id = :session AND payment.deleted_at IS NULL AND NOT EXISTS (SELECT FROM own)
  ORDER BY payment.canceled_at IS NOT NULL, payment.id LIMIT 1`;

const orderBy = (link: "order_cart" | "order_payment_collection", where: string): string => `
  (SELECT json_build_object('id', placed.id, 'status', placed.status, 'created_at', placed.created_at, 'isPaid', EXISTS (
      SELECT FROM order_payment_collection AS paid
      JOIN payment ON payment.payment_collection_id = paid.payment_collection_id
        AND payment.deleted_at IS NULL AND payment.canceled_at IS NULL
        AND (payment.created_at >= placed.created_at OR EXISTS (
          SELECT FROM payment_session AS own WHERE own.id = payment.payment_session_id AND own.deleted_at IS NULL))
      WHERE paid.order_id = placed.id AND paid.deleted_at IS NULL))
  FROM ${link} AS link JOIN "order" AS placed ON placed.id = link.order_id AND placed.deleted_at IS NULL
  WHERE ${where} AND link.deleted_at IS NULL ORDER BY placed.created_at, placed.id LIMIT 1)`;

/**
 * One statement, thus one state of the database: a completion that commits its payment between two reads would look like
 * an order that another payment pays for. A renewal's order has no cart; the payment collection links to it.
 */
const VIEW = `
  WITH own AS (${OWN_SESSION}),
  rest AS (${PAYMENT_LEFT}),
  place AS (
    SELECT cart_id, payment_collection_id FROM own
    UNION ALL
    SELECT CAST(:cart AS text), (SELECT payment_collection_id FROM rest) WHERE NOT EXISTS (SELECT FROM own)
  )
  SELECT (SELECT row_to_json(own) FROM own) AS session, (SELECT payment FROM rest) AS "left",
    CASE WHEN place.cart_id IS NOT NULL
      THEN ${orderBy("order_cart", "link.cart_id = place.cart_id")}
      ELSE ${orderBy("order_payment_collection", "link.payment_collection_id = place.payment_collection_id")}
    END AS "order"
  FROM place`;

export async function loadMedusaPayment(container: MedusaContainer, attempt: AttemptRow): Promise<MedusaView> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(VIEW, { session: attempt.session_id, cart: attempt.cart_id });
  const { session, left, order } = View.parse(rows[0]);
  const payment = session ? session.payment : left;
  const collectionId = (session ?? payment)?.payment_collection_id ?? null;
  const cartId = session ? session.cart_id : attempt.cart_id;
  // Core places the order before the payment. A younger order has another payment; this one's was reverted.
  const belongsToOtherPayment =
    session === null && payment !== null && order !== null && payment.created_at < order.created_at;
  return { session, payment, collectionId, cartId, order: belongsToOtherPayment ? null : order };
}

interface Amount {
  readonly raw_amount: { readonly value: string };
}

export const sumOfMedusaRows = (rows: readonly Amount[], currency: CurrencyCode): bigint =>
  rows.reduce((sum, { raw_amount }) => sum + fromMedusa(raw_amount.value, currency).minor, 0n);
