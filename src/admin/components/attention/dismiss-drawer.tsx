import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { AttentionEntry } from "../../../api-schema/admin";
import { dismissItem } from "../../lib/calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/words";
import { ActionDrawer } from "../actions/action-drawer";
import { NoteField } from "../actions/fields";

/** Closes an item that a person has settled elsewhere; the note says how. */
export function DismissDrawer({ item, onClose }: { item: AttentionEntry; onClose: () => void }) {
  const { say } = useTexts();
  const [note, setNote] = useState("");
  const intention = usePaymentAction<unknown>({
    send: () => dismissItem(item.id, { note: note.trim() }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(say("desk.attention.dismissed"));
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={`${say("desk.attention.dismiss")}: ${say(`attention.name.${item.kind}`)}`}
      text={say("desk.attention.dismissText")}
      confirm={say("desk.attention.dismiss")}
      isReady={note.trim() !== ""}
      isOver={false}
      {...{ intention, onClose }}
    >
      <NoteField note={note} most={500} hint={say("action.noteNeeded")} onType={setNote} />
    </ActionDrawer>
  );
}
