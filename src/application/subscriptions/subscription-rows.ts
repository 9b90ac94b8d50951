import type { MedusaContainer } from "@medusajs/framework/types";
import type { AdminSubscription, SubscriptionCharge, SubscriptionRow } from "../../api-schema/admin";
import { toMajor } from "../../gateway/model/money";
import { withOpenAttention } from "../../modules/acquiring";
import { chargeDay } from "../../modules/acquiring_subscription/domain/charge-day";
import type { ChargeRow, SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { moneyOf, termsOf } from "../../modules/acquiring_subscription/rows";
import { payable } from "./billing-cycle";
import type { OrderName } from "../orders/load-medusa-orders";
import { resolveLedger } from "../resolve-ledger";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

export async function subscriptionRows(
  container: MedusaContainer,
  records: readonly SubscriptionRecord[],
): Promise<SubscriptionRow[]> {
  const [orders, attention] = await Promise.all([
    orderNames(
      container,
      records.map(({ order_id: id }) => id),
    ),
    attentionOf(container, records),
  ]);
  return records.map((row) => ({
    id: row.id,
    state: row.state,
    account: row.account,
    name: row.name,
    amount: toMajor(moneyOf(row)),
    currency: row.currency,
    quantity: row.quantity,
    interval: row.interval,
    interval_count: row.interval_count,
    customer: { id: row.customer_id, email: row.email },
    order: orders.get(row.order_id ?? "") ?? null,
    recurring_id: row.recurring_id,
    ...shapeNext(container, row),
    overdue: row.overdue,
    paid_charges: row.paid_charges,
    attention: attention.get(row.id) ?? 0,
    created_at: row.created_at.toISOString(),
  }));
}

async function attentionOf(
  container: MedusaContainer,
  records: readonly SubscriptionRecord[],
): Promise<ReadonlyMap<string, number>> {
  const pg = resolveLedger(container).attempts.connection;
  const ids = records.map(({ id }) => id);
  const withItems = await resolveSubscriptions(container).charges.withAttention(ids);
  const counts = await withOpenAttention(
    pg,
    withItems.map(({ attempt_id: id }) => id),
  );
  const sums = new Map<string, number>();
  for (const { subscription_id: id, attempt_id: attempt } of withItems)
    sums.set(id, (sums.get(id) ?? 0) + (counts.get(attempt) ?? 0));
  return sums;
}

export function shapeNext(
  container: MedusaContainer,
  row: SubscriptionRecord,
): Pick<SubscriptionRow, "next_charge_at" | "next_charge_on"> {
  const { next_charge_at: at, anchor } = row;
  if (at === null) return { next_charge_at: null, next_charge_on: null };
  const timeZone = resolveLedger(container).account(row.account)?.profile.timeZone ?? "UTC";
  const series = { anchor, terms: termsOf(row) };
  return { next_charge_at: at.toISOString(), next_charge_on: chargeDay(series, at, timeZone) };
}

export async function orderNames(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, OrderName>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  if (wanted.length === 0) return new Map();
  const rows = await resolveLedger(container)
    .attempts.connection("order")
    .whereIn("id", wanted)
    .where({ deleted_at: null })
    .select<OrderName[]>("id", "display_id");
  return new Map(rows.map(({ id, display_id }) => [id, { id, display_id }]));
}

export const shapeCharge = (
  charge: ChargeRow,
  orders: ReadonlyMap<string, OrderName>,
): Omit<SubscriptionCharge, "can_order" | "can_pay"> => ({
  id: charge.id,
  number: charge.number,
  state: charge.state,
  amount: toMajor(moneyOf(charge)),
  currency: charge.currency,
  charged_at: charge.charged_at.toISOString(),
  payment_id: charge.attempt_id,
  gateway_payment_id: charge.gateway_payment_id,
  order: orders.get(charge.order_id ?? "") ?? null,
  message: charge.message,
  paid_with_order: isPaidWithOrder(charge),
});

/** Declined, and its billing period was paid with an order instead. */
export const isPaidWithOrder = ({ state, order_state: order }: ChargeRow): boolean =>
  state === "declined" && order === "made";

/** Whether an admin may create its order: its amount was not agreed, or ordering failed. */
export const canOrder = ({ state, order_state: order }: ChargeRow): boolean =>
  state === "paid" && (order === "held" || order === "due");

export type TermsView = Pick<
  AdminSubscription,
  "billing_cycles" | "promotion_cycles" | "starts_on" | "ends_on" | "price_id"
>;

export const shapeTerms = (row: SubscriptionRecord): TermsView => ({
  billing_cycles: row.billing_cycles,
  promotion_cycles: row.promotion_cycles,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  price_id: row.price_id,
});

/** IDs of the charges that a link can be created for. */
export async function payableCharges(
  container: MedusaContainer,
  subscription: SubscriptionRecord,
): Promise<ReadonlySet<string>> {
  const { charges, records } = resolveSubscriptions(container);
  const renewals = await charges.renewals(records.connection, subscription);
  return new Set(payable(subscription, renewals).map(({ id }) => id));
}
