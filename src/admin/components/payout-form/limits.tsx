import { Text } from "@medusajs/ui";
import type { PayoutSetup } from "../../../api-schema/admin";
import { widthOf } from "../../lib/amounts";
import type { PayoutFormDraft } from "../../lib/payouts/payout-form";
import { isOverToday, limitText } from "../../lib/payouts/payout-form";
import { useTexts } from "../../lib/texts";

export function Limits({
  draft,
  setup,
}: {
  draft: Pick<PayoutFormDraft, "amount" | "currency"> & PayoutFormDraft;
  setup: PayoutSetup;
}) {
  const { t, money } = useTexts();
  const limit = limitText(setup, draft.currency);
  if (limit === null) return null;
  const { currency, payout, day, beneficiary, left_today: left } = limit;
  const amount = (value: string): string => money(value, currency);
  return (
    <section
      aria-label={t("payoutForm.limits", { currency })}
      className="bg-ui-bg-subtle rounded-lg border p-4"
      data-testid="acquiring-limits"
    >
      <Text size="small" weight="plus">
        {t("payoutForm.limits", { currency })}
      </Text>
      <ul className="text-ui-fg-subtle txt-small mt-1 flex flex-col gap-y-1">
        <li>{t("payoutForm.limitPayout", { amount: amount(payout) })}</li>
        <li>
          {t("payoutForm.limitDay", { left: amount(left), amount: amount(day) })}
          <span
            aria-hidden="true"
            className="bg-ui-bg-switch-off mt-1 block h-1.5 w-full max-w-xs overflow-hidden rounded-full"
          >
            <span className="bg-ui-tag-green-icon block h-full" style={{ width: widthOf(left, day) }} />
          </span>
        </li>
        <li>{t("payoutForm.limitBeneficiary", { amount: amount(beneficiary) })}</li>
      </ul>
      {isOverToday(draft, limit) ? (
        <Text size="small" role="status" className="text-ui-tag-orange-text mt-2">
          {t("payoutForm.overDay")}
        </Text>
      ) : null}
    </section>
  );
}
