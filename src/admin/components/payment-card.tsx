import { StatusBadge, Text } from "@medusajs/ui";
import type { AdminPayment, LedgerState } from "../../contract/admin";
import { stateWords, words } from "../i18n/en";
import { formatAmount } from "../lib/amounts";
import { formatMoment, standsOpen } from "../lib/view";
import { Facts } from "./facts";
import { MoneyBar } from "./money-bar";
import { Notices } from "./notices";
import { Timeline } from "./timeline";

/** One attempt to pay, to unfold: state, money, what is open, what needs a person, and its history. */
const STATE_COLOR: Record<LedgerState, "green" | "red" | "orange" | "blue" | "grey"> = {
  created: "blue",
  action_required: "orange",
  pending: "orange",
  unknown: "orange",
  authorised: "blue",
  captured: "green",
  voided: "grey",
  declined: "red",
  expired: "grey",
};

export function PaymentCard({ payment, isNewest }: { payment: AdminPayment; isNewest: boolean }) {
  return (
    <details open={standsOpen(payment, isNewest)} data-testid="acquiring-payment">
      <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-2 px-6 py-4">
        <span>
          <Text as="span" size="small" weight="plus">
            {isNewest ? words.latest : words.earlier} · {formatAmount(payment.amounts.requested, payment.currency)}
          </Text>
          <Text as="span" size="xsmall" className="text-ui-fg-subtle block">
            <time dateTime={payment.created_at}>{formatMoment(payment.created_at)}</time>
          </Text>
        </span>
        <StatusBadge color={STATE_COLOR[payment.state]} data-testid="acquiring-state">
          {stateWords[payment.state]}
        </StatusBadge>
      </summary>
      <div className="flex flex-col gap-y-4 px-6 pb-4">
        <Notices payment={payment} />
        <MoneyBar payment={payment} />
        <Facts payment={payment} />
        <Timeline payment={payment} />
      </div>
    </details>
  );
}
