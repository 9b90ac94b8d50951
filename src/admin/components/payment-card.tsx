import { Alert, StatusBadge } from "@medusajs/ui";
import type { AdminPayment, LedgerState } from "../../contract/admin";
import { attentionWords, operationWords, stateWords, words } from "../i18n/en";
import { formatAmount } from "../lib/amounts";
import { Facts } from "./facts";
import { MoneyBar } from "./money-bar";
import { Timeline } from "./timeline";

/** One attempt to pay: state, money, what is open, what needs a person, and its history. */
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

export function StateBadge({ state }: { state: LedgerState }) {
  return (
    <StatusBadge color={STATE_COLOR[state]} data-testid="acquiring-state">
      {stateWords[state]}
    </StatusBadge>
  );
}

export function PaymentCard({ payment }: { payment: AdminPayment }) {
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      {payment.attention.map((item) => (
        <Alert key={item.id} variant="warning">
          <bdi className="break-words">{item.message.slice(0, 300)}</bdi> {attentionWords[item.kind]}
        </Alert>
      ))}
      {payment.open_operations.map((operation) => (
        <Alert key={operation.id} variant="info">
          {operationWords[operation.kind]} of {formatAmount(operation.amount, payment.currency)}{" "}
          {operation.status === "pending" ? words.waiting : words.checked}
        </Alert>
      ))}
      <MoneyBar payment={payment} />
      <Facts payment={payment} />
      <Timeline payment={payment} />
    </div>
  );
}
