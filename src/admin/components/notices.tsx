import { Alert } from "@medusajs/ui";
import type { AdminPayment } from "../../contract/admin";
import { short } from "../lib/view";
import { openOperation, useWords } from "../lib/words";

/** What needs a person, with what to do, and what is still open at the gateway. No buttons: nothing is sent from here. */
export function Notices({ payment }: { payment: AdminPayment }) {
  const { say, money, moment } = useWords();
  if (payment.attention.length === 0 && payment.open_operations.length === 0) return null;
  return (
    <div className="flex flex-col gap-y-2">
      {payment.attention.map((item) => (
        <Alert
          key={item.id}
          variant="warning"
          role="alert"
          aria-label={say("payment.attention")}
          data-testid="acquiring-attention"
        >
          <span className="block [overflow-wrap:anywhere]" dir="auto">
            {short(item.message)}
          </span>
          <strong className="block font-medium" data-action={item.action}>
            {say(`attention.action.${item.action}`)}: {say(`attention.advice.${item.kind}`)}
          </strong>
        </Alert>
      ))}
      {payment.open_operations.map(({ id, kind, status, amount, since }) => (
        <Alert key={id} variant="info" role="status" data-testid="acquiring-open-operation">
          {openOperation(say, kind, status, money(amount, payment.currency))}{" "}
          <time dateTime={since} className="text-ui-fg-subtle">
            {say("payment.since", { moment: moment(since) })}
          </time>
        </Alert>
      ))}
    </div>
  );
}
