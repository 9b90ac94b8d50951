import { Button, toast, usePrompt } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import type { SubscriptionAnswer, SubscriptionCharge } from "../../../api-schema/admin";
import { orderCharge } from "../../lib/subscriptions/subscription-calls";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly subscriptionId: string;
  readonly charge: SubscriptionCharge;
}

/** Creates the missing order of a charge after a confirmation. Safe to repeat: a charge becomes one order. */
export function OrderButton({ subscriptionId, charge }: Props) {
  const { t, money } = useTexts();
  const prompt = usePrompt();
  const refresh = useRefresh();
  const notify = ({ outcome, message }: SubscriptionAnswer): void => {
    if (outcome === "done")
      toast.success(t("subscription.orderCreated"), { description: money(charge.amount, charge.currency) });
    else toast.error(t("subscription.makeOrder"), { description: short(message ?? t("action.outcome.refused")) });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () => orderCharge(subscriptionId, { charge_id: charge.id }),
    onSuccess: notify,
    onError: (error) => toast.error(t("subscription.makeOrder"), { description: short(errorTextOf(t, error)) }),
    onSettled: refresh,
  });
  const ask = async (): Promise<void> => {
    const values = { amount: money(charge.amount, charge.currency), number: charge.number };
    const isSure = await prompt({
      variant: "confirmation",
      title: t("subscription.makeOrder"),
      description: t("subscription.makeOrderText", values),
      confirmText: t("subscription.makeOrder"),
      cancelText: t("action.cancel"),
    });
    if (isSure) mutate();
  };
  return (
    <Button
      size="small"
      variant="secondary"
      className="whitespace-nowrap"
      isLoading={isPending}
      onClick={() => void ask()}
      data-testid="acquiring-make-order"
    >
      {t("subscription.makeOrder")}
    </Button>
  );
}
