import { Badge, Text } from "@medusajs/ui";
import type { CapturePlan } from "../../api-schema/admin";
import { leftText, planTexts, STAGE_COLOR } from "../lib/capture-policy/plan-texts";
import { timeLeft, untilText } from "../lib/durations";
import { useNow } from "../lib/use-now";
import { useTexts } from "../lib/texts";

/** Until when the authorisation is valid, and what the capture policy will do and when. */
export function CapturePlanNote({ plan, currency }: { plan: CapturePlan; currency: string }) {
  const words = useTexts();
  const { t, locale } = words;
  const now = useNow();
  const left = timeLeft(plan.expires_at, now);
  const texts = left?.stage === "over" ? [t("policy.plan.overText")] : planTexts(words, plan, { currency, now });
  return (
    <div className="flex flex-col gap-y-1" data-testid="acquiring-capture-plan" data-stage={left?.stage}>
      <div className="flex flex-wrap items-center gap-2">
        <Text as="span" size="small" weight="plus">
          {t(left?.stage === "over" ? "policy.plan.wasUntil" : "policy.plan.until", {
            moment: untilText(plan.expires_at, now, locale),
          })}
        </Text>
        {left === null ? null : (
          <Badge size="2xsmall" color={STAGE_COLOR[left.stage]} data-testid="acquiring-time-left">
            {leftText(words, left)}
          </Badge>
        )}
      </div>
      {texts.map((text) => (
        <Text key={text} size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
          {text}
        </Text>
      ))}
    </div>
  );
}
