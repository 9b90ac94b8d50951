import { Button, toast, usePrompt } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import type { LegalHold } from "../../../api-schema/admin";
import { sendHold } from "../../lib/privacy/privacy-calls";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

/** Asks first. Released twice, nothing changes. */
export function ReleaseButton({ hold: { id, subject } }: { hold: LegalHold }) {
  const { t } = useTexts();
  const prompt = usePrompt();
  const refresh = useRefresh();
  const name = t("privacy.holds.releaseOf", { who: short(subject) });
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendHold({ action: "release", id }),
    onSuccess: () => toast.success(t("privacy.holds.released")),
    onError: (error) => toast.error(name, { description: short(errorTextOf(t, error)) }),
    onSettled: refresh,
  });
  const ask = async (): Promise<void> => {
    const isSure = await prompt({
      title: name,
      description: t("privacy.holds.releaseText"),
      confirmText: t("privacy.holds.release"),
      cancelText: t("action.cancel"),
    });
    if (isSure) mutate();
  };
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={isPending}
      aria-label={name}
      onClick={() => void ask()}
      data-testid="acquiring-hold-release"
    >
      {t("privacy.holds.release")}
    </Button>
  );
}
