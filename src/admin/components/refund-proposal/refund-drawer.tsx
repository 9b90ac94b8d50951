import { Alert, Checkbox, Label, toast } from "@medusajs/ui";
import { useId, useState } from "react";
import type { RefundProposal, SurplusResult } from "../../../api-schema/admin";
import { makeProposedRefund } from "../../lib/refund-calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { NoteField } from "../actions/fields";
import { OutcomeNotice } from "../actions/outcome";
import { CauseList } from "./cause-list";
import { ProposedPayments } from "./proposed-payments";

export interface ProposalDrawerProps {
  readonly orderId: string;
  readonly proposal: RefundProposal;
  readonly surplus: string;
  readonly onClose: () => void;
}

const isMade = ({ results }: SurplusResult): boolean => results.every(({ outcome }) => outcome === "done");

/** After a refusal or without an answer: the plan that was shown is no longer proposed, so sending it again is always refused. */
export const isOutdated = (
  trouble: string | null,
  shown: Pick<RefundProposal, "plan">,
  now: Pick<RefundProposal, "plan">,
): boolean => trouble !== null && shown.plan !== now.plan;

/** Shows what was proposed when it opened, and makes exactly that. Its idempotency key is the plan. */
export function ProposedRefundDrawer({ orderId, proposal, surplus, onClose }: ProposalDrawerProps) {
  const { t, money } = useTexts();
  // The proposal changes once it is refunded, and the result must stay readable.
  const [shown] = useState(proposal);
  const [amount] = useState(money(surplus, proposal.currency));
  const [note, setNote] = useState("");
  const [isDespiteDispute, setDespiteDispute] = useState(false);
  const action = usePaymentAction<SurplusResult>({
    send: () =>
      makeProposedRefund(orderId, {
        plan: shown.plan ?? "",
        ...(note.trim() === "" ? {} : { note: note.trim() }),
        ...(isDespiteDispute ? { despite_dispute: true } : {}),
      }),
    isUnsent: () => false,
    onAnswer: (answer) => {
      if (!isMade(answer)) return;
      toast.success(`${t("payment.state.refunded")}: ${amount}`);
      onClose();
    },
  });
  const hasChanged = isOutdated(action.trouble, shown, proposal);
  return (
    <ActionDrawer
      title={t("action.refund")}
      text={t("action.refundText")}
      confirm={t("action.confirmRefund", { amount })}
      isDangerous
      isReady={shown.plan !== null && (shown.dispute === null || isDespiteDispute)}
      isOver={action.answer !== null || hasChanged}
      {...{ action, onClose }}
    >
      <CauseList causes={shown.causes} currency={shown.currency} />
      <ProposedPayments proposal={shown} />
      {shown.dispute === null ? null : (
        <DisputeBox dispute={shown.dispute} isChecked={isDespiteDispute} onCheck={setDespiteDispute} />
      )}
      <NoteField note={note} most={200} hint={t("action.noteHint")} onType={setNote} />
      {action.answer?.results.map((result) => (
        <OutcomeNotice key={result.payment_id} result={result} />
      ))}
      {hasChanged ? (
        <Alert variant="info" role="status" data-testid="acquiring-refund-proposal-changed">
          {t("returns.changed")}
        </Alert>
      ) : null}
    </ActionDrawer>
  );
}

interface BoxProps {
  readonly dispute: "open" | "lost";
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}

function DisputeBox({ dispute, isChecked, onCheck }: BoxProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className="flex items-start gap-x-2">
      <Checkbox
        id={id}
        checked={isChecked}
        onCheckedChange={(checked) => onCheck(checked === true)}
        data-testid="acquiring-despite-dispute"
      />
      <Label htmlFor={id} size="small">
        {`${t(`returns.dispute.${dispute}`)} ${t("returns.despiteDispute")}`}
      </Label>
    </div>
  );
}
