import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { AdminSubscription, SubscriptionFilters, SubscriptionPage } from "../../api-schema/admin";
import { SubscriptionEventKind } from "../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { ContractRow, EventRow } from "../../modules/acquiring_subscription/rows";
import type { ContractPage, ContractSearch } from "../../modules/acquiring_subscription/store/contract-list";
import { namesOf } from "../orders/load-medusa-orders";
import { findOrdersByDisplayId } from "../orders/find-orders-by-display-id";
import { cancellationRefusal } from "../../workflows/subscription/cancel-subscription";
import { canOrder, subscriptionRows, orderNames, shapeCharge, shapeTerms } from "./subscription-rows";
import { resolveSubscriptions } from "./subscriptions-of";

/** Subscriptions in the dashboard: a page of the list, and one in full. */
const ORDER: Readonly<Record<SubscriptionFilters["order"], Pick<ContractPage, "by" | "direction">>> = {
  "-created_at": { by: "created_at", direction: "desc" },
  created_at: { by: "created_at", direction: "asc" },
  next_charge_at: { by: "next_charge_at", direction: "asc" },
  "-next_charge_at": { by: "next_charge_at", direction: "desc" },
};

export async function subscriptionPage(
  container: MedusaContainer,
  filters: SubscriptionFilters,
): Promise<SubscriptionPage> {
  const { contractList } = resolveSubscriptions(container);
  const { limit, offset, state, customer_id: customerId, variant_id: variantIds, overdue, q } = filters;
  const search = q ? await searchOf(container, q) : undefined;
  const question = { states: state, customerId, variantIds, overdue, search };
  const [rows, count] = await Promise.all([
    contractList.page(question, { ...ORDER[filters.order], limit, offset }),
    contractList.count(question),
  ]);
  return { subscriptions: await subscriptionRows(container, rows), count, limit, offset };
}

async function searchOf(container: MedusaContainer, text: string): Promise<ContractSearch> {
  const nothing: ContractSearch = { ids: [], customers: [], orders: [], emails: [], recurring: [] };
  if (text.includes("@")) return { ...nothing, emails: [...new Set([text, text.toLowerCase()])] };
  const [prefix] = /^[a-z]+(?=_)/.exec(text) ?? [];
  if (prefix === "acqsub") return { ...nothing, ids: [text] };
  if (prefix === "cus") return { ...nothing, customers: [text] };
  const charges = resolveSubscriptions(container).charges;
  if (prefix === "order") return { ...nothing, orders: [text], ids: await charges.contractsOfOrders([text]) };
  const orders = await findOrdersByDisplayId(container, text);
  return { ...nothing, orders, ids: await charges.contractsOfOrders(orders), recurring: [text] };
}

/** The newest charges; a subscription charged daily has as many in a year. */
const MOST_CHARGES = 400;
const MOST_EVENTS = 1_000;

export async function subscriptionView(container: MedusaContainer, id: string): Promise<AdminSubscription> {
  const { contracts, charges, events } = resolveSubscriptions(container);
  const contract = await contracts.byId(id);
  const [row] = contract ? await subscriptionRows(container, [contract]) : [];
  if (!contract || !row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no subscription ${id}.`);
  const [made, happened] = await Promise.all([
    charges.ofContract(id, MOST_CHARGES),
    events.ofContract(id, MOST_EVENTS),
  ]);
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
    ...shapeTerms(contract),
    product: productOf(contract),
    gateway: { status: contract.gateway_status, said_at: contract.said_at?.toISOString() ?? null },
    charges: made.map((charge) => ({
      ...shapeCharge(charge, orders),
      // The first payment belongs to the first order.
      order: charge.number === 1 ? row.order : (orders.get(charge.order_id ?? "") ?? null),
      can_order: canOrder(charge),
    })),
    events: happened.map((event) => shapeEvent(event, { contract, orders, names })),
    actions: actionsOf(contract),
  };
}

const productOf = ({ product_id: id, product_title: title, variant_id, variant_title }: ContractRow) =>
  id === null ? null : { id, title: title ?? id, variant_id, variant_title };

interface Beside {
  readonly contract: ContractRow;
  readonly orders: Awaited<ReturnType<typeof orderNames>>;
  readonly names: ReadonlyMap<string, string>;
}

function shapeEvent(event: EventRow, { contract, orders, names }: Beside): AdminSubscription["events"][number] {
  const amount = event.amount === null ? null : createMoney(BigInt(event.amount), createCurrency(contract.currency));
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

function actionsOf(contract: ContractRow): AdminSubscription["actions"] {
  const refusal = cancellationRefusal(contract);
  const reason =
    contract.state === "cancelled"
      ? "The subscription is already cancelled."
      : contract.state === "cancelling"
        ? "A cancellation was sent. Its outcome is being queried."
        : (refusal?.message ?? null);
  return { cancel: { allowed: reason === null, reason }, check: { allowed: true, reason: null } };
}
