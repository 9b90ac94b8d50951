import type { PayoutPeriod, PayoutTotals } from "../../api-schema/admin";
import { resolvePayoutService } from "./resolve-payout-service";
import type { PayoutActor } from "./payout-actor";
import { major } from "./payout-rows";

/** Totals paid and in transit, by currency and by day in the user's time zone. */
export async function payoutTotals({ container }: PayoutActor, period: PayoutPeriod): Promise<PayoutTotals> {
  const totals = await resolvePayoutService(container).payouts.totals({
    offsetMinutes: period.offset_minutes,
    days: period.days,
  });
  return {
    currencies: totals.map(({ currency, days, ...sums }) => ({
      currency,
      paid: major(sums.paid, currency),
      on_its_way: major(sums.on_its_way, currency),
      failed: major(sums.failed, currency),
      waiting_for_approval: major(sums.waiting_for_approval, currency),
      days: days.map(({ day, paid, on_its_way: onItsWay }) => ({
        day,
        paid: major(paid, currency),
        on_its_way: major(onItsWay, currency),
      })),
    })),
  };
}
