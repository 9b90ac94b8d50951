import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { AdminSubscription, SubscriptionFilters, SubscriptionPage } from "../../api-schema/admin";
import { SubscriptionEventKind } from "../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { SubscriptionRecord, EventRow } from "../../modules/acquiring_subscription/rows";
import type {
  SubscriptionRecordPage,
  SubscriptionSearch,
} from "../../modules/acquiring_subscription/store/subscription-list";
import { namesOf } from "../orders/load-medusa-orders";
import { findOrdersByDisplayId } from "../orders/find-orders-by-display-id";
import { cancellationRefusal } from "./cancel-subscription";
import { canOrder, payableCharges, subscriptionRows, orderNames, shapeCharge, shapeTerms } from "./subscription-rows";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

const ORDER: Readonly<Record<SubscriptionFilters["order"], Pick<SubscriptionRecordPage, "by" | "direction">>> = {
  "-created_at": { by: "created_at", direction: "desc" },
  created_at: { by: "created_at", direction: "asc" },
  next_charge_at: { by: "next_charge_at", direction: "asc" },
  "-next_charge_at": { by: "next_charge_at", direction: "desc" },
};

export async function subscriptionPage(
  container: MedusaContainer,
  filters: SubscriptionFilters,
): Promise<SubscriptionPage> {
  const { subscriptionList } = resolveSubscriptions(container);
  const { limit, offset, state, customer_id: customerId, variant_id: variantIds, overdue, q } = filters;
  const search = q ? await searchOf(container, q) : undefined;
  const question = { states: state, customerId, variantIds, overdue, search };
  const [rows, count] = await Promise.all([
    subscriptionList.page(question, { ...ORDER[filters.order], limit, offset }),
    subscriptionList.count(question),
  ]);
  return { subscriptions: await subscriptionRows(container, rows), count, limit, offset };
}

async function searchOf(container: MedusaContainer, text: string): Promise<SubscriptionSearch> {
  const nothing: SubscriptionSearch = { ids: [], customers: [], orders: [], emails: [], recurring: [] };
  if (text.includes("@")) return { ...nothing, emails: [...new Set([text, text.toLowerCase()])] };
  const [prefix] = /^[a-z]+(?=_)/.exec(text) ?? [];
  if (prefix === "acqsub") return { ...nothing, ids: [text] };
  if (prefix === "cus") return { ...nothing, customers: [text] };
  const charges = resolveSubscriptions(container).charges;
  if (prefix === "order") return { ...nothing, orders: [text], ids: await charges.subscriptionsOfOrders([text]) };
  const orders = await findOrdersByDisplayId(container, text);
  return { ...nothing, orders, ids: await charges.subscriptionsOfOrders(orders), recurring: [text] };
}

/** The newest charges; a subscription charged daily has as many in a year. */
const MOST_CHARGES = 400;
const MOST_EVENTS = 1_000;

export async function subscriptionView(container: MedusaContainer, id: string): Promise<AdminSubscription> {
  const { records, charges, events } = resolveSubscriptions(container);
  const subscription = await records.byId(id);
  const [row] = subscription ? await subscriptionRows(container, [subscription]) : [];
  if (!subscription || !row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no subscription ${id}.`);
  const [made, happened] = await Promise.all([
    charges.ofSubscription(id, MOST_CHARGES),
    events.ofSubscription(id, MOST_EVENTS),
  ]);
  const toPay = await payableCharges(container, subscription);
  const [orders, names] = await Promise.all([
    orderNames(
      container,
      [...made, ...happened].map(({ order_id: of }) => of),
    ),
    namesOf(
      container,
      happened.flatMap(({ actor, actor_id: by }) => (actor === "admin" ? [by] : [])),
    ),
  ]);
  return {
    ...row,
    ...shapeTerms(subscription),
    product: productOf(subscription),
    gateway: { status: subscription.gateway_status, reported_at: subscription.reported_at?.toISOString() ?? null },
    charges: made.map((charge) => ({
      ...shapeCharge(charge, orders),
      // The first payment belongs to the first order.
      order: charge.number === 1 ? row.order : (orders.get(charge.order_id ?? "") ?? null),
      can_order: canOrder(charge),
      can_pay: toPay.has(charge.id),
    })),
    events: happened.map((event) => shapeEvent(event, { subscription, orders, names })),
    actions: actionsOf(subscription),
  };
}

const productOf = ({ product_id: id, product_title: title, variant_id, variant_title }: SubscriptionRecord) =>
  id === null ? null : { id, title: title ?? id, variant_id, variant_title };

interface Beside {
  readonly subscription: SubscriptionRecord;
  readonly orders: Awaited<ReturnType<typeof orderNames>>;
  readonly names: ReadonlyMap<string, string>;
}

function shapeEvent(event: EventRow, { subscription, orders, names }: Beside): AdminSubscription["events"][number] {
  const amount =
    event.amount === null ? null : createMoney(BigInt(event.amount), createCurrency(subscription.currency));
  return {
    id: event.id,
    at: event.at.toISOString(),
    kind: SubscriptionEventKind.parse(event.kind),
    actor: event.actor,
    actor_name: names.get(event.actor_id ?? "") ?? null,
    number: event.number,
    amount: amount && toMajor(amount),
    order: orders.get(event.order_id ?? "") ?? null,
    note: event.note,
  };
}

export function actionsOf(subscription: SubscriptionRecord): AdminSubscription["actions"] {
  const refusal = cancellationRefusal(subscription);
  const reason =
    subscription.state === "cancelled"
      ? "The subscription is already cancelled."
      : subscription.state === "cancelling"
        ? "A cancellation was sent. Its outcome is being queried."
        : (refusal?.message ?? null);
  return { cancel: { allowed: reason === null, reason }, check: { allowed: true, reason: null } };
}
