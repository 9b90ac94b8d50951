import { Button } from "@medusajs/ui";
import { dayOf, endOfDay, startOfDay } from "../../lib/days";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";
import { RangeFilter } from "./range-filter";

export function CreatedFilter({ address }: { address: UrlState }) {
  const { t } = useTexts();
  const apply = (from: string, to: string): void =>
    address.set({ created_from: from === "" ? null : startOfDay(from), created_to: to === "" ? null : endOfDay(to) });
  const presets = [0, 7, 30];
  return (
    <RangeFilter
      name={t("payments.created")}
      type="date"
      from={dayOf(address.one("created_from"))}
      to={dayOf(address.one("created_to"))}
      isRight={(text) => /^\d{4}-\d{2}-\d{2}$/.test(text)}
      onApply={apply}
    >
      {(close) => (
        <div className="flex flex-wrap gap-1">
          {presets.map((days) => (
            <Button
              key={days}
              size="small"
              variant="transparent"
              onClick={() => {
                const from = new Date();
                // Today is one of the days.
                from.setDate(from.getDate() - Math.max(0, days - 1));
                apply(dayOf(from.toISOString()), "");
                close();
              }}
            >
              {days === 0 ? t("payments.today") : t("payments.lastDays", { number: days })}
            </Button>
          ))}
        </div>
      )}
    </RangeFilter>
  );
}
