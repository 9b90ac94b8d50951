import type { MedusaContainer } from "@medusajs/framework/types";
import type {
  StoreSubscription,
  StoreSubscriptionCancel,
  StoreSubscriptionCancelled,
  SubscriptionsAnswer,
  SubscriptionsQuery,
} from "../../api-schema/store-subscription";
import { StoreSubscriptionState } from "../../api-schema/store-subscription";
import { toMajor } from "../../gateway/model/money";
import { canCancel } from "../../modules/acquiring_subscription/domain/states";
import type { ChargeRow, SubscriptionRecord } from "../../modules/acquiring_subscription/rows";
import { moneyOf } from "../../modules/acquiring_subscription/rows";
import { StoreRequestError } from "../store-error";
import { requireCustomer } from "../access/require-customer";
import { cycleOf, payRefusal } from "./billing-cycle";
import { requestCancellation } from "./cancel-subscription";
import { orderNames, shapeCharge, shapeNext } from "./subscription-rows";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

/** A logged-in customer's own subscriptions. Another customer's gets the same answer as an unknown one. */
const SHOWN = StoreSubscriptionState.options;
const CHARGES = 12;

export async function storeSubscriptions(
  container: MedusaContainer,
  customer: string | null,
  { limit, offset }: SubscriptionsQuery,
): Promise<SubscriptionsAnswer> {
  const customerId = requireCustomer(customer);
  const { subscriptionList } = resolveSubscriptions(container);
  const question = { customerId, states: SHOWN };
  const [rows, count] = await Promise.all([
    subscriptionList.page(question, { by: "created_at", direction: "desc", limit, offset }),
    subscriptionList.count(question),
  ]);
  return { subscriptions: await shapeAll(container, rows), count, limit, offset };
}

export async function cancelAsCustomer(
  container: MedusaContainer,
  customer: string | null,
  { id, key }: StoreSubscriptionCancel & { readonly id: string },
): Promise<StoreSubscriptionCancelled> {
  const customerId = requireCustomer(customer);
  const { records } = resolveSubscriptions(container);
  const subscription = await records.byId(id);
  if (subscription?.customer_id !== customerId || subscription.state === "failed")
    throw new StoreRequestError("subscription_not_found", 404);
  const input = { id, key, actor: "customer", actorId: customerId, note: null } as const;
  const result = await requestCancellation(container, input);
  const [shown] = await shapeAll(container, [(await records.byId(id)) ?? subscription]);
  if (!shown) throw new StoreRequestError("subscription_not_found", 404);
  const outcome = { done: "cancelled", unknown: "checking", refused: "refused" } as const;
  return { outcome: outcome[result.outcome], subscription: shown };
}

async function shapeAll(container: MedusaContainer, rows: readonly SubscriptionRecord[]): Promise<StoreSubscription[]> {
  const charges = await resolveSubscriptions(container).charges.ofSubscriptions(
    rows.map(({ id }) => id),
    CHARGES,
  );
  const all = [...charges.values()].flat();
  const orders = await orderNames(container, [
    ...rows.map(({ order_id: id }) => id),
    ...all.map(({ order_id: id }) => id),
  ]);
  return rows.map((row) => shape(row, { charges: charges.get(row.id) ?? [], orders, next: shapeNext(container, row) }));
}

interface Beside {
  readonly charges: readonly ChargeRow[];
  readonly orders: Awaited<ReturnType<typeof orderNames>>;
  readonly next: ReturnType<typeof shapeNext>;
}

/** Field by field, so that nothing outside the API schema is returned. */
const shape = (row: SubscriptionRecord, { charges, orders, next }: Beside): StoreSubscription => ({
  id: row.id,
  state: StoreSubscriptionState.parse(row.state),
  name: row.name,
  amount: toMajor(moneyOf(row)),
  currency: row.currency,
  quantity: row.quantity,
  interval: row.interval,
  interval_count: row.interval_count,
  product_title: row.product_title,
  thumbnail: row.thumbnail,
  ...next,
  ends_on: row.ends_on,
  created_at: row.created_at.toISOString(),
  cancelled_at: row.cancelled_at?.toISOString() ?? null,
  can_cancel: canCancel(row.state, { recurringId: row.recurring_id, gatewayStatus: row.gateway_status }),
  charges: charges.map((charge) => {
    const { number, state, amount, currency, charged_at, order, paid_with_order } = shapeCharge(charge, orders);
    // A draft is not the customer's order yet.
    const later = state !== "declined" || paid_with_order ? order : null;
    const own = charge.number === 1 ? (orders.get(row.order_id ?? "") ?? null) : later;
    const can_pay = charge === charges[0] && canPay(row, charges);
    return { number, state, amount, currency, charged_at, order: own, can_pay, paid_with_order };
  }),
});

/** The newest charge was declined, and its billing period is not paid. */
function canPay(row: SubscriptionRecord, charges: readonly ChargeRow[]): boolean {
  const [newest] = charges;
  const renewals = charges.filter(({ attempt_id: id }) => id !== row.attempt_id);
  return newest !== undefined && payRefusal(row, newest, cycleOf(row, renewals, newest)) === null;
}
