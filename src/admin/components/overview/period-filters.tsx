import { Button } from "@medusajs/ui";
import type { Overview } from "../../../api-schema/admin";
import type { Days } from "../../lib/overview/period";
import { isDay, lastDays, PERIODS } from "../../lib/overview/period";
import { NO_CHANNEL } from "../../lib/overview/sections-of-groups";
import { useTexts } from "../../lib/texts";
import type { UrlState } from "../../lib/use-url-state";
import { FilterMenu } from "../list/filter-menu";
import { RangeFilter } from "../list/range-filter";

/** What of an overview can be selected. */
export type FilterChoices = Pick<Overview, "accounts" | "currencies" | "currency" | "today"> & {
  readonly current: Pick<Overview["current"], "methods" | "sales_channels">;
};

export const noChoices = (today: string): FilterChoices => ({
  accounts: [],
  currencies: [],
  currency: null,
  today,
  current: { methods: [], sales_channels: [] },
});

/** The period, the comparison, the currency, and what the figures are limited to; all in the URL. */
interface Props {
  readonly address: UrlState;
  readonly data: FilterChoices;
  readonly days: Days;
}

const MODES = ["card", "checkout", "apm"] as const;

export function PeriodFilters({ address, data, days }: Props) {
  const { t } = useTexts();
  const accounts = [...new Set([...data.accounts, ...address.all("account")])];
  const currencies = data.currencies.map(({ currency }) => currency);
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const currency = address.one("currency") ?? data.currency;
  const compares = address.one("compare") !== "none";
  const methods = data.current.methods.flatMap(({ method, name }) =>
    method === null ? [] : [{ value: method, label: name ?? method }],
  );
  const chosenChannels = address.all("sales_channel");
  const channels = data.current.sales_channels.map(({ id, name }) => ({
    value: id ?? NO_CHANNEL,
    label: name ?? t("overview.noChannel"),
  }));
  if (chosenChannels.includes(NO_CHANNEL) && !channels.some(({ value }) => value === NO_CHANNEL))
    channels.push({ value: NO_CHANNEL, label: t("overview.noChannel") });
  return (
    <div className="flex flex-wrap items-center gap-2" data-testid="acquiring-overview-filters">
      <div role="group" aria-label={t("overview.period")} className="flex flex-wrap gap-1">
        {PERIODS.map((length) => {
          const period = lastDays(length, data.today);
          const isChosen = period.from === days.from && period.to === days.to;
          return (
            <Button
              key={length}
              size="small"
              variant={isChosen ? "primary" : "secondary"}
              aria-pressed={isChosen}
              onClick={() => address.set({ from: period.from, to: period.to })}
              data-testid={`acquiring-overview-${String(length)}`}
            >
              {t("payments.lastDays", { number: length })}
            </Button>
          );
        })}
      </div>
      <RangeFilter
        name={t("overview.ownPeriod")}
        type="date"
        from={days.from}
        to={days.to}
        isRight={isDay}
        onApply={(from, to) => address.set({ from, to })}
      />
      <Button
        size="small"
        variant="secondary"
        aria-pressed={compares}
        onClick={() => address.set({ compare: compares ? "none" : null })}
        data-testid="acquiring-overview-compare"
      >
        {t(compares ? "overview.withBefore" : "overview.withoutBefore")}
      </Button>
      {currencies.length < 2 && address.one("currency") === null ? null : (
        <FilterMenu
          name={t("payments.currency")}
          choices={plain(currencies)}
          chosen={currency === null ? [] : [currency]}
          onChoose={(values) => address.set({ currency: values.slice(-1) })}
        />
      )}
      {accounts.length < 2 ? null : (
        <FilterMenu
          name={t("payments.account")}
          choices={plain(accounts)}
          chosen={address.all("account")}
          onChoose={(values) => address.set({ account: values })}
        />
      )}
      <FilterMenu
        name={t("payments.paymentType")}
        choices={MODES.map((value) => ({ value, label: t(`payment.mode.${value}`) }))}
        chosen={address.all("mode")}
        onChoose={(values) => address.set({ mode: values })}
      />
      <FilterMenu
        name={t("payments.method")}
        choices={methods}
        chosen={address.all("method")}
        onChoose={(values) => address.set({ method: values })}
      />
      <FilterMenu
        name={t("overview.channel")}
        choices={channels.length < 2 && chosenChannels.length === 0 ? [] : channels}
        chosen={chosenChannels}
        onChoose={(values) => address.set({ sales_channel: values })}
      />
    </div>
  );
}
