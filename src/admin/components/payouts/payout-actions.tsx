import { Button, Text } from "@medusajs/ui";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { AdminPayout } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { ApproveDrawer, SubmitDrawer } from "./drawers/bound-drawers";
import { CopyButton } from "./copy-button";
import { DecideDrawer } from "./drawers/decide-drawer";
import { NoteDrawer } from "./drawers/note-drawer";

/** A dialog acts on the payout as it was when the dialog opened: that is what the reader saw. */
const ACTS = ["submit", "approve", "reject", "withdraw", "decide"] as const;
type Act = (typeof ACTS)[number];
const LOOK: Record<Act, "primary" | "secondary" | "danger"> = {
  submit: "primary",
  approve: "primary",
  reject: "danger",
  withdraw: "secondary",
  decide: "primary",
};

export function PayoutActions({ payout }: { payout: AdminPayout }) {
  const { t } = useTexts();
  const [begun, setBegun] = useState<{ act: Act; seen: AdminPayout } | null>(null);
  const { actions } = payout;
  const refusal = payout.state === "submitted" && !actions.approve.allowed ? actions.approve.reason : null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 empty:hidden" data-testid="acquiring-actions">
        {ACTS.filter((act) => actions[act].allowed).map((act) => (
          <Button
            key={act}
            size="small"
            variant={LOOK[act]}
            onClick={() => setBegun({ act, seen: payout })}
            data-testid={`acquiring-payout-${act}`}
          >
            {t(`payout.${act}`)}
          </Button>
        ))}
        {actions.edit.allowed ? (
          <Button size="small" variant="secondary" asChild>
            <Link to={`/acquiring/payouts/${payout.id}/edit`} data-testid="acquiring-payout-edit">
              {t("payout.edit")}
            </Link>
          </Button>
        ) : null}
        {actions.copy.allowed ? <CopyButton id={payout.id} /> : null}
      </div>
      {refusal === null ? null : (
        <Text size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]" data-testid="acquiring-why-not">
          {short(refusal)}
        </Text>
      )}
      {begun === null ? null : <Begun {...begun} now={payout} onClose={() => setBegun(null)} />}
    </>
  );
}

interface BegunProps {
  readonly act: Act;
  readonly seen: AdminPayout;
  readonly now: AdminPayout;
  readonly onClose: () => void;
}

function Begun({ act, seen, now, onClose }: BegunProps) {
  switch (act) {
    case "submit":
      return <SubmitDrawer {...{ seen, now, onClose }} />;
    case "approve":
      return <ApproveDrawer {...{ seen, now, onClose }} />;
    case "reject":
    case "withdraw":
      return <NoteDrawer {...{ act, onClose }} payout={seen} />;
    case "decide":
      return <DecideDrawer payout={seen} onClose={onClose} />;
  }
}
