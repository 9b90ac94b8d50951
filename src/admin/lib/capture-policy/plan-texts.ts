import type { CapturePlan } from "../../../api-schema/admin";
import { isPositive } from "../amounts";
import type { TimeLeft } from "../durations";
import { durationText } from "../durations";
import type { DashboardTexts } from "../texts";

/** What the policy will do with one payment, as sentences. */
export const STAGE_COLOR: Record<TimeLeft["stage"], "grey" | "orange" | "red"> = {
  days: "grey",
  last_day: "orange",
  over: "red",
};

/** `3 days left`. */
export const leftText = ({ t, locale }: Pick<DashboardTexts, "t" | "locale">, left: TimeLeft): string =>
  left.stage === "over"
    ? t("policy.plan.over")
    : t("policy.plan.left", { time: durationText(left.number, left.unit, locale) });

/** When it is captured, then what happens before the expiry. */
export function planTexts(
  { t, money, moment }: Pick<DashboardTexts, "t" | "money" | "moment">,
  plan: CapturePlan,
  { currency, now }: { readonly currency: string; readonly now: Date },
): readonly string[] {
  const { capture, at_expiry: atExpiry, acts_at: actsAt, due_now: due } = plan;
  if (isPositive(due)) return [t("policy.plan.due", { amount: money(due, currency) })];
  const waits = capture === "before_expiry" ? [] : [t(`policy.plan.capture.${capture}`)];
  // The time is absent when staff is only reminded.
  if (atExpiry === "remind" || actsAt === null) return [...waits, t("policy.plan.remind")];
  if (new Date(actsAt).getTime() < now.getTime()) return [t("policy.plan.wasDue", { moment: moment(actsAt) })];
  return [...waits, t(`policy.plan.expiry.${atExpiry}`, { moment: moment(actsAt) })];
}
