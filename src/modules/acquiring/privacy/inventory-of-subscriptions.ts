import type { PersonalTable } from "./personal-table";
import { CLEAR, IF_CUSTOMER, MARK } from "./personal-table";

/** The tables of subscriptions. */
export const SUBSCRIPTIONS: Readonly<Record<string, PersonalTable>> = {
  acquiring_subscription: {
    title: "subscriptions",
    of: "subscription",
    personal: {
      customer_id: ["identity", CLEAR],
      email: ["contact", CLEAR],
      cancel_actor_id: ["identity", IF_CUSTOMER],
    },
    other: `id attempt_id session_id account recurring_id state cart_id order_id variant_id product_id product_title
      variant_title thumbnail quantity currency amount raw_amount name interval interval_count billing_cycles
      promotion_cycles starts_on ends_on price_id anchor next_charge_at next_check_at gateway_status reported_at overdue
      paid_charges cancel_key cancel_actor cancelled_at takes_over_at`,
  },
  acquiring_subscription_event: {
    title: "history_of_subscriptions",
    of: "of_subscription",
    isFixed: true,
    personal: { actor_id: ["identity", IF_CUSTOMER], note: ["note", MARK] },
    other: "id subscription_id key kind actor number amount order_id at",
  },
  acquiring_charge: {
    title: "charges_of_subscriptions",
    of: "of_subscription",
    personal: { message: ["gateway_message", CLEAR] },
    other: `id subscription_id number attempt_id state currency amount raw_amount gateway_payment_id charged_at order_id
      order_state`,
  },
  acquiring_subscription_task: {
    title: null,
    of: null,
    personal: {},
    other: "id subscription_id key kind charge_id due_at failures",
  },
  acquiring_plan: {
    title: null,
    of: null,
    personal: {},
    other: `id variant_id name amounts interval interval_count billing_cycles promotion_cycles starts_on ends_on price_id`,
  },
};
