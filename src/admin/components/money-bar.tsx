import { Text } from "@medusajs/ui";
import type { AdminPayment } from "../../api-schema/admin";
import { isPositive, widthOf } from "../lib/amounts";
import { useTexts } from "../lib/texts";

/** Authorised, captured and refunded amounts as a bar and as text. Makes no decision about money. */
export function MoneyBar({ payment }: { payment: AdminPayment }) {
  const { t, money } = useTexts();
  const { amounts, currency } = payment;
  const whole = isPositive(amounts.authorised) ? amounts.authorised : amounts.requested;
  const rows = [
    {
      name: t("payment.authorised"),
      value: amounts.authorised,
      color: "bg-ui-tag-blue-icon",
      testId: "acquiring-authorised",
    },
    {
      name: t("payment.captured"),
      value: amounts.captured,
      color: "bg-ui-tag-green-icon",
      testId: "acquiring-captured",
    },
    {
      name: t("payment.refunded"),
      value: amounts.refunded,
      color: "bg-ui-tag-orange-icon",
      testId: "acquiring-refunded",
    },
  ];
  return (
    <div className="flex flex-col gap-y-3">
      <div aria-hidden="true" className="bg-ui-bg-component relative h-2 w-full overflow-hidden rounded-full">
        {rows.map(({ name, value, color }) => (
          <div key={name} className={`absolute inset-y-0 left-0 ${color}`} style={{ width: widthOf(value, whole) }} />
        ))}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {rows.map(({ name, value, color, testId }) => (
          <Amount key={name} name={name} value={money(value, currency)} color={color} testId={testId} />
        ))}
        <Amount
          name={t("payment.refundable")}
          value={money(amounts.refundable, currency)}
          color={null}
          testId="acquiring-refundable"
        />
      </dl>
      {isPositive(amounts.refund_pending) ? (
        <Text size="xsmall" className="text-ui-fg-subtle">
          {t("payment.refundPending", { amount: money(amounts.refund_pending, currency) })}
        </Text>
      ) : null}
    </div>
  );
}

interface AmountProps {
  readonly name: string;
  readonly value: string;
  readonly color: string | null;
  readonly testId: string;
}

function Amount({ name, value, color, testId }: AmountProps) {
  return (
    <div>
      <dt className="text-ui-fg-subtle txt-compact-xsmall flex items-center gap-x-1.5">
        {color ? <span aria-hidden="true" className={`size-2 rounded-full ${color}`} /> : null}
        {name}
      </dt>
      <dd className="txt-compact-small-plus" data-testid={testId}>
        {value}
      </dd>
    </div>
  );
}
