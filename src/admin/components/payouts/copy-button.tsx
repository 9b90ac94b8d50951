import { Button, toast, usePrompt } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { PayoutAnswer } from "../../../api-schema/admin";
import { newKey } from "../../lib/client";
import { copyPayout } from "../../lib/payouts/payout-calls";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

/** The idempotency key belongs to the button, so a double click makes one draft. */
export function CopyButton({ id }: { id: string }) {
  const { t } = useTexts();
  const prompt = usePrompt();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const key = useRef(newKey());
  const { mutate, isPending } = useMutation({
    mutationFn: () => copyPayout(id, { key: key.current }),
    onSuccess: ({ payout }: PayoutAnswer) => {
      toast.success(t("payout.copied"));
      void navigate(`/acquiring/payouts/${payout.id}/edit`);
    },
    onError: (error) => toast.error(t("payout.copy"), { description: short(errorTextOf(t, error)) }),
    onSettled: refresh,
  });
  const ask = async (): Promise<void> => {
    const isSure = await prompt({
      variant: "confirmation",
      title: t("payout.copy"),
      description: t("payout.copyText"),
      confirmText: t("payout.copy"),
      cancelText: t("action.cancel"),
    });
    if (isSure) mutate();
  };
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={isPending}
      onClick={() => void ask()}
      data-testid="acquiring-payout-copy"
    >
      {t("payout.copy")}
    </Button>
  );
}
