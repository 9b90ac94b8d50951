import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { AdminPayout, PayoutAnswer } from "../../../../api-schema/admin";
import { rejectPayout, withdrawPayout } from "../../../lib/payouts/payout-calls";
import { payoutLine } from "../../../lib/payouts/payout-view";
import { usePaymentAction } from "../../../lib/use-payment-action";
import { short } from "../../../lib/view";
import { useTexts } from "../../../lib/texts";
import { ActionDrawer } from "../../actions/action-drawer";
import { NoteField } from "../../actions/fields";

interface Props {
  readonly act: "reject" | "withdraw";
  readonly payout: AdminPayout;
  readonly onClose: () => void;
}

const DONE = { reject: "payout.rejected", withdraw: "payout.withdrawn" } as const;

export function NoteDrawer({ act, payout, onClose }: Props) {
  const { t, money } = useTexts();
  const [note, setNote] = useState("");
  const written = note.trim();
  const action = usePaymentAction<PayoutAnswer>({
    send: () => (act === "reject" ? rejectPayout : withdrawPayout)(payout.id, { note: written }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t(DONE[act]), { description: payoutLine(money, payout) });
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={`${t(`payout.${act}`)}: ${money(payout.amount, payout.currency)}, ${short(payout.beneficiary.name)}`}
      text={t(`payout.${act}Text`)}
      confirm={t(`payout.${act}`)}
      isDangerous
      isReady={written !== ""}
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <NoteField note={note} most={500} hint={t("payout.noteNeeded")} onType={setNote} />
    </ActionDrawer>
  );
}
