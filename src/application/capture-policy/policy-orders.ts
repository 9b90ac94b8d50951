import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { CurrencyCode } from "../../gateway/model/money";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type {
  AttemptRow,
  Fraction,
  OperationRow,
  OrderedItem,
  PaymentOfOrder,
  PlannedOrder,
} from "../../modules/acquiring";
import { createFraction, isSmallerFraction, majorAmount, minorOf, minus } from "../../modules/acquiring";
import { ordersOfAttempts } from "../orders/load-medusa-orders";
import { resolveLedger } from "../resolve-ledger";
import { logFailedWork } from "../log-failed-work";

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
    return_dismissed_quantity: count,
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
  ...["items.*", "items.total"],
  ...["quantity", "fulfilled_quantity", "shipped_quantity", "delivered_quantity"].map((name) => `items.detail.${name}`),
  ...["return_received_quantity", "return_dismissed_quantity"].map((name) => `items.detail.${name}`),
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
      return [[attempt.id, isClear ? shapedOr(container, order, known) : UNCLEAR] as const];
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
  logFailedWork(container, { work: "capture_policy", id }, { message: `unreadable paths=${paths}` });
  return [];
}

const paymentsOf = ({ payment_collections: collections }: Order): Payment[] =>
  (collections ?? []).flatMap((collection) => collection?.payments ?? []).flatMap((payment) => payment ?? []);

interface KnownPayment {
  readonly attempt: AttemptRow;
  /** In minor units. */
  readonly inFlight: bigint;
}

/** By order number. */
type Known = ReadonlyMap<string, KnownPayment>;

async function attemptsOf(container: MedusaContainer, orders: readonly Order[]): Promise<Known> {
  const { attempts } = resolveLedger(container);
  const orderNos = orders.flatMap(paymentsOf).flatMap(({ data }) => data?.order_no ?? []);
  const rows = await attempts.attemptsByOrderNos([...new Set(orderNos)]);
  const ids = rows.flatMap((row) => row?.id ?? []);
  const operations = await attempts.operationsOfMany(ids);
  // Afterwards: a capture that settles in between is counted twice, for two minutes, and never not at all.
  return new Map(
    (await attempts.attemptsByIds(ids)).map((attempt) => {
      const captures = (operations.get(attempt.id) ?? []).filter(isOpenCapture);
      const inFlight = captures.reduce((sum, { amount }) => sum + minorOf(amount), 0n);
      return [attempt.order_no, { attempt, inFlight }] as const;
    }),
  );
}

const UNDECIDED: ReadonlySet<OperationRow["status"]> = new Set(["sending", "unknown", "pending"]);
const isOpenCapture = ({ kind, status }: OperationRow): boolean => kind === "capture" && UNDECIDED.has(status);

/** An order whose amounts make no sense waits for staff, and keeps no other from being captured. */
function shapedOr(container: MedusaContainer, order: Order, known: Known): PolicyOrder | typeof UNCLEAR {
  try {
    return shaped(container, order, known);
  } catch (error) {
    logFailedWork(container, { work: "capture_policy", id: order.id }, error);
    return UNCLEAR;
  }
}

function shaped(container: MedusaContainer, order: Order, known: Known): PolicyOrder {
  const currency = createCurrency(order.currency_code);
  const payments = paymentsOf(order).sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  return {
    id: order.id,
    // More credit than items, such as after a goodwill refund and a whole return: nothing is due.
    total: isNegative(order.total) ? 0n : fromMedusa(order.total, currency).minor,
    isCancelled: order.status === "canceled",
    regionId: order.region_id ?? null,
    salesChannelId: order.sales_channel_id ?? null,
    items: (order.items ?? []).map(itemOf),
    payments: payments.map((payment) => {
      const own = known.get(payment.data?.order_no ?? "");
      const shape = own ? ownPayment(container, own) : foreignPayment(payment, currency);
      const returned = returnedOf(order, payment, currency);
      return { ...shape, holds: shape.holds - returned, captured: shape.captured - returned };
    }),
  };
}

const isNegative = (amount: string): boolean => amount.startsWith("-");

const itemOf = ({ total, requires_shipping: needsShipping, detail }: z.output<typeof Item>): OrderedItem => {
  const { shipped_quantity: shipped, delivered_quantity: delivered } = detail;
  // What came back, also damaged, counts neither as ordered nor as handed over.
  const kept = (quantity: Fraction): Fraction =>
    minus(minus(quantity, detail.return_received_quantity), detail.return_dismissed_quantity);
  return {
    total: createFraction(isNegative(total) ? "0" : total),
    ordered: kept(detail.quantity),
    fulfilled: kept(detail.fulfilled_quantity),
    shipped: kept(isSmallerFraction(shipped, delivered) ? delivered : shipped),
    needsShipping: needsShipping ?? true,
  };
};

function ownPayment(container: MedusaContainer, { attempt, inFlight }: KnownPayment): PaymentOfOrder {
  const [authorised, captured] = [minorOf(attempt.authorised), minorOf(attempt.captured)];
  const isHolding = attempt.state === "authorised" || attempt.state === "captured";
  const isOver = captured > 0n && !resolveLedger(container).accountOf(attempt)?.profile.capture.multiple;
  return { id: attempt.id, captured, inFlight, holds: isHolding && !isOver ? authorised : captured };
}

/** Of another provider: what was captured, or what it holds. */
function foreignPayment(payment: Payment, currency: CurrencyCode): PaymentOfOrder {
  const minor = (amount: string): bigint => fromMedusa(amount, currency).minor;
  const captured = (payment.captures ?? []).reduce((sum, { amount }) => sum + minor(amount), 0n);
  const isOver = Boolean(payment.canceled_at) || Boolean(payment.captured_at);
  return { id: payment.id, captured, inFlight: 0n, holds: isOver ? captured : minor(payment.amount) };
}
