import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { CurrencyCode } from "../../gateway/model/money";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type { AttemptRow, Fraction, OrderedItem, PaymentOfOrder, PlannedOrder } from "../../modules/acquiring";
import { createFraction, isSmallerFraction, majorAmount, minorOf, minus } from "../../modules/acquiring";
import { ordersOfAttempts } from "../orders/load-medusa-orders";
import { resolveLedger } from "../resolve-ledger";

/** What the capture policy has to know of Medusa's orders. Read through Medusa's query, many orders at a time. */
export interface PolicyOrder extends PlannedOrder {
  readonly id: string;
  readonly regionId: string | null;
  readonly salesChannelId: string | null;
}

const count = majorAmount.nullish().transform((value) => createFraction(value ?? "0"));

const Item = z.object({
  total: majorAmount,
  requires_shipping: z.boolean().nullish(),
  detail: z.object({
    quantity: count,
    fulfilled_quantity: count,
    shipped_quantity: count,
    delivered_quantity: count,
    return_received_quantity: count,
  }),
});

const Payment = z.object({
  id: z.string(),
  amount: majorAmount,
  created_at: z.coerce.date(),
  canceled_at: z.unknown(),
  captured_at: z.unknown(),
  data: z.object({ order_no: z.string().nullish() }).nullish().catch(null),
  captures: z.array(z.object({ amount: majorAmount })).nullish(),
  refunds: z.array(z.object({ id: z.string() })).nullish(),
});
type Payment = z.output<typeof Payment>;

const Transaction = z.object({
  reference: z.string().nullish(),
  reference_id: z.string().nullish(),
  amount: majorAmount,
});

const Order = z.object({
  id: z.string(),
  status: z.string(),
  currency_code: z.string(),
  region_id: z.string().nullish(),
  sales_channel_id: z.string().nullish(),
  total: majorAmount,
  items: z.array(Item).nullish(),
  transactions: z.array(Transaction).nullish(),
  payment_collections: z.array(z.object({ payments: z.array(Payment.nullish()).nullish() }).nullish()).nullish(),
});
type Order = z.output<typeof Order>;

const FIELDS = [
  ...["id", "status", "currency_code", "region_id", "sales_channel_id", "total"],
  ...["items.total", "items.requires_shipping"],
  ...["quantity", "fulfilled_quantity", "shipped_quantity", "delivered_quantity", "return_received_quantity"].map(
    (name) => `items.detail.${name}`,
  ),
  ...["reference", "reference_id", "amount"].map((name) => `transactions.${name}`),
  ...["id", "amount", "created_at", "canceled_at", "captured_at", "data", "captures.amount", "refunds.id"].map(
    (name) => `payment_collections.payments.${name}`,
  ),
];

/** There is an order, but what it means for this payment cannot be told. */
export const UNCLEAR = "unclear";

/** By attempt ID. Not those without an order. */
export async function policyOrders(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
): Promise<ReadonlyMap<string, PolicyOrder | typeof UNCLEAR>> {
  const names = await ordersOfAttempts(container, attempts);
  const ids = [...new Set([...names.values()].map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const orders = await readOrders(container, ids);
  const known = await attemptsOf(container, orders);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return new Map(
    attempts.flatMap((attempt) => {
      const name = names.get(attempt.id);
      if (!name) return [];
      const order = byId.get(name.id);
      // A draft becomes an order, and the order's payment is created, once the payment is recorded in Medusa.
      const isClear =
        order &&
        order.status !== "draft" &&
        paymentsOf(order).some(({ data: of }) => of?.order_no === attempt.order_no);
      return [[attempt.id, isClear ? shaped(container, order, known) : UNCLEAR] as const];
    }),
  );
}

const Named = z.object({ id: z.string() });

/**
 * Medusa lowers an order's total before it records a refund of it as a transaction, and may do so between two of our
 * statements: an order with refunds is read again, and the refunds seen before are used.
 */
async function readOrders(container: MedusaContainer, ids: readonly string[]): Promise<Order[]> {
  const first = await readOnce(container, ids);
  const refunded = new Map(first.filter(hasRefunds).map((order) => [order.id, order.transactions]));
  if (refunded.size === 0) return first;
  const again = await readOnce(container, [...refunded.keys()]);
  return [
    ...first.filter(({ id }) => !refunded.has(id)),
    ...again.map((order) => ({ ...order, transactions: refunded.get(order.id) })),
  ];
}

async function readOnce(container: MedusaContainer, ids: readonly string[]): Promise<Order[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: [...ids] } });
  return data.flatMap((order) => readable(container, order));
}

const refundsIn = ({ transactions }: Order): z.output<typeof Transaction>[] =>
  (transactions ?? []).filter(({ reference }) => reference === "refund");

const hasRefunds = (order: Order): boolean => refundsIn(order).length > 0;

/** In minor units: what the order's total no longer contains, and its customer has back. */
function returnedOf(order: Order, { refunds }: Payment, currency: CurrencyCode): bigint {
  const own = new Set((refunds ?? []).map(({ id }) => id));
  return refundsIn(order)
    .filter(({ reference_id: of }) => own.has(of ?? ""))
    .reduce((sum, { amount }) => sum + fromMedusa(amount.replace(/^-/, ""), currency).minor, 0n);
}

/** One order that cannot be read does not keep the others from being captured. */
function readable(container: MedusaContainer, row: unknown): Order[] {
  const order = Order.safeParse(row);
  if (order.success) return [order.data];
  const id = Named.safeParse(row).data?.id ?? "unknown";
  const paths = order.error.issues.map(({ path }) => path.map(String).join(".")).join(",");
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  logger.error(`acquiring.work_failed work=capture-policy id=${id} error=unreadable paths=${paths}`);
  return [];
}

const paymentsOf = ({ payment_collections: collections }: Order): Payment[] =>
  (collections ?? []).flatMap((collection) => collection?.payments ?? []).flatMap((payment) => payment ?? []);

type Known = ReadonlyMap<string, AttemptRow>;

async function attemptsOf(container: MedusaContainer, orders: readonly Order[]): Promise<Known> {
  const orderNos = orders.flatMap(paymentsOf).flatMap(({ data }) => data?.order_no ?? []);
  const rows = await resolveLedger(container).attempts.attemptsByOrderNos([...new Set(orderNos)]);
  return new Map(rows.flatMap((row) => (row ? [[row.order_no, row] as const] : [])));
}

function shaped(container: MedusaContainer, order: Order, known: Known): PolicyOrder {
  const currency = createCurrency(order.currency_code);
  const payments = paymentsOf(order).sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  return {
    id: order.id,
    total: fromMedusa(order.total, currency).minor,
    isCancelled: order.status === "canceled",
    regionId: order.region_id ?? null,
    salesChannelId: order.sales_channel_id ?? null,
    items: (order.items ?? []).map(itemOf),
    payments: payments.map((payment) => {
      const attempt = known.get(payment.data?.order_no ?? "");
      const { id, holds, captured } = attempt ? ownPayment(container, attempt) : foreignPayment(payment, currency);
      const returned = returnedOf(order, payment, currency);
      return { id, holds: holds - returned, captured: captured - returned };
    }),
  };
}

const itemOf = ({ total, requires_shipping: needsShipping, detail }: z.output<typeof Item>): OrderedItem => {
  const { shipped_quantity: shipped, delivered_quantity: delivered, return_received_quantity: returned } = detail;
  // What came back counts neither as ordered nor as handed over.
  const kept = (quantity: Fraction): Fraction => minus(quantity, returned);
  return {
    total: createFraction(total),
    ordered: kept(detail.quantity),
    fulfilled: kept(detail.fulfilled_quantity),
    shipped: kept(isSmallerFraction(shipped, delivered) ? delivered : shipped),
    needsShipping: needsShipping ?? true,
  };
};

function ownPayment(container: MedusaContainer, attempt: AttemptRow): PaymentOfOrder {
  const [authorised, captured] = [minorOf(attempt.authorised), minorOf(attempt.captured)];
  const isHolding = attempt.state === "authorised" || attempt.state === "captured";
  const isOver = captured > 0n && !resolveLedger(container).account(attempt.account)?.profile.capture.multiple;
  return { id: attempt.id, captured, holds: isHolding && !isOver ? authorised : captured };
}

/** Of another provider: what was captured, or what it holds. */
function foreignPayment(payment: Payment, currency: CurrencyCode): PaymentOfOrder {
  const minor = (amount: string): bigint => fromMedusa(amount, currency).minor;
  const captured = (payment.captures ?? []).reduce((sum, { amount }) => sum + minor(amount), 0n);
  const isOver = Boolean(payment.canceled_at) || Boolean(payment.captured_at);
  return { id: payment.id, captured, holds: isOver ? captured : minor(payment.amount) };
}
