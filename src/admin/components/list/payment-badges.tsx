import { Badge } from "@medusajs/ui";
import { timeLeft, untilText } from "../../lib/durations";
import { leftText, STAGE_COLOR } from "../../lib/capture-policy/plan-texts";
import { useNow } from "../../lib/use-now";
import { useTexts } from "../../lib/texts";

/** How long an authorisation is still valid. */
export function ExpiryBadge({ expiresAt }: { expiresAt: string | null }) {
  const words = useTexts();
  const now = useNow();
  const left = expiresAt === null ? null : timeLeft(expiresAt, now);
  if (expiresAt === null || left === null) return null;
  const until = words.t("policy.plan.until", { moment: untilText(expiresAt, now, words.locale) });
  return (
    <Badge size="2xsmall" color={STAGE_COLOR[left.stage]} title={until} data-testid="acquiring-expiry">
      {leftText(words, left)}
    </Badge>
  );
}

interface InstalmentsProps {
  readonly name: string;
  readonly count: number;
  /** The whole plan. */
  readonly text: string;
}

/** The number of instalments; the amounts are its title and in the payment. */
export function InstalmentsBadge({ name, count, text }: InstalmentsProps) {
  return (
    <Badge size="2xsmall" color="purple" title={`${name}: ${text}`} data-testid="acquiring-instalments">
      <span aria-hidden="true">{count} ×</span>
      <span className="sr-only">
        {name}: {text}
      </span>
    </Badge>
  );
}
