import { Badge, StatusBadge } from "@medusajs/ui";
import type { SubscriptionRow, SubscriptionState } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

const COLOR: Record<SubscriptionState, "green" | "red" | "orange" | "blue" | "grey"> = {
  pending: "blue",
  active: "green",
  cancelling: "orange",
  cancelled: "grey",
  ended: "grey",
  failed: "red",
};

export function SubscriptionBadge({ row }: { row: Pick<SubscriptionRow, "state" | "overdue" | "attention"> }) {
  const { t } = useTexts();
  return (
    <span className="flex items-center gap-1">
      <StatusBadge color={COLOR[row.state]} data-testid="acquiring-subscription-state">
        {t(`subscription.state.${row.state}`)}
      </StatusBadge>
      {row.overdue ? (
        <Badge size="2xsmall" color="red">
          {t("subscription.overdue")}
        </Badge>
      ) : null}
      {row.attention > 0 ? (
        <Badge size="2xsmall" color="orange" aria-label={t("payment.attention")} title={t("payment.attention")}>
          {row.attention}
        </Badge>
      ) : null}
    </span>
  );
}
