import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { AdminBeneficiary, BeneficiaryAnswer } from "../../../api-schema/admin";
import { blockBeneficiary, unblockBeneficiary } from "../../lib/payouts/beneficiary-calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { NoteField } from "../actions/fields";

interface Props {
  readonly beneficiary: Pick<AdminBeneficiary, "id" | "name" | "blocked">;
  readonly onClose: () => void;
}

const NOTE_MOST = 500;

export function BlockDrawer({ beneficiary: { id, name, blocked }, onClose }: Props) {
  const { t } = useTexts();
  // The state when the drawer opened: the page behind it is reloaded afterwards.
  const [isBlocked] = useState(blocked);
  const [note, setNote] = useState("");
  const action = usePaymentAction<BeneficiaryAnswer>({
    send: () => (isBlocked ? unblockBeneficiary : blockBeneficiary)(id, { note: note.trim() }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t(isBlocked ? "beneficiary.unblockedNow" : "beneficiary.blockedNow"));
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={t(isBlocked ? "beneficiary.unblockTitle" : "beneficiary.blockTitle", { name: short(name) })}
      text={t(isBlocked ? "beneficiary.unblockHint" : "beneficiary.blockHint")}
      confirm={t(isBlocked ? "beneficiary.unblock" : "beneficiary.block")}
      isDangerous={!isBlocked}
      isReady={note.trim() !== ""}
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <NoteField note={note} most={NOTE_MOST} hint={t("beneficiary.whyHint")} onType={setNote} />
    </ActionDrawer>
  );
}
