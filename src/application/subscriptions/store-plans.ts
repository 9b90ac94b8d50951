import type { MedusaContainer } from "@medusajs/framework/types";
import type { PlansAnswer, PlansQuery, StorePlan } from "../../api-schema/store-subscription";
import { isPlanOver } from "../../modules/acquiring_subscription/domain/terms";
import type { PlanRow } from "../../modules/acquiring_subscription/rows";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

/** Subscription plans of variants for the shop, without ended plans and those without a price in the currency. */
export async function storePlans(
  container: MedusaContainer,
  { variant_id: variantIds, currency_code: code }: PlansQuery,
): Promise<PlansAnswer> {
  const subscriptions = resolveSubscriptions(container);
  const now = subscriptions.now();
  const rows = await subscriptions.plans.ofVariants(variantIds);
  const inOrder = variantIds.flatMap((id) => rows.find(({ variant_id: of }) => of === id) ?? []);
  return {
    plans: inOrder.flatMap((row) => {
      const amount = Object.hasOwn(row.amounts, code) ? row.amounts[code] : undefined;
      if (amount === undefined || isPlanOver({ endsOn: row.ends_on }, now)) return [];
      return [shape(row, amount, code.toUpperCase())];
    }),
  };
}

const shape = (row: PlanRow, amount: string, currency: string): StorePlan => ({
  variant_id: row.variant_id,
  name: row.name,
  amount,
  currency,
  interval: row.interval,
  interval_count: row.interval_count,
  billing_cycles: row.billing_cycles,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
});
