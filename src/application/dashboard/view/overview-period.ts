import type { OverviewFigures, OverviewPeriod } from "../../../api-schema/admin";
import type { CurrencyCode } from "../../../gateway/model/money";
import { createMoney, toMajor } from "../../../gateway/model/money";
import type { OverviewGroup, TrafficOfDay } from "../../../modules/acquiring";

/** Shapes one period of the overview. Pure: amounts from minor to major units, days without payments filled in. */
export interface PeriodDays {
  /** First moments of the first day and of the day after the last, UTC. */
  readonly from: Date;
  readonly until: Date;
}

export const UTC_DAY_MS = 86_400_000;

export const utcDayText = (at: Date): string => at.toISOString().slice(0, 10);

export const daysOf = ({ from, until }: PeriodDays): Date[] =>
  Array.from(
    { length: (until.getTime() - from.getTime()) / UTC_DAY_MS },
    (_, index) => new Date(from.getTime() + index * UTC_DAY_MS),
  );

/** The same number of days, right before. */
export const periodBefore = ({ from, until }: PeriodDays): PeriodDays => ({
  from: new Date(2 * from.getTime() - until.getTime()),
  until: from,
});

const NONE: OverviewGroup["figures"] = {
  ...{ requested: 0n, authorised: 0n, captured: 0n, refunded: 0n, refund_pending: 0n, disputed: 0n },
  ...{ payments: 0, authorised_payments: 0, declined: 0, expired: 0, open: 0, refunded_payments: 0 },
  ...{ held: 0, held_open: 0, challenged: 0, captures: 0, average_seconds: null },
  ...{ disputes_open: 0, disputes_won: 0, disputes_lost: 0 },
  ...{ challenges_passed: 0, challenges_declined: 0, challenges_abandoned: 0 },
};

export function figuresOf(figures: OverviewGroup["figures"], currency: CurrencyCode): OverviewFigures {
  const major = (minor: bigint): string => toMajor(createMoney(minor, currency));
  return {
    payments: figures.payments,
    authorised: figures.authorised_payments,
    declined: figures.declined,
    expired: figures.expired,
    open: figures.open,
    amounts: {
      requested: major(figures.requested),
      authorised: major(figures.authorised),
      captured: major(figures.captured),
      refunded: major(figures.refunded),
      refund_pending: major(figures.refund_pending),
      disputed: major(figures.disputed),
    },
    refunded: figures.refunded_payments,
    held: figures.held,
    held_open: figures.held_open,
    three_ds: {
      challenged: figures.challenged,
      passed: figures.challenges_passed,
      declined: figures.challenges_declined,
      abandoned: figures.challenges_abandoned,
    },
    disputes: { open: figures.disputes_open, won: figures.disputes_won, lost: figures.disputes_lost },
    capture: { payments: figures.captures, average_seconds: figures.average_seconds },
  };
}

type Traffic = Omit<OverviewPeriod["gateway"], "days">;

const trafficOf = (found: TrafficOfDay | undefined): Traffic => ({
  requests: found?.requests ?? 0,
  failed: found?.failed ?? 0,
  p50: found?.p50 ?? null,
  p95: found?.p95 ?? null,
});

export interface PeriodParts {
  readonly groups: readonly OverviewGroup[];
  readonly traffic: readonly TrafficOfDay[];
  readonly currency: CurrencyCode;
  readonly nameOf: (method: string) => string;
  /** Names by ID. */
  readonly channels: ReadonlyMap<string, string>;
}

export function overviewPeriod(
  days: PeriodDays,
  { groups, traffic, currency, nameOf, channels }: PeriodParts,
): OverviewPeriod {
  const by = (kind: OverviewGroup["by"]): OverviewGroup[] =>
    groups
      .filter((group) => group.by === kind)
      .sort((a, b) => b.figures.payments - a.figures.payments || (nameOfGroup(a) < nameOfGroup(b) ? -1 : 1));
  const figures = (group: OverviewGroup | undefined): OverviewFigures => figuresOf(group?.figures ?? NONE, currency);
  const ofDay = new Map(by("day").map((group) => [group.day?.getTime(), group]));
  const trafficOfDay = new Map(traffic.map((each) => [each.day?.getTime(), each]));
  return {
    from: utcDayText(days.from),
    to: utcDayText(new Date(days.until.getTime() - UTC_DAY_MS)),
    totals: figures(by("all")[0]),
    days: daysOf(days).map((day) => ({ day: utcDayText(day), ...figures(ofDay.get(day.getTime())) })),
    accounts: by("account").map((group) => ({ account: group.account ?? "", ...figures(group) })),
    sales_channels: by("channel").map((group) => {
      const id = group.sales_channel_id || null;
      return { id, name: id === null ? null : (channels.get(id) ?? id), ...figures(group) };
    }),
    methods: by("method").flatMap((group) => {
      const { mode, method } = group;
      if (mode !== "card" && mode !== "checkout" && mode !== "apm") return [];
      return [{ mode, method, name: method === null ? null : nameOf(method), ...figures(group) }];
    }),
    declines: by("code")
      .map(({ code, figures: { declined } }) => ({ code, payments: declined }))
      .filter(({ payments }) => payments > 0)
      .sort((a, b) => b.payments - a.payments),
    gateway: {
      ...trafficOf(traffic.find(({ day }) => day === null)),
      days: daysOf(days).map((day) => ({ day: utcDayText(day), ...trafficOf(trafficOfDay.get(day.getTime())) })),
    },
  };
}

const nameOfGroup = ({ account, mode, method, code, sales_channel_id: channel }: OverviewGroup): string =>
  [account, mode, method, code, channel].map((part) => part ?? "").join(" ");
