import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { Overview, OverviewFilters, OverviewPeriod } from "../../../api-schema/admin";
import type { CurrencyCode } from "../../../gateway/model/money";
import { createCurrency } from "../../../gateway/model/money";
import type { OverviewQuestion } from "../../../modules/acquiring";
import { overviewCurrencies, overviewGroups, overviewState, overviewTraffic } from "../../../modules/acquiring";
import { nameOfMethod } from "../../../options/payment-methods";
import { resolveLedger } from "../../resolve-ledger";
import type { PeriodDays } from "./overview-period";
import { namedChannels } from "./sales-channels";
import { UTC_DAY_MS, overviewPeriod, utcDayText, periodBefore } from "./overview-period";

const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;
/** The shape of amounts where there are none. */
const NO_CURRENCY = createCurrency("EUR");

/** Payment performance of a period and the one before; sends nothing. Throws INVALID_DATA for a period that is not one. */
export async function overview(container: MedusaContainer, filters: OverviewFilters): Promise<Overview> {
  const ledger = resolveLedger(container);
  const asked = await askedOverview(container, filters);
  const state = await overviewState(ledger.attempts.connection);
  const { days, currency, currencies } = asked;
  return {
    as_of: state.at?.toISOString() ?? null,
    today: utcDayText(ledger.now()),
    days_due: state.due,
    currency,
    currencies,
    accounts: [...ledger.options.accounts.keys()],
    current: await periodOf(container, filters, { days, currency }),
    previous:
      filters.compare === "previous"
        ? await periodOf(container, filters, { days: periodBefore(days), currency })
        : null,
  };
}

export interface AskedOverview {
  readonly days: PeriodDays;
  readonly question: OverviewQuestion;
  readonly currency: CurrencyCode | null;
  readonly currencies: Overview["currencies"];
}

/** The period in UTC days, and its currency: the one that is asked for, else the most frequent one. */
export async function askedOverview(container: MedusaContainer, filters: OverviewFilters): Promise<AskedOverview> {
  const ledger = resolveLedger(container);
  const days = periodDays(filters, ledger.now());
  const question = questionOf(filters, days);
  const currencies = await overviewCurrencies(ledger.attempts.connection, question);
  const name = filters.currency ?? currencies[0]?.currency;
  return { days, question, currencies, currency: name === undefined ? null : currencyOf(name) };
}

async function periodOf(
  container: MedusaContainer,
  filters: OverviewFilters,
  { days, currency }: Pick<AskedOverview, "days" | "currency">,
): Promise<OverviewPeriod> {
  const { options, attempts } = resolveLedger(container);
  const question = questionOf(filters, days);
  const groups = currency === null ? [] : await overviewGroups(attempts.connection, question, currency);
  const traffic = await overviewTraffic(attempts.connection, question);
  const nameOf = (method: string): string => nameOfMethod(options.apmMethods, method);
  const ids = groups.flatMap(({ by, sales_channel_id: id }) => (by === "channel" && id ? [id] : []));
  const channels = new Map((await namedChannels(container, ids)).map(({ id, name }) => [id, name]));
  return overviewPeriod(days, { groups, traffic, currency: currency ?? NO_CURRENCY, nameOf, channels });
}

const questionOf = (filters: OverviewFilters, { from, until }: PeriodDays): OverviewQuestion => {
  const { account, mode, method, sales_channel: salesChannel } = filters;
  return { from, until, account, mode, method, salesChannel };
};

function currencyOf(name: string): CurrencyCode {
  if (/^[A-Za-z]{3}$/.test(name)) return createCurrency(name);
  throw new MedusaError(MedusaError.Types.INVALID_DATA, "currency: it has three letters.");
}

function periodDays({ from, to }: OverviewFilters, now: Date): PeriodDays {
  const last = to === undefined ? now.getTime() - (now.getTime() % UTC_DAY_MS) : Date.parse(to);
  const until = last + UTC_DAY_MS;
  const start = from === undefined ? until - DEFAULT_DAYS * UTC_DAY_MS : Date.parse(from);
  const length = (until - start) / UTC_DAY_MS;
  if (length >= 1 && length <= MOST_DAYS) return { from: new Date(start), until: new Date(until) };
  const message =
    length < 1 ? "from: it must not be after the end of the period." : `from: at most ${String(MOST_DAYS)} days.`;
  throw new MedusaError(MedusaError.Types.INVALID_DATA, message);
}
