import { Alert } from "@medusajs/ui";
import type { AdminPayment } from "../../contract/admin";
import { attentionActionWords, attentionWords, openOperationWords, sinceWords, words } from "../i18n/en";
import { formatAmount } from "../lib/amounts";
import { formatMoment, short } from "../lib/view";

/** What needs a person, with what to do, and what is still open at the gateway. No buttons: nothing is sent from here. */
export function Notices({ payment }: { payment: AdminPayment }) {
  if (payment.attention.length === 0 && payment.open_operations.length === 0) return null;
  return (
    <div className="flex flex-col gap-y-2">
      {payment.attention.map((item) => (
        <Alert
          key={item.id}
          variant="warning"
          role="alert"
          aria-label={words.attention}
          data-testid="acquiring-attention"
        >
          <span className="block [overflow-wrap:anywhere]" dir="auto">
            {short(item.message)}
          </span>
          <strong className="block font-medium" data-action={item.action}>
            {attentionActionWords[item.action]}: {attentionWords[item.kind]}
          </strong>
        </Alert>
      ))}
      {payment.open_operations.map(({ id, kind, status, amount, since }) => (
        <Alert key={id} variant="info" role="status" data-testid="acquiring-open-operation">
          {openOperationWords(kind, status, formatAmount(amount, payment.currency))}{" "}
          <time dateTime={since} className="text-ui-fg-subtle">
            {sinceWords(formatMoment(since))}
          </time>
        </Alert>
      ))}
    </div>
  );
}
