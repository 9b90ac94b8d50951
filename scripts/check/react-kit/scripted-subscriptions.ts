import type { OrderPayment, StorePlan, StoreSubscription } from "../../../src/sdk";

/**
 * Subscriptions of the scripted store: `subscriptions` names the list, `end` the results of successive cancellations.
 */
export const PLAN: StorePlan = {
  variant_id: "variant_1",
  name: "Coffee club",
  amount: "12.50",
  currency: "eur",
  interval: "month",
  interval_count: 3,
  billing_cycles: 8,
  starts_on: null,
  ends_on: "2027-12-31",
};

const base: StoreSubscription = {
  id: "acqsub_1",
  state: "active",
  name: "Coffee club",
  amount: "12.50",
  currency: "eur",
  quantity: 1,
  interval: "month",
  interval_count: 1,
  product_title: "Coffee of the month",
  thumbnail: null,
  next_charge_at: "2026-12-21T09:00:00.000Z",
  next_charge_on: "2026-12-21",
  ends_on: null,
  created_at: "2026-10-21T09:00:00.000Z",
  cancelled_at: null,
  can_cancel: true,
  charges: [
    {
      number: 3,
      state: "declined",
      amount: "12.50",
      currency: "eur",
      charged_at: "2026-11-22T09:00:00.000Z",
      order: null,
      can_pay: true,
      paid_with_order: false,
    },
    {
      number: 2,
      state: "paid",
      amount: "12.50",
      currency: "eur",
      charged_at: "2026-11-21T09:00:00.000Z",
      order: { id: "order_2", display_id: 1042 },
      can_pay: false,
      paid_with_order: false,
    },
    {
      number: 1,
      state: "refunded",
      amount: "12.50",
      currency: "eur",
      charged_at: "2026-10-21T09:00:00.000Z",
      order: { id: "order_1", display_id: 1001 },
      can_pay: false,
      paid_with_order: false,
    },
  ],
};
const LIST: readonly StoreSubscription[] = [
  base,
  {
    ...base,
    id: "acqsub_2",
    state: "cancelling",
    can_cancel: false,
    product_title: "Tea",
    quantity: 2,
    interval: "week",
    interval_count: 2,
    charges: [],
  },
  {
    ...base,
    id: "acqsub_3",
    state: "cancelled",
    can_cancel: false,
    product_title: null,
    name: "A magazine",
    interval: "year",
    next_charge_at: null,
    next_charge_on: null,
    cancelled_at: "2026-11-01T09:00:00.000Z",
    charges: [],
  },
];

/** A declined charge and its payment link. */
const OWED: OrderPayment = {
  ...{ state: "open", amount: "12.50", currency: "EUR", smallest_part: null },
  token: "acqlnk_2.1.mac",
  url: `${location.origin}/scripts/check/react-kit/away.html?token=charge`,
};
const WAITING: OrderPayment = { ...OWED, state: "waiting", amount: null, token: null, url: null };

export function scriptedSubscriptions({ subscriptions, end }: { subscriptions: string; end: string }) {
  let list = subscriptions === "none" ? [] : [...LIST];
  let tries = 0;
  return (method: string, path: string): object | "lost" => {
    if (method === "GET") return { subscriptions: list, count: list.length, limit: 20, offset: 0 };
    tries += 1;
    if (path.endsWith("/pay")) return { order_payment: end === "waiting" ? WAITING : OWED };
    if (end === "lost" && tries === 1) return "lost";
    const id = path.split("/").at(-2);
    const outcome = end === "checking" || end === "refused" ? end : "cancelled";
    list = list.map((one) => (one.id === id ? ended(one, outcome) : one));
    return { outcome, subscription: list.find((one) => one.id === id) };
  };
}

function ended(one: StoreSubscription, outcome: string): StoreSubscription {
  if (outcome === "refused") return one;
  const state = outcome === "checking" ? "cancelling" : "cancelled";
  return { ...one, state, can_cancel: false, next_charge_at: null, next_charge_on: null };
}
