import { Text } from "@medusajs/ui";
import type { RefundProposal } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly proposal: RefundProposal;
}

/** Where the money goes: the newest payment first. */
export function ProposedPayments({ proposal: { refunds, not_covered: left, currency } }: Props) {
  const { t, money, moment } = useTexts();
  if (refunds.length === 0 && left === null) return null;
  return (
    <div className="flex flex-col gap-y-1">
      {refunds.map(({ payment_id: id, amount, created_at: at }) => (
        <Text key={id} size="small" className="text-ui-fg-subtle">
          {t("returns.toPayment", { amount: money(amount, currency), at: moment(at) })}
        </Text>
      ))}
      {left === null ? null : (
        <Text size="small" className="text-ui-fg-subtle">
          {t("returns.notCovered", { amount: money(left, currency) })}
        </Text>
      )}
    </div>
  );
}
