import { toast } from "@medusajs/ui";
import type { ActionResult } from "../../../api-schema/admin";
import { queryPayment } from "../../lib/calls";
import { short, shownState } from "../../lib/view";
import { useTexts } from "../../lib/words";
import { RefreshStatusButton } from "./refresh-status-button";

/** Asks the gateway about one payment. */
export function QueryButton({ paymentId }: { paymentId: string }) {
  const { say, money } = useTexts();
  const tell = ({ outcome, message, payment }: ActionResult): void => {
    const now = `${say(`payment.state.${shownState(payment)}`)} · ${money(payment.amounts.requested, payment.currency)}`;
    const description = short([say(`action.outcome.${outcome}`), message].filter(Boolean).join(" "));
    if (outcome === "done") toast.success(say("action.queried"), { description: now });
    else toast.warning(say("action.query"), { description });
  };
  return <RefreshStatusButton ask={() => queryPayment(paymentId)} tell={tell} testId="acquiring-query" />;
}
