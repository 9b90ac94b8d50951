import type { AdminPayment } from "../../../api-schema/admin";
import { toMajor } from "../../../gateway/model/money";
import type { AttemptRow } from "../../../modules/acquiring";
import { instalmentsOf } from "../../../modules/acquiring";

/** The plan that the customer accepted, as the dashboard and the export show it. */
export function instalmentsView(attempt: Pick<AttemptRow, "instalments" | "currency">): AdminPayment["instalments"] {
  const plan = instalmentsOf(attempt);
  return (
    plan && {
      plan: plan.plan,
      count: plan.count,
      monthly_amount: toMajor(plan.monthly),
      last_amount: toMajor(plan.last),
    }
  );
}
