import { Alert, Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminPayout } from "../../../api-schema/admin";
import { isPayoutOpen } from "../../lib/payouts/payout-view";
import { useTexts } from "../../lib/words";
import { PayeeName } from "./payee";
import { PayoutActions } from "./payout-actions";
import { PayoutBadge } from "./payout-badge";

/** How much to whom, how it stands, what that means, and what can be done to it. */
export function PayoutHead({ payout }: { payout: AdminPayout }) {
  const { say, money } = useTexts();
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-y-1">
          <Link to="/acquiring/payouts" className="txt-compact-small text-ui-fg-base underline">
            {say("payout.back")}
          </Link>
          <Heading level="h1">{money(payout.amount, payout.currency)}</Heading>
          <Text size="small" className="[overflow-wrap:anywhere]">
            <PayeeName beneficiary={payout.beneficiary} />
          </Text>
        </div>
        <PayoutBadge row={payout} />
      </div>
      <Text size="small" className="text-ui-fg-subtle" data-testid="acquiring-payout-meaning">
        {say(`payout.meaning.${payout.state}`)}
      </Text>
      {isPayoutOpen(payout.state) && (payout.beneficiary_changed || payout.beneficiary.blocked) ? (
        <Alert variant="warning" role="alert" data-testid="acquiring-beneficiary-changed">
          {say("payout.changed")}{" "}
          <Link to={`/acquiring/beneficiaries/${payout.beneficiary.id}`} className="underline">
            {say("payout.openBeneficiary")}
          </Link>
        </Alert>
      ) : null}
      <Other id={payout.replaces_id} text={say("payout.replaces")} />
      <Other id={payout.replaced_by_id} text={say("payout.replacedBy")} />
      <PayoutActions payout={payout} />
    </Container>
  );
}

function Other({ id, text }: { id: string | null; text: string }) {
  const { say } = useTexts();
  if (id === null) return null;
  return (
    <Text size="small">
      {text}{" "}
      <Link to={`/acquiring/payouts/${id}`} className="text-ui-fg-base underline">
        {say("payout.openOther")}
      </Link>
    </Text>
  );
}
