import { Badge, StatusBadge } from "@medusajs/ui";
import type { PayoutRow, PayoutState } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

const COLOR: Record<PayoutState, "green" | "red" | "orange" | "blue" | "grey"> = {
  draft: "grey",
  submitted: "orange",
  approved: "blue",
  sending: "blue",
  pending: "blue",
  paid: "green",
  failed: "red",
  cancelled: "grey",
  held: "orange",
  unknown: "orange",
  rejected: "red",
  expired: "grey",
  withdrawn: "grey",
};

export function PayoutBadge({ row: { state, attention } }: { row: Pick<PayoutRow, "state" | "attention"> }) {
  const { t } = useTexts();
  return (
    <span className="flex items-center gap-1">
      <StatusBadge color={COLOR[state]} data-testid="acquiring-payout-state" data-state={state}>
        {t(`payout.state.${state}`)}
      </StatusBadge>
      {attention > 0 ? (
        <Badge size="2xsmall" color="orange" aria-label={t("payment.attention")} title={t("payment.attention")}>
          {attention}
        </Badge>
      ) : null}
    </span>
  );
}
