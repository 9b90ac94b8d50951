import { Alert, Button, Container, Heading } from "@medusajs/ui";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { AdminBeneficiary } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { BeneficiaryBadge } from "./beneficiary-badge";
import { BeneficiaryModal } from "./beneficiary-modal";
import { BlockDrawer } from "./block-drawer";
import { RevealDrawer } from "./reveal-drawer";

interface Props {
  readonly beneficiary: AdminBeneficiary;
  readonly coolDownHours: number | null;
}

type Dialog = "edit" | "block" | "reveal";

export function BeneficiaryHead({ beneficiary, coolDownHours }: Props) {
  const { t } = useTexts();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = (): void => setDialog(null);
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-y-1">
          <Link to="/acquiring/beneficiaries" className="txt-compact-small text-ui-fg-base underline">
            {t("beneficiary.back")}
          </Link>
          <Heading level="h1" className="[overflow-wrap:anywhere]">
            <bdi>{short(beneficiary.name)}</bdi>
          </Heading>
        </div>
        <BeneficiaryBadge row={beneficiary} />
      </div>
      <Warnings beneficiary={beneficiary} />
      <Buttons beneficiary={beneficiary} onOpen={setDialog} />
      {dialog === "edit" ? (
        <BeneficiaryModal {...{ beneficiary, coolDownHours }} onSaved={close} onClose={close} />
      ) : null}
      {dialog === "block" ? <BlockDrawer beneficiary={beneficiary} onClose={close} /> : null}
      {dialog === "reveal" ? <RevealDrawer beneficiary={beneficiary} onClose={close} /> : null}
    </Container>
  );
}

function Warnings({ beneficiary }: Pick<Props, "beneficiary">) {
  const { t, moment } = useTexts();
  const { blocked, cooling_until: until, same_account: others } = beneficiary;
  return (
    <>
      {blocked ? <Alert variant="error">{t("beneficiary.blockedText")}</Alert> : null}
      {until === null ? null : <Alert variant="info">{t("beneficiary.coolingText", { moment: moment(until) })}</Alert>}
      {others === 0 ? null : <Alert variant="warning">{t("beneficiary.sameAccountText", { number: others })}</Alert>}
    </>
  );
}

function Buttons({ beneficiary, onOpen }: Pick<Props, "beneficiary"> & { readonly onOpen: (dialog: Dialog) => void }) {
  const { t } = useTexts();
  const { id, actions } = beneficiary;
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden" data-testid="acquiring-actions">
      {actions.pay.allowed ? (
        <Button size="small" asChild>
          <Link to={`/acquiring/payouts/new?beneficiary_id=${encodeURIComponent(id)}`} data-testid="acquiring-pay">
            {t("beneficiary.pay")}
          </Link>
        </Button>
      ) : null}
      {actions.change.allowed ? (
        <Button
          size="small"
          variant="secondary"
          onClick={() => onOpen("edit")}
          data-testid="acquiring-edit-beneficiary"
        >
          {t("beneficiary.edit")}
        </Button>
      ) : null}
      {actions.reveal.allowed ? (
        <Button size="small" variant="secondary" onClick={() => onOpen("reveal")} data-testid="acquiring-reveal">
          {t("beneficiary.reveal")}
        </Button>
      ) : null}
      {actions.block.allowed ? (
        <Button size="small" variant="danger" onClick={() => onOpen("block")} data-testid="acquiring-block">
          {t("beneficiary.block")}
        </Button>
      ) : null}
      {actions.unblock.allowed ? (
        <Button size="small" variant="secondary" onClick={() => onOpen("block")} data-testid="acquiring-unblock">
          {t("beneficiary.unblock")}
        </Button>
      ) : null}
    </div>
  );
}
