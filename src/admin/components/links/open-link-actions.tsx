import { Button, toast, usePrompt } from "@medusajs/ui";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { AdminPaymentLink } from "../../../api-schema/admin";
import { newKey } from "../../lib/client";
import { revokeLink, sendLink } from "../../lib/payment-links/link-calls";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly link: AdminPaymentLink;
  /** Undefined: the order owes nothing that a renewed link could ask for. */
  readonly onRenew: (() => void) | undefined;
}

export function OpenLinkActions({ link, onRenew }: Props) {
  const { t } = useTexts();
  const key = useRef(newKey());
  const sending = useConfirmed("send", () => sendLink(link.id, key.current));
  const revoking = useConfirmed("revoke", () => revokeLink(link.id));
  const send = async (): Promise<void> => {
    // A repeated click within one confirmation keeps the key; each confirmed sending has its own.
    if (await sending.ask()) key.current = newKey();
  };
  return (
    <div className="flex flex-wrap gap-2">
      {link.url === null ? null : (
        <Button
          size="small"
          variant="secondary"
          isLoading={sending.isPending}
          onClick={() => void send()}
          data-testid="acquiring-link-send"
        >
          {t("link.send")}
        </Button>
      )}
      {onRenew === undefined ? null : (
        <Button size="small" variant="secondary" onClick={onRenew} data-testid="acquiring-link-renew">
          {t("link.renew")}
        </Button>
      )}
      <Button
        size="small"
        variant="secondary"
        isLoading={revoking.isPending}
        onClick={() => void revoking.ask()}
        data-testid="acquiring-link-revoke"
      >
        {t("link.revoke")}
      </Button>
    </div>
  );
}

const DONE = { send: "link.sentNow", revoke: "link.revokedNow" } as const;

/** Asks first. `ask` is true once it was done. */
function useConfirmed(act: "send" | "revoke", run: () => Promise<unknown>) {
  const { t } = useTexts();
  const prompt = usePrompt();
  const refresh = useRefresh();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: run,
    onSuccess: () => toast.success(t(DONE[act])),
    onError: (error) => toast.error(t(`link.${act}`), { description: short(errorTextOf(t, error)) }),
    onSettled: refresh,
  });
  const ask = async (): Promise<boolean> => {
    const isSure = await prompt({
      variant: act === "revoke" ? "danger" : "confirmation",
      title: t(`link.${act}`),
      description: t(`link.${act}Text`),
      confirmText: t(`link.${act}`),
      cancelText: t("action.cancel"),
    });
    return isSure && mutateAsync().then(yes, no);
  };
  return { ask, isPending };
}

const yes = (): boolean => true;
const no = (): boolean => false;
