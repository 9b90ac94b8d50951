import { defineLink } from "@medusajs/framework/utils";
import CustomerModule from "@medusajs/medusa/customer";
import SubscriptionModule from "../modules/acquiring_subscription";

/** From a subscription to its customer. Read only. */
export default defineLink(
  { linkable: SubscriptionModule.linkable.acquiringSubscription, field: "customer_id" },
  CustomerModule.linkable.customer,
  { readOnly: true },
);
