import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { RefundProposal } from "../../../api-schema/admin";
import { hideProposal } from "../../lib/refund-calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { NoteField } from "../actions/fields";
import type { ProposalDrawerProps } from "./refund-drawer";

/** "Not now", with a reason: hidden until the amount changes. */
export function HideProposalDrawer({ orderId, surplus, onClose }: ProposalDrawerProps) {
  const { t } = useTexts();
  const [shown] = useState(surplus);
  const [note, setNote] = useState("");
  const action = usePaymentAction<RefundProposal>({
    send: () => hideProposal(orderId, { surplus: shown, note: note.trim() }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t("returns.dismissedNow"));
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={t("returns.notNow")}
      text={t("returns.notNowText")}
      confirm={t("returns.notNow")}
      isReady={note.trim() !== ""}
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <NoteField note={note} most={200} hint={t("returns.noteHint")} onType={setNote} />
    </ActionDrawer>
  );
}
