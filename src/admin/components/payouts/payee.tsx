import { Badge } from "@medusajs/ui";
import type { PayoutRow } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

/** The payee and the masked account. The name is free text and rendered as text only. */
export function PayeeName({ beneficiary }: { beneficiary: Pick<PayoutRow["beneficiary"], "name" | "account_mask"> }) {
  return (
    <>
      <bdi>{short(beneficiary.name)}</bdi> <AccountMask mask={beneficiary.account_mask} />
    </>
  );
}

export function AccountMask({ mask }: { mask: string }) {
  return <bdi className="text-ui-fg-subtle whitespace-nowrap font-mono">{short(mask)}</bdi>;
}

export function BlockedBadge() {
  const { t } = useTexts();
  return (
    <Badge size="2xsmall" color="red" data-testid="acquiring-blocked">
      {t("payout.blocked")}
    </Badge>
  );
}
