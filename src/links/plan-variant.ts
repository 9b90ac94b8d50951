import { defineLink } from "@medusajs/framework/utils";
import ProductModule from "@medusajs/medusa/product";
import SubscriptionModule from "../modules/acquiring_subscription";

/** From a plan to its variant: `product_variant.*` of an `acquiring_plan`. Read only: the plan's row refers to the variant. */
export default defineLink(
  { linkable: SubscriptionModule.linkable.acquiringPlan, field: "variant_id" },
  ProductModule.linkable.productVariant,
  { readOnly: true },
);
