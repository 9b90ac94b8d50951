import { Container, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { Overview, OverviewFigures } from "../../../api-schema/admin";
import { authorisationRate, challengeRate, changeOf, duration, percent, signed } from "../../lib/overview/figures";
import type { ListFilter } from "../../lib/overview/list-link";
import { AUTHORISED, listLink } from "../../lib/overview/list-link";
import { useTexts } from "../../lib/texts";

/** The period in figures, each compared with the period before; a figure opens the payments behind it. */
interface Card {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly detail: string;
  readonly change: number | null;
  readonly to: string | null;
}

export function FigureCards({ data, filters }: { data: Overview; filters: ListFilter }) {
  const { locale, t } = useTexts();
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3" data-testid="acquiring-overview-figures">
      {useCards(data, filters).map(({ id, name, value, detail, change, to }) => (
        <Container key={id} className="relative flex flex-col gap-y-1 px-4 py-3" data-testid={`acquiring-figure-${id}`}>
          <dt className="text-ui-fg-subtle txt-compact-small">
            {to === null ? (
              name
            ) : (
              <Link
                to={to}
                className="focus-visible:shadow-borders-focus hover:text-ui-fg-base rounded-sm outline-none after:absolute after:inset-0"
              >
                {name}
              </Link>
            )}
          </dt>
          <dd className="txt-compact-xlarge-plus [overflow-wrap:anywhere]">{value}</dd>
          <dd>
            <Text size="xsmall" className="text-ui-fg-subtle">
              {detail}
            </Text>
            {change === null ? null : (
              <Text size="xsmall" className="text-ui-fg-subtle">
                {t("overview.change", { change: signed(change, locale) })}
              </Text>
            )}
          </dd>
        </Container>
      ))}
    </dl>
  );
}

function useCards({ current, previous, currency }: Overview, filters: ListFilter): Card[] {
  const { t, locale, money } = useTexts();
  const now = current.totals;
  const before = previous?.totals;
  const number = (value: number): string => value.toLocaleString(locale);
  const amount = (of: keyof OverviewFigures["amounts"]): string => money(now.amounts[of], currency ?? "");
  const link = (filter: ListFilter): string => listLink(current, [filters, filter]);
  const change = (of: (figures: OverviewFigures) => number | null): number | null =>
    before === undefined ? null : changeOf(of(now), of(before));
  const { requests, failed, p95 } = current.gateway;
  return [
    {
      ...{ id: "captured", name: t("overview.captured"), value: amount("captured") },
      detail: t("overview.authorisedAmount", { amount: amount("authorised") }),
      change: change(({ amounts }) => Number(amounts.captured)),
      to: link({ state: ["captured"] }),
    },
    {
      ...{ id: "rate", name: t("overview.rate"), value: percent(authorisationRate(now), locale) },
      detail: t("overview.rateOf", { authorised: number(now.authorised), declined: number(now.declined) }),
      change: change(authorisationRate),
      to: link(AUTHORISED),
    },
    {
      ...{ id: "payments", name: t("overview.payments"), value: number(now.payments) },
      detail: t("overview.openExpired", { open: number(now.open), expired: number(now.expired) }),
      change: change(({ payments }) => payments),
      to: link({}),
    },
    {
      ...{ id: "refunded", name: t("overview.refunded"), value: amount("refunded") },
      detail: t("overview.refundedOf", { number: number(now.refunded), pending: amount("refund_pending") }),
      change: change(({ amounts }) => Number(amounts.refunded)),
      to: link({ refunded: "true" }),
    },
    {
      ...{ id: "disputes", name: t("overview.disputes") },
      value: number(now.disputes.open + now.disputes.won + now.disputes.lost),
      detail: t("overview.disputesOf", { ...now.disputes, amount: amount("disputed") }),
      change: change(({ disputes: { open, won, lost } }) => open + won + lost),
      to: link({ disputed: "true" }),
    },
    {
      ...{ id: "held", name: t("overview.held"), value: number(now.held) },
      detail: t("overview.heldOpen", { number: number(now.held_open) }),
      change: change(({ held }) => held),
      to: link({ reviewed: "true" }),
    },
    {
      ...{ id: "capture", name: t("overview.timeToCapture"), value: duration(now.capture.average_seconds, locale) },
      detail: t("overview.timeToCaptureOf", { number: number(now.capture.payments) }),
      change: change(({ capture }) => capture.average_seconds),
      to: link({ state: ["captured"] }),
    },
    {
      ...{ id: "challenges", name: t("overview.threeDs"), value: percent(challengeRate(now), locale) },
      detail: t("overview.threeDsOf", { number: number(now.three_ds.challenged) }),
      change: change(challengeRate),
      to: link({ challenged: "true" }),
    },
    {
      ...{ id: "gateway", name: t("overview.latency"), value: p95 === null ? "–" : `${number(p95)} ms` },
      detail: t("overview.latencyOf", { requests: number(requests), failed: number(failed) }),
      change: changeOf(p95, previous?.gateway.p95),
      to: "/acquiring/health",
    },
  ];
}
