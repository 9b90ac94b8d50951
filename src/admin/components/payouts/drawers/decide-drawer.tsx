import { RadioGroup, toast } from "@medusajs/ui";
import { useState } from "react";
import type { AdminPayout, PayoutAnswer, PayoutDecision } from "../../../../api-schema/admin";
import { decidePayout } from "../../../lib/payouts/payout-calls";
import { payoutLine } from "../../../lib/payouts/payout-view";
import { usePaymentAction } from "../../../lib/use-payment-action";
import { useTexts } from "../../../lib/texts";
import { ActionDrawer } from "../../actions/action-drawer";
import { NoteField } from "../../actions/fields";

/** An approver records the result of a payout whose result is unknown. Nothing is preselected. */
export function DecideDrawer({ payout, onClose }: { payout: AdminPayout; onClose: () => void }) {
  const { t, money } = useTexts();
  const [outcome, setOutcome] = useState<PayoutDecision["outcome"] | null>(null);
  const [note, setNote] = useState("");
  const written = note.trim();
  const action = usePaymentAction<PayoutAnswer>({
    // Disabled without a choice: paying twice is worse than paying late.
    send: () => decidePayout(payout.id, { outcome: outcome ?? "paid", note: written, version: payout.version }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t("payout.decided"), { description: payoutLine(money, payout) });
      onClose();
    },
  });
  return (
    <ActionDrawer
      title={t("payout.decide")}
      text={t("payout.decideText")}
      confirm={t("payout.decide")}
      isDangerous
      isReady={outcome !== null && written !== ""}
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <RadioGroup
        value={outcome ?? ""}
        onValueChange={(value) => setOutcome(value === "paid" ? "paid" : "not_paid")}
        aria-label={t("payout.decide")}
      >
        <RadioGroup.ChoiceBox
          value="paid"
          label={t("payout.happenedPaid")}
          description={t("payout.happenedPaidText")}
        />
        <RadioGroup.ChoiceBox
          value="not_paid"
          label={t("payout.happenedNot")}
          description={t("payout.happenedNotText")}
        />
      </RadioGroup>
      <NoteField note={note} most={500} hint={t("payout.noteNeeded")} onType={setNote} />
    </ActionDrawer>
  );
}
