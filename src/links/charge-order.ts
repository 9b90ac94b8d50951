import { defineLink } from "@medusajs/framework/utils";
import OrderModule from "@medusajs/medusa/order";
import SubscriptionModule from "../modules/acquiring_subscription";

/** From a charge to its order. Read only. */
export default defineLink(
  { linkable: SubscriptionModule.linkable.acquiringCharge, field: "order_id" },
  OrderModule.linkable.order,
  { readOnly: true },
);
