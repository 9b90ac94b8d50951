import { Text } from "@medusajs/ui";
import type { AdminPayment } from "../../contract/admin";
import { words } from "../i18n/en";
import { formatAmount, isPositive, percentOf } from "../lib/amounts";

/** Authorised, captured, refunded: as a bar to look at and as amounts to read. */
export function MoneyBar({ payment }: { payment: AdminPayment }) {
  const { amounts, currency } = payment;
  const whole = isPositive(amounts.authorised) ? amounts.authorised : amounts.requested;
  const captured = percentOf(amounts.captured, whole);
  const refunded = percentOf(amounts.refunded, whole);
  const rows = [
    { name: words.authorised, value: amounts.authorised, color: "bg-ui-tag-blue-icon", testId: "acquiring-authorised" },
    { name: words.captured, value: amounts.captured, color: "bg-ui-tag-green-icon", testId: "acquiring-captured" },
    { name: words.refunded, value: amounts.refunded, color: "bg-ui-tag-orange-icon", testId: "acquiring-refunded" },
    { name: words.refundable, value: amounts.refundable, color: "bg-transparent", testId: "acquiring-refundable" },
  ];
  return (
    <div className="flex flex-col gap-y-3">
      <div
        aria-hidden="true"
        className={`relative h-2 w-full overflow-hidden rounded-full ${isPositive(amounts.authorised) ? "bg-ui-tag-blue-icon" : "bg-ui-bg-component"}`}
      >
        <div className="bg-ui-tag-green-icon absolute inset-y-0 left-0" style={{ width: `${String(captured)}%` }} />
        <div className="bg-ui-tag-orange-icon absolute inset-y-0 left-0" style={{ width: `${String(refunded)}%` }} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {rows.map(({ name, value, color, testId }) => (
          <div key={name}>
            <dt className="text-ui-fg-subtle txt-compact-xsmall flex items-center gap-x-1.5">
              <span aria-hidden="true" className={`size-2 rounded-full ${color}`} />
              {name}
            </dt>
            <dd className="txt-compact-small-plus" data-testid={testId}>
              {formatAmount(value, currency)}
            </dd>
          </div>
        ))}
      </dl>
      {isPositive(amounts.refund_pending) ? (
        <Text size="xsmall" className="text-ui-fg-subtle">
          {formatAmount(amounts.refund_pending, currency)} {words.pendingPart}
        </Text>
      ) : null}
    </div>
  );
}
