import { useQuery } from "@tanstack/react-query";
import { fetchRefundReasons } from "../../lib/calls";
import { useTexts } from "../../lib/texts";
import { ChoiceField } from "./fields";

export const NO_REASON = "none";

export function RefundReasonField({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  const { t } = useTexts();
  const { data } = useQuery({
    queryKey: ["acquiring", "refund-reasons"],
    queryFn: ({ signal }) => fetchRefundReasons(signal),
  });
  const reasons = data?.refund_reasons ?? [];
  if (reasons.length === 0) return null;
  const choices = [
    { value: NO_REASON, label: t("action.noReason") },
    ...reasons.map(({ id, label }) => ({ value: id, label })),
  ];
  return <ChoiceField name={t("action.field.reason")} {...{ value, choices, onChoose }} />;
}
