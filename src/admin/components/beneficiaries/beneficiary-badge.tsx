import { Badge, StatusBadge, Tooltip } from "@medusajs/ui";
import type { BeneficiaryRow } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

type Shown = Pick<BeneficiaryRow, "blocked" | "cooling_until" | "same_account">;

export function BeneficiaryBadge({ row }: { row: Shown }) {
  const { t } = useTexts();
  const { color, text } = useStanding(row);
  const double = t("beneficiary.sameAccount", { number: row.same_account });
  return (
    <span className="flex flex-wrap items-center gap-1">
      <StatusBadge color={color} data-testid="acquiring-beneficiary-state">
        {text}
      </StatusBadge>
      {row.same_account > 0 ? (
        <Tooltip content={t("beneficiary.sameAccountText", { number: row.same_account })}>
          <Badge size="2xsmall" color="orange">
            {double}
          </Badge>
        </Tooltip>
      ) : null}
    </span>
  );
}

function useStanding({ blocked, cooling_until: until }: Shown): { color: "red" | "orange" | "green"; text: string } {
  const { t, moment } = useTexts();
  if (blocked) return { color: "red", text: t("beneficiary.blocked") };
  if (until !== null) return { color: "orange", text: t("beneficiary.cooling", { moment: moment(until) }) };
  return { color: "green", text: t("beneficiary.ready") };
}
