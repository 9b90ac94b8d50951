import { Alert, Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminPayout } from "../../../api-schema/admin";
import { isPayoutOpen } from "../../lib/payouts/payout-view";
import { useTexts } from "../../lib/texts";
import { PayeeName } from "./payee";
import { PayoutActions } from "./payout-actions";
import { PayoutBadge } from "./payout-badge";

export function PayoutHead({ payout }: { payout: AdminPayout }) {
  const { t, money } = useTexts();
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-y-1">
          <Link to="/acquiring/payouts" className="txt-compact-small text-ui-fg-base underline">
            {t("payout.back")}
          </Link>
          <Heading level="h1">{money(payout.amount, payout.currency)}</Heading>
          <Text size="small" className="[overflow-wrap:anywhere]">
            <PayeeName beneficiary={payout.beneficiary} />
          </Text>
        </div>
        <PayoutBadge row={payout} />
      </div>
      <Text size="small" className="text-ui-fg-subtle" data-testid="acquiring-payout-meaning">
        {t(`payout.meaning.${payout.state}`)}
      </Text>
      {isPayoutOpen(payout.state) && (payout.beneficiary_changed || payout.beneficiary.blocked) ? (
        <Alert variant="warning" role="alert" data-testid="acquiring-beneficiary-changed">
          {t("payout.changed")}{" "}
          <Link to={`/acquiring/beneficiaries/${payout.beneficiary.id}`} className="underline">
            {t("payout.openBeneficiary")}
          </Link>
        </Alert>
      ) : null}
      <Other id={payout.replaces_id} text={t("payout.replaces")} />
      <Other id={payout.replaced_by_id} text={t("payout.replacedBy")} />
      <PayoutActions payout={payout} />
    </Container>
  );
}

function Other({ id, text }: { id: string | null; text: string }) {
  const { t } = useTexts();
  if (id === null) return null;
  return (
    <Text size="small">
      {text}{" "}
      <Link to={`/acquiring/payouts/${id}`} className="text-ui-fg-base underline">
        {t("payout.openOther")}
      </Link>
    </Text>
  );
}
