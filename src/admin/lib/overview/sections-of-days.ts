import type { Overview, OverviewPeriod } from "../../../api-schema/admin";
import type { SectionProps } from "../../components/overview/chart-section";
import type { DashboardTexts } from "../texts";
import { authorisationRate, percent } from "./figures";
import type { ListFilter } from "./list-link";
import { listLink } from "./list-link";
import { dayLabel } from "./period";

/** The charts of the period day by day: money, outcomes, authorisation rate, the gateway. Each bar opens its day's payments. */
export interface Shown {
  readonly data: Overview;
  readonly filters: ListFilter;
  readonly words: DashboardTexts;
}

type Series = SectionProps["chart"]["series"][number];
type Day = OverviewPeriod["days"][number];

export const OUTCOMES = ["authorised", "declined", "expired", "open"] as const;
export const OUTCOME_COLOR = { authorised: "green", declined: "red", expired: "grey", open: "blue" } as const;

const labelsOf = ({ data, words: { locale } }: Shown): string[] =>
  data.current.days.map(({ day }) => dayLabel(day, locale));

const rowsOf = ({ data: { current }, filters, words }: Shown, cells: (day: Day) => string[]): SectionProps["rows"] =>
  current.days.map((day) => ({
    name: dayLabel(day.day, words.locale),
    cells: cells(day),
    to: listLink({ from: day.day, to: day.day }, [filters]),
  }));

/** Of the period before, if there is one: a dashed line. */
const lineBefore = (
  { data: { previous } }: Shown,
  name: string,
  valueOf: (day: Day) => number | null,
): readonly Series[] =>
  previous ? [{ name, color: "grey", kind: "dashed", values: previous.days.map((day) => valueOf(day)) }] : [];

export function volumeByDay(shown: Shown): SectionProps {
  const { data, words } = shown;
  const { t, locale, money } = words;
  const amount = (value: string): string => money(value, data.currency ?? "");
  const { days } = data.current;
  return {
    ...{ id: "volume", title: t("overview.volume"), text: t("overview.volumeText"), empty: t("overview.volumeNone") },
    chart: {
      ...{ labels: labelsOf(shown), axis: "column" },
      format: (value) => value.toLocaleString(locale, { maximumFractionDigits: 2 }),
      series: [
        { name: t("overview.captured"), color: "green", values: days.map(({ amounts }) => Number(amounts.captured)) },
        { name: t("overview.refunded"), color: "orange", values: days.map(({ amounts }) => Number(amounts.refunded)) },
        ...lineBefore(shown, t("overview.capturedBefore"), ({ amounts }) => Number(amounts.captured)),
      ],
    },
    columns: [t("overview.day"), t("overview.authorised"), t("overview.captured"), t("overview.refunded")],
    rows: rowsOf(shown, ({ amounts }) => [
      amount(amounts.authorised),
      amount(amounts.captured),
      amount(amounts.refunded),
    ]),
  };
}

export function outcomesByDay(shown: Shown): SectionProps {
  const { t, locale } = shown.words;
  const number = (value: number): string => value.toLocaleString(locale);
  return {
    ...{ id: "outcomes", title: t("overview.outcomes"), text: t("overview.outcomesText") },
    empty: t("overview.noPayments"),
    chart: {
      ...{ labels: labelsOf(shown), axis: "column", isStacked: true, isWhole: true, format: number },
      series: OUTCOMES.map((of) => ({
        ...{ name: t(`overview.${of}`), color: OUTCOME_COLOR[of] },
        values: shown.data.current.days.map((day) => day[of]),
      })),
    },
    columns: [t("overview.day"), t("overview.payments"), ...OUTCOMES.map((of) => t(`overview.${of}`))],
    rows: rowsOf(shown, (day) => [number(day.payments), ...OUTCOMES.map((of) => number(day[of]))]),
  };
}

export function rateByDay(shown: Shown): SectionProps {
  const { t, locale } = shown.words;
  const { days } = shown.data.current;
  return {
    ...{ id: "rate", title: t("overview.rate"), text: t("overview.rateText"), empty: t("overview.noDecision") },
    chart: {
      ...{ labels: labelsOf(shown), axis: "column", format: (value) => percent(value, locale) },
      series: [
        { name: t("overview.rate"), color: "green", kind: "line", values: days.map(authorisationRate) },
        ...lineBefore(shown, t("overview.rateBefore"), authorisationRate),
      ],
    },
    columns: [t("overview.day"), t("overview.rate"), t("overview.authorised"), t("overview.declined")],
    rows: rowsOf(shown, (day) => [
      percent(authorisationRate(day), locale),
      day.authorised.toLocaleString(locale),
      day.declined.toLocaleString(locale),
    ]),
  };
}

/** No payments are behind its bars: a request may be a query. */
export function gatewayByDay(shown: Shown): SectionProps {
  const { t, locale } = shown.words;
  const { days } = shown.data.current.gateway;
  const number = (value: number | null): string => value?.toLocaleString(locale) ?? "–";
  return {
    ...{ id: "gateway", title: t("overview.gateway"), text: t("overview.gatewayText"), empty: t("health.noTraffic") },
    chart: {
      ...{ labels: labelsOf(shown), axis: "column", format: number },
      series: [
        { name: t("health.requests"), color: "blue", values: days.map(({ requests }) => requests) },
        { name: t("health.failed"), color: "red", values: days.map(({ failed }) => failed) },
        { name: t("health.p95"), color: "orange", kind: "line", values: days.map(({ p95 }) => p95) },
      ],
    },
    columns: [t("overview.day"), ...(["requests", "failed", "p50", "p95"] as const).map((of) => t(`health.${of}`))],
    rows: days.map(({ day, requests, failed, p50, p95 }) => ({
      name: dayLabel(day, locale),
      cells: [number(requests), number(failed), number(p50), number(p95)],
      to: null,
    })),
  };
}
