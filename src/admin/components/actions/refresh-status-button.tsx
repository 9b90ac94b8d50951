import { Button, toast } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

interface Props<Answer> {
  readonly ask: () => Promise<Answer>;
  readonly notify: (answer: Answer) => void;
  readonly testId: string;
}

/** Queries the gateway now. Read-only, so it needs no dialog and no idempotency key. */
export function RefreshStatusButton<Answer>({ ask, notify, testId }: Props<Answer>) {
  const { t } = useTexts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: ask,
    onSuccess: notify,
    onError: (error) => toast.error(t("action.query"), { description: short(errorTextOf(t, error)) }),
    onSettled: refresh,
  });
  return (
    <Button size="small" variant="secondary" isLoading={isPending} onClick={() => mutate()} data-testid={testId}>
      {t("action.query")}
    </Button>
  );
}
