import { toast } from "@medusajs/ui";
import type { SubscriptionAnswer } from "../../../api-schema/admin";
import { checkSubscription } from "../../lib/subscriptions/subscription-calls";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { RefreshStatusButton } from "../actions/refresh-status-button";

export function CheckButton({ id }: { id: string }) {
  const { t } = useTexts();
  const notify = ({ outcome, message }: SubscriptionAnswer): void => {
    if (outcome === "done") toast.success(t("subscription.checked"));
    else toast.warning(t("action.query"), { description: short(message ?? t(`action.outcome.${outcome}`)) });
  };
  return (
    <RefreshStatusButton ask={() => checkSubscription(id)} notify={notify} testId="acquiring-check-subscription" />
  );
}
