import { Button, toast } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import type { ActionResult } from "../../../contract/admin";
import { queryPayment } from "../../lib/calls";
import { troubleOf, useRefresh } from "../../lib/use-intention";
import { short } from "../../lib/view";
import { useWords } from "../../lib/words";

/** Asks the gateway now. Reads only, so it needs no dialog and no key. */
export function QueryButton({ paymentId }: { paymentId: string }) {
  const { say } = useWords();
  const refresh = useRefresh();
  const tell = ({ outcome, message }: ActionResult): void => {
    const description = short([say(`action.outcome.${outcome}`), message].filter(Boolean).join(" "));
    if (outcome === "done") toast.success(say("action.queried"));
    else toast.warning(say("action.query"), { description });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () => queryPayment(paymentId),
    onSuccess: tell,
    onError: (error) => toast.error(say("action.query"), { description: short(troubleOf(say, error)) }),
    onSettled: refresh,
  });
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={isPending}
      onClick={() => mutate()}
      data-testid="acquiring-query"
    >
      {say("action.query")}
    </Button>
  );
}
