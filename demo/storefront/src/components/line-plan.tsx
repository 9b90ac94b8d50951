import { PlanTerms } from "medusa-payment-acquiring/react";
import { useShop } from "../lib/shop-context";
import type { Plans } from "../lib/use-plans";
import type { Line } from "../lib/views";

/** Subscription terms below a cart line; nothing for one-time purchases. */
export function LinePlan({ line, plans }: { line: Pick<Line, "variantId" | "quantity">; plans: Plans | undefined }) {
  const { acquiring } = useShop();
  const plan = line.variantId === null ? undefined : plans?.get(line.variantId);
  return plan ? <PlanTerms acquiring={acquiring} plan={plan} quantity={line.quantity} /> : null;
}
