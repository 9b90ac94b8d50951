import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { AttentionEntry } from "../../../api-schema/admin";
import { dismissItem } from "../../lib/calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { NoteField } from "../actions/fields";

export function DismissDrawer({ item, onClose }: { item: AttentionEntry; onClose: () => void }) {
  const { t } = useTexts();
  const [note, setNote] = useState("");
  const action = usePaymentAction<unknown>({
    send: () => dismissItem(item.id, { note: note.trim(), message: item.message }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t("attention.page.dismissed"));
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={`${t("attention.page.dismiss")}: ${t(`attention.name.${item.kind}`)}`}
      text={t("attention.page.dismissText")}
      confirm={t("attention.page.dismiss")}
      isReady={note.trim() !== ""}
      isOver={false}
      {...{ action, onClose }}
    >
      <NoteField note={note} most={500} hint={t("action.noteNeeded")} onType={setNote} />
    </ActionDrawer>
  );
}
