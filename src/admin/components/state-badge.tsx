import { StatusBadge } from "@medusajs/ui";
import type { ShownState } from "../lib/view";
import { useTexts } from "../lib/texts";

const COLOR: Record<ShownState, "green" | "red" | "orange" | "blue" | "grey"> = {
  created: "blue",
  action_required: "orange",
  pending: "orange",
  unknown: "orange",
  authorised: "blue",
  captured: "green",
  partly_captured: "green",
  partly_refunded: "orange",
  refunded: "grey",
  voided: "grey",
  declined: "red",
  expired: "grey",
  cancelled: "grey",
  replaced: "grey",
};

export function StateBadge({ state }: { state: ShownState }) {
  const { t } = useTexts();
  return (
    <StatusBadge color={COLOR[state]} data-testid="acquiring-state">
      {t(`payment.state.${state}`)}
    </StatusBadge>
  );
}
