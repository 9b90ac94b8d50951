import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { RefundProposal } from "../../../api-schema/admin";
import { readAmount } from "../../lib/amount-entry";
import { deductFee } from "../../lib/refund-calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { AmountField, ChoiceField } from "../actions/fields";
import { TextField } from "../forms/fields";
import type { ProposalDrawerProps } from "./refund-drawer";

type Unit = "percent" | "amount";

/** A percentage with at most two decimals, above 0 and at most 100; null: it is none. */
export function percentIn(typed: string): string | null {
  const text = typed.trim().replace(",", ".");
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null;
  return Number(text) > 0 && Number(text) <= 100 ? text : null;
}

/** Keeps a part of the refund, in Medusa's order. */
export function FeeDrawer({ orderId, proposal, surplus, onClose }: ProposalDrawerProps) {
  const { t } = useTexts();
  const [{ plan, most }] = useState({ plan: proposal.plan ?? "", most: surplus });
  const [unit, setUnit] = useState<Unit>("percent");
  const [percent, setPercent] = useState("10");
  const [amount, setAmount] = useState("");
  const fee = unit === "percent" ? percentIn(percent) : readAmount(amount, most);
  const action = usePaymentAction<RefundProposal>({
    send: () => deductFee(orderId, unit === "percent" ? { plan, percent: fee ?? "" } : { plan, amount: fee ?? "" }),
    isUnsent: () => false,
    onAnswer: () => {
      toast.success(t("returns.feeDeducted"));
      onClose();
    },
  });
  const units = (["percent", "amount"] as const).map((value) => ({ value, label: t(`returns.feeUnit.${value}`) }));
  return (
    <ActionDrawer
      title={t("returns.fee")}
      text={t("returns.feeText")}
      confirm={t("returns.fee")}
      isReady={fee !== null}
      isOver={action.answer !== null}
      {...{ action, onClose }}
    >
      <ChoiceField
        name={t("returns.feeAs")}
        value={unit}
        choices={units}
        onChoose={(value) => setUnit(value === "amount" ? "amount" : "percent")}
      />
      {unit === "percent" ? (
        <TextField
          name={t("returns.feeUnit.percent")}
          path="percent"
          inputMode="decimal"
          isRequired
          value={percent}
          problem={fee === null ? t("returns.percentInvalid") : null}
          onType={setPercent}
        />
      ) : (
        <AmountField typed={amount} most={most} currency={proposal.currency} onType={setAmount} />
      )}
    </ActionDrawer>
  );
}
