import type { DisputeRate } from "../../../api-schema/admin";
import type { SectionProps } from "../../components/overview/chart-section";
import type { DashboardTexts } from "../texts";

/** A UTC month in the reader's language, as `Nov 2026`. */
export const monthLabel = (month: string, locale: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, { month: "short", year: "numeric", timeZone: "UTC" });

/** The chart of the monthly rate, and the table behind it. */
export function rateByMonth({ months }: DisputeRate, { t, locale }: DashboardTexts): SectionProps {
  const percent = (value: number | null): string =>
    value === null
      ? "–"
      : (value / 100).toLocaleString(locale, { style: "percent", minimumFractionDigits: 0, maximumFractionDigits: 2 });
  const number = (value: number): string => value.toLocaleString(locale);
  const rates = months.map((month) => (month.percent === null ? null : Number(month.percent)));
  return {
    ...{ id: "dispute-rate", title: t("disputes.rate"), text: t("disputes.rateText") },
    // Without captured payments there is no rate to draw.
    empty: t(months.some(({ opened }) => opened > 0) ? "disputes.rateUnknown" : "disputes.rateNone"),
    chart: {
      ...{ labels: months.map(({ month }) => monthLabel(month, locale)), axis: "column", format: percent },
      series: [{ name: t("disputes.rate"), color: "red", values: rates }],
    },
    columns: [t("disputes.month"), t("disputes.rate"), t("disputes.opened"), t("disputes.captured")],
    rows: months.map(({ month, opened, captured }, place) => ({
      name: monthLabel(month, locale),
      cells: [percent(rates[place] ?? null), number(opened), number(captured)],
      to: null,
    })),
  };
}
