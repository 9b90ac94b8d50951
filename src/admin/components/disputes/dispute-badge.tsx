import { StatusBadge } from "@medusajs/ui";
import type { DisputeState } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

const COLOR: Record<DisputeState, "green" | "red" | "orange" | "blue" | "grey"> = {
  needs_answer: "orange",
  overdue: "red",
  answered: "blue",
  won: "green",
  lost: "grey",
};

export function DisputeBadge({ state }: { state: DisputeState }) {
  const { t } = useTexts();
  return (
    <StatusBadge color={COLOR[state]} className="whitespace-nowrap" data-testid="acquiring-dispute-state">
      {t(`disputes.state.${state}`)}
    </StatusBadge>
  );
}
