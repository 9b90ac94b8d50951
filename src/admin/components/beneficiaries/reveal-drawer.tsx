import { Text } from "@medusajs/ui";
import { useEffect, useState } from "react";
import type { AdminBeneficiary, BeneficiaryDetails } from "../../../api-schema/admin";
import { revealBeneficiary } from "../../lib/payouts/beneficiary-calls";
import type { BeneficiaryField } from "../../lib/payouts/beneficiary-form";
import { beneficiaryDraftOf, FIELDS } from "../../lib/payouts/beneficiary-form";
import { usePaymentAction } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { ActionDrawer } from "../actions/action-drawer";
import { Row } from "../detail-row";
import { TextField } from "../forms/fields";

interface Props {
  readonly beneficiary: Pick<AdminBeneficiary, "id" | "name">;
  readonly onClose: () => void;
}

/** An unattended screen hides the data again after the time that the text below names. */
const SHOWN_MS = 60_000;
const REASON_MOST = 200;

/** Full bank data, shown after the reason was recorded. It lives in this drawer only and is dropped when it closes. */
export function RevealDrawer({ beneficiary: { id, name }, onClose }: Props) {
  const { t } = useTexts();
  const [reason, setReason] = useState("");
  const [shown, setShown] = useState<BeneficiaryDetails | null>(null);
  const [isGone, setGone] = useState(false);
  const action = usePaymentAction<null>({
    send: async () => {
      setShown(await revealBeneficiary(id, { reason: reason.trim() }));
      return null;
    },
    isUnsent: () => true,
    onAnswer: () => undefined,
  });
  useEffect(() => {
    if (shown === null) return undefined;
    const hide = (): void => {
      setShown(null);
      setGone(true);
    };
    const timer = setTimeout(hide, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <ActionDrawer
      title={t("beneficiary.revealTitle", { name: short(name) })}
      text={t("beneficiary.revealText")}
      confirm={t("beneficiary.reveal")}
      isReady={reason.trim() !== ""}
      isOver={shown !== null || isGone}
      {...{ action, onClose }}
    >
      {shown === null && !isGone ? (
        <TextField
          path="reason"
          name={t("beneficiary.revealReason")}
          value={reason}
          most={REASON_MOST}
          isRequired
          onType={setReason}
        />
      ) : null}
      {shown === null ? null : <Details details={shown} />}
      {isGone ? (
        <Text size="small" role="status">
          {t("beneficiary.revealEnded")}
        </Text>
      ) : null}
    </ActionDrawer>
  );
}

function Details({ details: { details } }: { details: BeneficiaryDetails }) {
  const { t } = useTexts();
  const { typed, documents } = beneficiaryDraftOf(details);
  const filled = FIELDS.flatMap((field): [BeneficiaryField, string][] => {
    const value = typed[field];
    return value === undefined ? [] : [[field, value]];
  });
  return (
    <>
      <Text size="small" role="status">
        {t("beneficiary.revealTime")}
      </Text>
      <dl className="flex flex-col gap-y-2" data-testid="acquiring-revealed">
        {filled.map(([field, value]) => (
          <Row key={field} name={t(`beneficiaryForm.field.${field}`)}>
            <bdi className="font-mono">{value}</bdi>
          </Row>
        ))}
        {documents.map(({ file_type, file_url }, index) => (
          <Row key={index} name={t("beneficiaryForm.document", { number: index + 1 })}>
            <bdi>{short(file_type)}</bdi> <bdi className="break-all font-mono">{file_url}</bdi>
          </Row>
        ))}
      </dl>
    </>
  );
}
