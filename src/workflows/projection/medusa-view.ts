import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { CurrencyCode } from "../../gateway/money";
import { fromMajor } from "../../gateway/money";
import type { AttemptRow, OperationRow } from "../../modules/acquiring/ledger/rows";
import type AcquiringModuleService from "../../modules/acquiring/service";

/** What Medusa's tables hold about one attempt: session, payment, captures, refunds, cart and order. Read only. */
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
  canceled_at: z.unknown(),
  captured_at: z.unknown(),
  /** Written by our provider alone; names the attempt that the payment was made from. */
  data: z.object({ order_no: z.string().nullish() }).nullish().catch(null),
  captures: z
    .array(Row)
    .nullish()
    .transform((rows) => rows ?? []),
  refunds: z
    .array(Refund)
    .nullish()
    .transform((rows) => rows ?? []),
});

export type MedusaPayment = z.infer<typeof Payment>;

const Session = z.object({
  id: z.string(),
  status: z.string(),
  payment_collection_id: z.string(),
  payment: Payment.nullish(),
});

const Order = z
  .object({
    id: z.string(),
    status: z.string(),
    created_at: z.coerce.date(),
    payment_collections: z
      .array(z.object({ payments: z.array(z.object({ canceled_at: z.unknown() }).nullish()).nullish() }).nullish())
      .nullish(),
  })
  .transform(({ payment_collections: collections, ...order }) => ({
    ...order,
    /** A payment stands behind it, in any way. */
    isPaid: (collections ?? []).some((each) =>
      (each?.payments ?? []).some((payment) => payment && !payment.canceled_at),
    ),
  }));

const Payments = z.array(Payment);
const CartLink = z.object({ cart_id: z.string() }).optional();
const OrderLink = z.object({ order: Order }).optional();

export interface MedusaView {
  /** Null when the session was deleted. */
  readonly session: { readonly id: string; readonly status: string; readonly payment_collection_id: string } | null;
  /** The session's payment, even when the session is gone; it may have been made from another of the session's attempts. */
  readonly payment: MedusaPayment | null;
  /** Of the session or, when that is gone, of the payment. */
  readonly collectionId: string | null;
  readonly cartId: string | null;
  readonly order: z.infer<typeof Order> | null;
}

export interface Projection {
  readonly container: MedusaContainer;
  readonly ledger: AcquiringModuleService;
  readonly row: AttemptRow;
  readonly operations: readonly OperationRow[];
  readonly view: MedusaView;
}

export async function viewOf(container: MedusaContainer, attempt: AttemptRow): Promise<MedusaView> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "status", "payment_collection_id", "payment.*", "payment.captures.*", "payment.refunds.*"],
    filters: { id: attempt.session_id },
  });
  const session = data[0] ? Session.parse(data[0]) : null;
  const payment = session ? session.payment : await paymentWithoutSession(container, attempt);
  const collectionId = (session ?? payment)?.payment_collection_id ?? null;
  const cartId = session ? await cartOf(container, session.payment_collection_id) : attempt.cart_id;
  return {
    session,
    payment: payment ?? null,
    collectionId,
    cartId,
    order: cartId ? await orderOf(container, cartId) : await orderOfCollection(container, collectionId),
  };
}

/** Core deletes sessions without a look at their payments: one that stands is found by the id it keeps. */
async function paymentWithoutSession(container: MedusaContainer, attempt: AttemptRow): Promise<MedusaPayment | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["*", "captures.*", "refunds.*"],
    filters: { payment_session_id: attempt.session_id },
  });
  const payments = Payments.parse(data);
  return payments.find((payment) => !payment.canceled_at) ?? payments[0] ?? null;
}

async function cartOf(container: MedusaContainer, collectionId: string): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: collectionId },
  });
  return CartLink.parse(data[0])?.cart_id ?? null;
}

const ORDER_FIELDS = [
  "order_id",
  "order.id",
  "order.status",
  "order.created_at",
  "order.payment_collections.payments.id",
  "order.payment_collections.payments.canceled_at",
];

async function orderOf(container: MedusaContainer, cartId: string): Promise<MedusaView["order"]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_cart",
    fields: ORDER_FIELDS,
    filters: { cart_id: cartId },
  });
  return OrderLink.parse(data[0])?.order ?? null;
}

/** A renewal's order was bought with no cart; the payment collection says whose it is. */
async function orderOfCollection(container: MedusaContainer, id: string | null): Promise<MedusaView["order"]> {
  if (id === null) return null;
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ORDER_FIELDS,
    filters: { payment_collection_id: id },
  });
  return OrderLink.parse(data[0])?.order ?? null;
}

interface Amount {
  readonly raw_amount: { readonly value: string };
}

/** In minor units. */
export const sumOf = (rows: readonly Amount[], currency: CurrencyCode): bigint =>
  rows.reduce((sum, { raw_amount }) => sum + fromMajor(raw_amount.value, currency).minor, 0n);
