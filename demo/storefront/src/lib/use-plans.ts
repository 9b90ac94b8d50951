import type { StorePlan } from "medusa-payment-acquiring/sdk";
import { useEffect, useState } from "react";
import { useShop } from "./shop-context";

/**
 * Subscription plans by variant ID. Undefined until loaded; if they cannot be loaded, the shop sells as before, and the
 * server refuses what it must.
 */
export type Plans = ReadonlyMap<string, StorePlan>;

const NONE: Plans = new Map();

export function usePlans(variantIds: readonly (string | null)[], currencyCode: string): Plans | undefined {
  const { acquiring } = useShop();
  const [plans, setPlans] = useState<Plans | undefined>(undefined);
  const wanted = [...new Set(variantIds.filter((id) => id !== null))].sort().join(" ");

  useEffect(() => {
    if (wanted === "" || currencyCode === "") return;
    let isGone = false;
    acquiring.listPlans({ variantIds: wanted.split(" "), currencyCode }).then(
      (found) => !isGone && setPlans(new Map(found.map((plan) => [plan.variant_id, plan]))),
      () => !isGone && setPlans(NONE),
    );
    return () => {
      isGone = true;
    };
  }, [acquiring, wanted, currencyCode]);
  return wanted === "" ? NONE : plans;
}
