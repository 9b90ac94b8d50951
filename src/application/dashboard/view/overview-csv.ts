import type { MedusaContainer } from "@medusajs/framework/types";
import type { OverviewFigures, OverviewFilters } from "../../../api-schema/admin";
import { createCurrency } from "../../../gateway/model/money";
import type { OverviewGroup } from "../../../modules/acquiring";
import { overviewRows } from "../../../modules/acquiring";
import { csvLine } from "../../csv";
import { resolveLedger } from "../../resolve-ledger";
import { askedOverview } from "./overview";
import { utcDayText, figuresOf } from "./overview-period";

/** The overview as CSV: a line for each UTC day, account, currency, method and sales channel. With `currency` only that one. */
interface Line {
  readonly group: OverviewGroup;
  readonly currency: string;
  readonly figures: OverviewFigures;
}

const COLUMNS: Readonly<Record<string, (line: Line) => string | number | null>> = {
  day: ({ group }) => group.day && utcDayText(group.day),
  account: ({ group }) => group.account,
  currency: ({ currency }) => currency,
  mode: ({ group }) => group.mode,
  method: ({ group }) => group.method,
  sales_channel_id: ({ group }) => group.sales_channel_id,
  payments: ({ figures }) => figures.payments,
  authorised_payments: ({ figures }) => figures.authorised,
  declined: ({ figures }) => figures.declined,
  expired: ({ figures }) => figures.expired,
  open: ({ figures }) => figures.open,
  requested: ({ figures }) => figures.amounts.requested,
  authorised: ({ figures }) => figures.amounts.authorised,
  captured: ({ figures }) => figures.amounts.captured,
  refunded: ({ figures }) => figures.amounts.refunded,
  refund_pending: ({ figures }) => figures.amounts.refund_pending,
  refunded_payments: ({ figures }) => figures.refunded,
  held: ({ figures }) => figures.held,
  held_open: ({ figures }) => figures.held_open,
  challenged: ({ figures }) => figures.three_ds.challenged,
  challenges_passed: ({ figures }) => figures.three_ds.passed,
  challenges_declined: ({ figures }) => figures.three_ds.declined,
  challenges_abandoned: ({ figures }) => figures.three_ds.abandoned,
  disputes_open: ({ figures }) => figures.disputes.open,
  disputes_won: ({ figures }) => figures.disputes.won,
  disputes_lost: ({ figures }) => figures.disputes.lost,
  disputed: ({ figures }) => figures.amounts.disputed,
  captures: ({ figures }) => figures.capture.payments,
  average_capture_seconds: ({ figures }) => figures.capture.average_seconds,
};

/** Validates the filters first; the returned generator yields the header, then one currency after another. */
export async function overviewCsv(
  container: MedusaContainer,
  filters: OverviewFilters,
): Promise<AsyncGenerator<string, void>> {
  const pg = resolveLedger(container).attempts.connection;
  const { question, currency, currencies } = await askedOverview(container, filters);
  const asked = filters.currency === undefined ? currencies.map((each) => each.currency) : [currency ?? ""];
  return (async function* pieces(): AsyncGenerator<string, void> {
    yield csvLine(Object.keys(COLUMNS));
    for (const each of asked) {
      const code = createCurrency(each);
      const groups = await overviewRows(pg, question, code);
      const lines = groups.map((group) => ({ group, currency: code, figures: figuresOf(group.figures, code) }));
      yield lines.map((line) => csvLine(Object.values(COLUMNS).map((cell) => cell(line)))).join("");
    }
  })();
}
