import { toast } from "@medusajs/ui";
import type { SubscriptionAnswer } from "../../../api-schema/admin";
import { checkSubscription } from "../../lib/subscriptions/subscription-calls";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/words";
import { RefreshStatusButton } from "../actions/refresh-status-button";

/** Asks the gateway about one contract. */
export function CheckButton({ id }: { id: string }) {
  const { say } = useTexts();
  const tell = ({ outcome, message }: SubscriptionAnswer): void => {
    if (outcome === "done") toast.success(say("subscription.checked"));
    else toast.warning(say("action.query"), { description: short(message ?? say(`action.outcome.${outcome}`)) });
  };
  return <RefreshStatusButton ask={() => checkSubscription(id)} tell={tell} testId="acquiring-check-subscription" />;
}
