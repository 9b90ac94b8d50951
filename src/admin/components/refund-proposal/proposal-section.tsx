import { ArrowUturnLeft } from "@medusajs/icons";
import { Alert, Button, Container, Heading, Text } from "@medusajs/ui";
import { useState } from "react";
import type { RefundProposal } from "../../../api-schema/admin";
import { useAccess } from "../../lib/use-access";
import { useTexts } from "../../lib/texts";
import { short } from "../../lib/view";
import { CauseList } from "./cause-list";
import { FeeDrawer } from "./fee-drawer";
import { HideProposalDrawer } from "./hide-proposal-drawer";
import { ProposedPayments } from "./proposed-payments";
import { ProposedRefundDrawer } from "./refund-drawer";

/** What an order has to refund, why, from which payments, and what staff can do about it. */
interface Props {
  readonly orderId: string;
  readonly proposal: RefundProposal;
  readonly surplus: string;
}

type DrawerName = "refund" | "fee" | "dismiss";

export function ProposalSection({ orderId, proposal, surplus }: Props) {
  const { t, money } = useTexts();
  const [drawer, setDrawer] = useState<DrawerName | null>(null);
  const amount = money(surplus, proposal.currency);
  const close = (): void => setDrawer(null);
  const shared = { orderId, proposal, surplus, onClose: close };
  return (
    <Container className="divide-y p-0" data-testid="acquiring-refund-proposal">
      <div className="flex flex-wrap items-center gap-2 px-6 py-4">
        <ArrowUturnLeft className="text-ui-fg-subtle" aria-hidden="true" />
        <Heading level="h2" className="grow">
          {t("returns.title")}
        </Heading>
        <Text size="small" weight="plus" data-testid="acquiring-refund-proposal-amount">
          {amount}
        </Text>
      </div>
      {proposal.dismissed === null ? (
        <>
          <div className="flex flex-col gap-y-3 px-6 py-4">
            <CauseList causes={proposal.causes} currency={proposal.currency} />
            <ProposedPayments {...{ proposal }} />
            <Notices {...{ proposal }} />
          </div>
          <Actions {...{ proposal }} onOpen={setDrawer} />
        </>
      ) : (
        <Dismissed {...{ proposal }} onOpen={setDrawer} />
      )}
      {drawer === "refund" ? <ProposedRefundDrawer {...shared} /> : null}
      {drawer === "fee" ? <FeeDrawer {...shared} /> : null}
      {drawer === "dismiss" ? <HideProposalDrawer {...shared} /> : null}
    </Container>
  );
}

interface PartProps {
  readonly proposal: RefundProposal;
}

function Notices({ proposal }: PartProps) {
  const { t } = useTexts();
  const { dispute, refused_because: why, second_person: second, automatic } = proposal;
  return (
    <>
      {dispute === null ? null : (
        <Alert variant="warning" data-testid="acquiring-refund-proposal-dispute">
          {t(`returns.dispute.${dispute}`)}
        </Alert>
      )}
      {why === null ? null : (
        <Alert variant="info">
          <span dir="auto">{short(why)}</span>
        </Alert>
      )}
      {second === null ? null : (
        <Text size="small" className="text-ui-fg-subtle" data-testid="acquiring-refund-proposal-second">
          {t(second.approved_by === null ? "returns.needsTwo" : "returns.approvedOnce")}
        </Text>
      )}
      {automatic === "due" || automatic === "over_limit" || automatic === "stopped" || automatic === "left_to_staff" ? (
        <Text size="small" className="text-ui-fg-subtle">
          {t(`returns.automatic.${automatic}`)}
        </Text>
      ) : null}
    </>
  );
}

interface ActionProps extends PartProps {
  readonly onOpen: (drawer: DrawerName) => void;
}

/** None for readers who may not refund. */
function Actions({ proposal, onOpen }: ActionProps) {
  const { t } = useTexts();
  const may = useAccess();
  if (!may("refund")) return null;
  const canRefund = proposal.plan !== null;
  return (
    <div className="flex flex-wrap gap-2 px-6 py-4">
      {canRefund ? (
        <>
          <Button size="small" onClick={() => onOpen("refund")} data-testid="acquiring-refund-proposal-refund">
            {t("action.refund")}
          </Button>
          <Button
            size="small"
            variant="secondary"
            onClick={() => onOpen("fee")}
            data-testid="acquiring-refund-proposal-fee"
          >
            {t("returns.fee")}
          </Button>
        </>
      ) : null}
      <Button
        size="small"
        variant="secondary"
        onClick={() => onOpen("dismiss")}
        data-testid="acquiring-refund-proposal-dismiss"
      >
        {t("returns.notNow")}
      </Button>
    </div>
  );
}

function Dismissed({ proposal, onOpen }: ActionProps) {
  const { t, moment } = useTexts();
  const may = useAccess();
  const { dismissed, plan } = proposal;
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Text size="small" className="text-ui-fg-subtle">
        {t("returns.dismissed", { at: dismissed === null ? "" : moment(dismissed.at) })}
      </Text>
      {may("refund") && plan !== null ? (
        <Button
          size="small"
          variant="secondary"
          className="self-start"
          onClick={() => onOpen("refund")}
          data-testid="acquiring-refund-proposal-refund"
        >
          {t("action.refund")}
        </Button>
      ) : null}
    </div>
  );
}
