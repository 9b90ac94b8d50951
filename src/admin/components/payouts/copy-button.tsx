import { Button, toast, usePrompt } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { PayoutAnswer } from "../../../api-schema/admin";
import { newKey } from "../../lib/client";
import { copyPayout } from "../../lib/payouts/payout-calls";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/words";

/** Makes a new draft of a payout that is over, after a question, and opens it to be corrected. Twice is once: the key is made with the button. */
export function CopyButton({ id }: { id: string }) {
  const { say } = useTexts();
  const prompt = usePrompt();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const key = useRef(newKey());
  const { mutate, isPending } = useMutation({
    mutationFn: () => copyPayout(id, { key: key.current }),
    onSuccess: ({ payout }: PayoutAnswer) => {
      toast.success(say("payout.copied"));
      void navigate(`/acquiring/payouts/${payout.id}/edit`);
    },
    onError: (error) => toast.error(say("payout.copy"), { description: short(errorTextOf(say, error)) }),
    onSettled: refresh,
  });
  const ask = async (): Promise<void> => {
    const isSure = await prompt({
      variant: "confirmation",
      title: say("payout.copy"),
      description: say("payout.copyText"),
      confirmText: say("payout.copy"),
      cancelText: say("action.cancel"),
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
      {say("payout.copy")}
    </Button>
  );
}
