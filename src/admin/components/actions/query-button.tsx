import { toast } from "@medusajs/ui";
import type { ActionResult } from "../../../api-schema/admin";
import { queryPayment } from "../../lib/calls";
import { short, shownState } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { RefreshStatusButton } from "./refresh-status-button";

export function QueryButton({ paymentId }: { paymentId: string }) {
  const { t, money } = useTexts();
  const notify = ({ outcome, message, payment }: ActionResult): void => {
    const now = `${t(`payment.state.${shownState(payment)}`)} · ${money(payment.amounts.requested, payment.currency)}`;
    const description = short([t(`action.outcome.${outcome}`), message].filter(Boolean).join(" "));
    if (outcome === "done") toast.success(t("action.queried"), { description: now });
    else toast.warning(t("action.query"), { description });
  };
  return <RefreshStatusButton ask={() => queryPayment(paymentId)} notify={notify} testId="acquiring-query" />;
}
