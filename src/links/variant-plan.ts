import { defineLink } from "@medusajs/framework/utils";
import ProductModule from "@medusajs/medusa/product";
import SubscriptionModule from "../modules/acquiring_subscription";

/** From a variant to its plan: `acquiring_plan.*` of a `product_variant`. Read only. */
export default defineLink(
  { linkable: ProductModule.linkable.productVariant, field: "id" },
  { ...SubscriptionModule.linkable.acquiringPlan.id, primaryKey: "variant_id" },
  { readOnly: true },
);
