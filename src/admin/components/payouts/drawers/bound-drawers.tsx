import { Alert, Text, toast } from "@medusajs/ui";
import { useState } from "react";
import type { AdminPayout, PayoutAnswer } from "../../../../api-schema/admin";
import { approvePayout, submitPayout } from "../../../lib/payouts/payout-calls";
import { payoutLine } from "../../../lib/payouts/payout-view";
import { usePaymentAction } from "../../../lib/use-payment-action";
import { useTexts } from "../../../lib/texts";
import { ActionDrawer } from "../../actions/action-drawer";
import { NoteField } from "../../actions/fields";
import { PayeeName } from "../payee";
import { Summary } from "../payout-summary";

/** Submitting and approving: both are bound to exactly what the dialog shows. */
interface Props {
  /** The payout as it was when the dialog opened. */
  readonly seen: AdminPayout;
  readonly now: AdminPayout;
  readonly onClose: () => void;
}

export function SubmitDrawer({ seen, now, onClose }: Props) {
  const { t, money } = useTexts();
  const action = usePaymentAction<PayoutAnswer>({
    send: () => submitPayout(seen.id, { payload_hash: seen.payload_hash ?? "" }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t("payout.submitted"), { description: payoutLine(money, seen) });
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={t("payout.submit")}
      text={t("payout.submitText")}
      confirm={t("payout.submit")}
      isReady={isSame(seen, now)}
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <Bound {...{ seen, now }} />
    </ActionDrawer>
  );
}

export function ApproveDrawer({ seen, now, onClose }: Props) {
  const { t, money } = useTexts();
  const [note, setNote] = useState("");
  const written = note.trim();
  const action = usePaymentAction<PayoutAnswer>({
    send: () =>
      approvePayout(seen.id, { payload_hash: seen.payload_hash ?? "", ...(written === "" ? {} : { note: written }) }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t("payout.approved"), { description: payoutLine(money, seen) });
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={t("payout.approve")}
      text={t("payout.approveText")}
      confirm={t("payout.approve")}
      isReady={isSame(seen, now)}
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <Bound {...{ seen, now }} />
      <NoteField note={note} most={500} hint={t("payout.noteHint")} onType={setNote} />
    </ActionDrawer>
  );
}

const isSame = (seen: AdminPayout, now: AdminPayout): boolean =>
  seen.payload_hash !== null && seen.payload_hash === now.payload_hash;

function Bound({ seen, now }: Pick<Props, "seen" | "now">) {
  const { t, money } = useTexts();
  return (
    <>
      <div>
        <Text size="large" weight="plus">
          {money(seen.amount, seen.currency)}
        </Text>
        <Text size="small" className="[overflow-wrap:anywhere]">
          <PayeeName beneficiary={seen.beneficiary} />
        </Text>
        <Text size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
          {t("payout.reference")}: <bdi>{seen.reference}</bdi>
        </Text>
      </div>
      <Summary lines={seen.summary} />
      {isSame(seen, now) ? null : (
        <Alert variant="warning" role="alert" data-testid="acquiring-changed-meanwhile">
          {t("payout.changedMeanwhile")}
        </Alert>
      )}
    </>
  );
}
