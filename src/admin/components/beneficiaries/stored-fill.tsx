import { Alert, Button, toast } from "@medusajs/ui";
import type { AdminBeneficiary } from "../../../api-schema/admin";
import { revealBeneficiary } from "../../lib/payouts/beneficiary-calls";
import type { BeneficiaryDraft } from "../../lib/payouts/beneficiary-form";
import { beneficiaryDraftOf } from "../../lib/payouts/beneficiary-form";
import { useSending } from "../../lib/use-sending";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";

interface Props {
  readonly beneficiary: AdminBeneficiary;
  /** Fills in the stored values; typed values are kept by the form. */
  readonly onFilled: (stored: BeneficiaryDraft) => void;
}

/** An edit sends the whole beneficiary. Filling in stored bank data is recorded; other readers type it again. */
export function StoredFill({ beneficiary: { id, actions }, onFilled }: Props) {
  const { t } = useTexts();
  const sending = useSending({
    send: () => revealBeneficiary(id, { reason: t("beneficiaryForm.fillReason") }),
    onDone: ({ details }) => {
      onFilled(beneficiaryDraftOf(details));
      toast.success(t("beneficiaryForm.filled"));
    },
    onRefused: () => undefined,
  });
  return (
    <Alert variant="info">
      <span className="block">{t("beneficiaryForm.sealed")}</span>
      {actions.reveal.allowed ? (
        <>
          <span className="block">{t("beneficiaryForm.sealedFill")}</span>
          <Button
            type="button"
            size="small"
            variant="secondary"
            className="mt-2"
            isLoading={sending.isSending}
            onClick={() => sending.go(null)}
            data-testid="acquiring-fill-stored"
          >
            {t("beneficiaryForm.fill")}
          </Button>
        </>
      ) : null}
      {sending.trouble === null ? null : <Trouble text={sending.trouble} />}
    </Alert>
  );
}
