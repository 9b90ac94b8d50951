import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { ActionResult, AdminPayment } from "../../../api-schema/admin";
import { capturePayment, refundPayment, voidPayment } from "../../lib/calls";
import { readAmount } from "../../lib/amount-entry";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "./action-drawer";
import { AmountField, NoteField } from "./fields";
import { OutcomeNotice } from "./outcome";
import { RefundItems } from "./refund-items";
import { NO_REASON, RefundReasonField } from "./refund-reason";

/** Capture, void and refund of one payment: amounts are prefilled; the server says what is allowed. */
export interface DrawerProps {
  readonly payment: AdminPayment;
  readonly onClose: () => void;
}

/** A successful dialog closes; any other result stays open to be read. */
export function usePaymentResult(send: (key: string) => Promise<ActionResult>, onClose: () => void, done: string) {
  const action = usePaymentAction<ActionResult>({
    send,
    isUnsent: ({ outcome }) => outcome === "not_sent",
    onAnswer: ({ outcome }) => {
      if (outcome !== "done") return;
      toast.success(done);
      onClose();
    },
  });
  const { answer } = action;
  return { action, isOver: answer !== null && answer.outcome !== "not_sent" };
}

export function CaptureDrawer({ payment, onClose }: DrawerProps) {
  const { t, money } = useTexts();
  // What was allowed when the drawer opened: the payment changes afterwards, and the result must stay readable.
  const [{ most, partial }] = useState(payment.actions.capture ?? { most: "0", partial: false });
  const [typed, setTyped] = useState(most);
  const amount = readAmount(typed, most);
  const shown = money(amount ?? most, payment.currency);
  const send = (key: string) => capturePayment(payment.id, { key, amount: amount ?? most });
  const { action, isOver } = usePaymentResult(send, onClose, `${t("payment.state.captured")}: ${shown}`);
  return (
    <ActionDrawer
      title={t("action.capture")}
      text={t("action.captureText")}
      confirm={t("action.confirmCapture", { amount: shown })}
      isReady={amount !== null}
      {...{ action, isOver, onClose }}
    >
      <AmountField typed={typed} most={most} currency={payment.currency} isFixed={!partial} onType={setTyped} />
      {action.answer ? <OutcomeNotice result={action.answer} /> : null}
    </ActionDrawer>
  );
}

export function VoidDrawer({ payment, onClose }: DrawerProps) {
  const { t, money } = useTexts();
  const [whole] = useState(payment.actions.void?.amount ?? "0");
  const amount = money(whole, payment.currency);
  const send = (key: string) => voidPayment(payment.id, { key });
  const { action, isOver } = usePaymentResult(send, onClose, `${t("payment.state.voided")}: ${amount}`);
  return (
    <ActionDrawer
      title={t("action.void")}
      text={t("action.voidText", { amount })}
      confirm={t("action.confirmVoid", { amount })}
      isDangerous
      isReady
      {...{ action, isOver, onClose }}
    >
      {action.answer ? <OutcomeNotice result={action.answer} /> : null}
    </ActionDrawer>
  );
}

export function RefundDrawer({ payment, onClose }: DrawerProps) {
  const { t, money } = useTexts();
  const [most] = useState(payment.actions.refund?.most ?? "0");
  const [typed, setTyped] = useState(most);
  const [note, setNote] = useState("");
  const [reason, setReason] = useState(NO_REASON);
  const amount = readAmount(typed, most);
  const shown = money(amount ?? most, payment.currency);
  const send = (key: string) =>
    refundPayment(payment.id, {
      key,
      amount: amount ?? most,
      ...(note.trim() === "" ? {} : { note: note.trim() }),
      ...(reason === NO_REASON ? {} : { reason_id: reason }),
    });
  const { action, isOver } = usePaymentResult(send, onClose, `${t("payment.state.refunded")}: ${shown}`);
  return (
    <ActionDrawer
      title={t("action.refund")}
      text={t("action.refundText")}
      confirm={t("action.confirmRefund", { amount: shown })}
      isDangerous
      isReady={amount !== null}
      {...{ action, isOver, onClose }}
    >
      {payment.order ? (
        <RefundItems orderId={payment.order.id} currency={payment.currency} most={most} onWorth={setTyped} />
      ) : null}
      <AmountField typed={typed} most={most} currency={payment.currency} onType={setTyped} />
      <RefundReasonField value={reason} onChoose={setReason} />
      <NoteField note={note} most={200} hint={t("action.noteHint")} onType={setNote} />
      {action.answer ? <OutcomeNotice result={action.answer} /> : null}
    </ActionDrawer>
  );
}
