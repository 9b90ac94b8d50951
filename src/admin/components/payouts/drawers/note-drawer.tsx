import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { AdminPayout, PayoutAnswer } from "../../../../api-schema/admin";
import { rejectPayout, withdrawPayout } from "../../../lib/payouts/payout-calls";
import { payoutLine } from "../../../lib/payouts/payout-view";
import { usePaymentAction } from "../../../lib/use-payment-action";
import { short } from "../../../lib/view";
import { useTexts } from "../../../lib/words";
import { ActionDrawer } from "../../actions/action-drawer";
import { NoteField } from "../../actions/fields";

interface Props {
  readonly act: "reject" | "withdraw";
  readonly payout: AdminPayout;
  readonly onClose: () => void;
}

const DONE = { reject: "payout.rejected", withdraw: "payout.withdrawn" } as const;

/** Ends a payout that has not left, with the reason. */
export function NoteDrawer({ act, payout, onClose }: Props) {
  const { say, money } = useTexts();
  const [note, setNote] = useState("");
  const written = note.trim();
  const intention = usePaymentAction<PayoutAnswer>({
    send: () => (act === "reject" ? rejectPayout : withdrawPayout)(payout.id, { note: written }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(say(DONE[act]), { description: payoutLine(money, payout) });
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={`${say(`payout.${act}`)}: ${money(payout.amount, payout.currency)}, ${short(payout.beneficiary.name)}`}
      text={say(`payout.${act}Text`)}
      confirm={say(`payout.${act}`)}
      isDangerous
      isReady={written !== ""}
      isOver={intention.answer !== null}
      {...{ intention, onClose }}
    >
      <NoteField note={note} most={500} hint={say("payout.noteNeeded")} onType={setNote} />
    </ActionDrawer>
  );
}
