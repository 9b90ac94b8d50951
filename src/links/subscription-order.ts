import { defineLink } from "@medusajs/framework/utils";
import OrderModule from "@medusajs/medusa/order";
import SubscriptionModule from "../modules/acquiring_subscription";

/** From a subscription to the order that began it. Read only. */
export default defineLink(
  { linkable: SubscriptionModule.linkable.acquiringSubscription, field: "order_id" },
  OrderModule.linkable.order,
  { readOnly: true },
);
