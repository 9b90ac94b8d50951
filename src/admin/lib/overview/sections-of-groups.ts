import type { OverviewFigures } from "../../../api-schema/admin";
import type { SectionProps } from "../../components/overview/chart-section";
import { authorisationRate, percent, countShare } from "./figures";
import type { ListFilter } from "./list-link";
import { listLink } from "./list-link";
import type { Shown } from "./sections-of-days";
import { OUTCOME_COLOR, OUTCOMES } from "./sections-of-days";

/** The charts of the period by decline code, method, account and 3-D Secure. Each bar opens its payments. */
interface Group {
  readonly name: string;
  readonly figures: OverviewFigures;
  readonly filter: ListFilter;
}

/** More are in the table behind the list of payments, not in a chart. */
const MOST = 15;
/** In the list's filter: declined without a code. */
export const NO_CODE = "-";
/** In the list's filter: the sales channel is not known. */
export const NO_CHANNEL = "-";

function outcomesOf(
  { data, filters, words }: Shown,
  groups: readonly Group[],
  heads: Pick<SectionProps, "id" | "title" | "text"> & { readonly column: string },
): SectionProps {
  const { t, locale, money } = words;
  const number = (value: number): string => value.toLocaleString(locale);
  const shown = groups.slice(0, MOST);
  const { column, ...head } = heads;
  return {
    ...{ ...head, empty: t("overview.noPayments") },
    chart: {
      ...{ labels: shown.map(({ name }) => name), axis: "row", isStacked: true, isWhole: true, format: number },
      series: OUTCOMES.map((of) => ({
        ...{ name: t(`overview.${of}`), color: OUTCOME_COLOR[of] },
        values: shown.map(({ figures }) => figures[of]),
      })),
    },
    columns: [column, t("overview.payments"), t("overview.rate"), t("overview.captured"), t("overview.refunded")],
    rows: shown.map(({ name, figures, filter }) => ({
      name,
      cells: [
        number(figures.payments),
        percent(authorisationRate(figures), locale),
        money(figures.amounts.captured, data.currency ?? ""),
        money(figures.amounts.refunded, data.currency ?? ""),
      ],
      to: listLink(data.current, [filters, filter]),
    })),
  };
}

export function byMethod(shown: Shown): SectionProps {
  const { t } = shown.words;
  const groups = shown.data.current.methods.map(({ mode, method, name, ...figures }) => ({
    name: name ?? t(`payment.mode.${mode}`),
    figures,
    filter: { mode: [mode], ...(method === null ? {} : { method: [method] }) },
  }));
  const head = { id: "methods", title: t("overview.methods"), text: t("overview.methodsText") };
  return outcomesOf(shown, groups, { ...head, column: t("overview.method") });
}

export function byAccount(shown: Shown): SectionProps {
  const { t } = shown.words;
  const groups = shown.data.current.accounts.map(({ account, ...figures }) => ({
    ...{ name: account, figures, filter: { account: [account] } },
  }));
  const head = { id: "accounts", title: t("overview.accounts"), text: t("overview.accountsText") };
  return outcomesOf(shown, groups, { ...head, column: t("payments.account") });
}

export function bySalesChannel(shown: Shown): SectionProps {
  const { t } = shown.words;
  const groups = shown.data.current.sales_channels.map(({ id, name, ...figures }) => ({
    ...{ name: name ?? t("overview.noChannel"), figures, filter: { sales_channel: [id ?? NO_CHANNEL] } },
  }));
  const head = { id: "channels", title: t("overview.channels"), text: t("overview.channelsText") };
  return outcomesOf(shown, groups, { ...head, column: t("overview.channel") });
}

export function byDeclineCode({ data, filters, words }: Shown): SectionProps {
  const { t, locale } = words;
  const { declines, totals } = data.current;
  const shown = declines.slice(0, MOST);
  const before = new Map((data.previous?.declines ?? []).map(({ code, payments }) => [code, payments]));
  const number = (value: number): string => value.toLocaleString(locale);
  const names = shown.map(({ code }) => code ?? t("overview.noCode"));
  return {
    ...{ id: "declines", title: t("overview.declines"), text: t("overview.declinesText") },
    empty: t("overview.noDeclines"),
    chart: {
      ...{ labels: names, axis: "row", isWhole: true, format: number },
      series: [
        { name: t("overview.declined"), color: "red", values: shown.map(({ payments }) => payments) },
        ...(data.previous
          ? [
              {
                ...{ name: t("overview.before"), color: "grey" as const },
                values: shown.map(({ code }) => before.get(code) ?? 0),
              },
            ]
          : []),
      ],
    },
    columns: [t("overview.code"), t("overview.payments"), t("overview.share"), t("overview.before")],
    rows: shown.map(({ code, payments }, index) => ({
      name: names[index] ?? "",
      cells: [
        number(payments),
        percent(countShare(payments, totals.declined), locale),
        data.previous ? number(before.get(code) ?? 0) : "–",
      ],
      to: listLink(data.current, [filters, { state: ["declined"], decline_code: [code ?? NO_CODE] }]),
    })),
  };
}

const CHALLENGES = ["passed", "declined", "abandoned"] as const;

export function byChallenge({ data, filters, words }: Shown): SectionProps {
  const { t, locale } = words;
  const now = data.current.totals.three_ds;
  const before = data.previous?.totals.three_ds;
  const all = ["challenged", ...CHALLENGES] as const;
  const states = {
    challenged: {},
    passed: { state: ["authorised", "captured", "voided"] },
    declined: { state: ["declined"] },
    abandoned: { state: ["expired"] },
  } as const;
  const names = all.map((of) => t(`overview.challenge.${of}`));
  const number = (value: number): string => value.toLocaleString(locale);
  return {
    ...{ id: "challenges", title: t("overview.threeDsTitle"), text: t("overview.threeDsText") },
    empty: t("overview.noChallenges"),
    chart: {
      ...{ labels: names, axis: "row", isWhole: true, format: number },
      series: [
        { name: t("overview.payments"), color: "purple", values: all.map((of) => now[of]) },
        ...(before
          ? [{ ...{ name: t("overview.before"), color: "grey" as const }, values: all.map((of) => before[of]) }]
          : []),
      ],
    },
    columns: [t("overview.outcome"), t("overview.payments"), t("overview.share"), t("overview.before")],
    rows: all.map((of, index) => ({
      name: names[index] ?? "",
      cells: [number(now[of]), percent(countShare(now[of], now.challenged), locale), before ? number(before[of]) : "–"],
      to: listLink(data.current, [filters, { challenged: "true", ...states[of] }]),
    })),
  };
}
