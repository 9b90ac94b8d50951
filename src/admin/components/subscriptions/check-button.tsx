import { Button, toast } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import type { SubscriptionAnswer } from "../../../contract/admin";
import { checkSubscription } from "../../lib/subscription-calls";
import { troubleOf, useRefresh } from "../../lib/use-intention";
import { short } from "../../lib/view";
import { useWords } from "../../lib/words";

/** Asks the gateway now. Reads only, so it needs no dialog and no key. */
export function CheckButton({ id }: { id: string }) {
  const { say } = useWords();
  const refresh = useRefresh();
  const tell = ({ outcome, message }: SubscriptionAnswer): void => {
    if (outcome === "done") toast.success(say("subscription.checked"));
    else toast.warning(say("action.query"), { description: short(message ?? say(`action.outcome.${outcome}`)) });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () => checkSubscription(id),
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
      data-testid="acquiring-check-subscription"
    >
      {say("action.query")}
    </Button>
  );
}
