import { EllipsisHorizontal } from "@medusajs/icons";
import { Button, DropdownMenu, IconButton } from "@medusajs/ui";
import type { ComponentType } from "react";
import { useEffect, useRef, useState } from "react";
import type { AdminPayment } from "../../../api-schema/admin";
import type { DrawerAction, RemedyAction } from "../../lib/attention-action";
import { ACTION_PERMISSIONS } from "../../lib/attention-action";
import { useAccess } from "../../lib/use-access";
import { useTexts } from "../../lib/texts";
import type { DrawerProps } from "./money-drawers";
import { CaptureDrawer, RefundDrawer, VoidDrawer } from "./money-drawers";
import { QueryButton } from "./query-button";
import type { Chosen } from "./resolve-drawers";
import { ResolveDrawer, ReplayDrawer, undecided } from "./resolve-drawers";

const DRAWERS: Record<DrawerAction, ComponentType<DrawerProps & { readonly chosen?: Chosen | undefined }>> = {
  capture: CaptureDrawer,
  void: VoidDrawer,
  refund: RefundDrawer,
  replay: ReplayDrawer,
  decide: ResolveDrawer,
};

/** What the ledger allows now, whoever is reading. */
const allows = (payment: AdminPayment): Record<DrawerAction, boolean> => ({
  capture: payment.actions.capture !== null,
  void: payment.actions.void !== null,
  refund: payment.actions.refund !== null,
  replay: payment.notifications.length > 0,
  decide: undecided(payment).length > 0,
});

export function useActionDrawers(payment: AdminPayment, begin: readonly RemedyAction[] = [], decide?: Chosen) {
  const may = useAccess();
  const [open, setOpen] = useState<DrawerAction | null>(null);
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const allowed = allows(payment);
  const can = (act: DrawerAction): boolean => allowed[act] && may(ACTION_PERMISSIONS[act]);
  const hasBegun = useRef(false);
  const asked: readonly DrawerAction[] = decide
    ? ["decide"]
    : begin.flatMap((act) => (act === "query" || act === "review" ? [] : [act]));
  const first = asked.find(can);
  const start = (act: DrawerAction, by?: Chosen): void => {
    setChosen(by);
    setOpen(act);
  };
  useEffect(() => {
    if (first === undefined || hasBegun.current) return;
    hasBegun.current = true;
    setChosen(decide);
    setOpen(first);
  }, [first, decide]);
  const Drawer = open === null ? null : DRAWERS[open];
  const drawer = Drawer ? <Drawer payment={payment} chosen={chosen} onClose={() => setOpen(null)} /> : null;
  return { can, start, drawer, mayAsk: may("resolve") };
}

export type ActionDrawers = ReturnType<typeof useActionDrawers>;

export function ActionBar({ payment, acts }: { payment: AdminPayment; acts: ActionDrawers }) {
  const { t } = useTexts();
  const { can, start, mayAsk } = acts;
  const more = (["replay", "decide"] as const).filter(can);
  return (
    <div className="flex flex-wrap items-center gap-2" data-testid="acquiring-actions">
      {(["capture", "refund", "void"] as const).filter(can).map((act) => (
        <Button key={act} size="small" variant="secondary" onClick={() => start(act)} data-testid={`acquiring-${act}`}>
          {t(`action.${act}`)}
        </Button>
      ))}
      {mayAsk ? <QueryButton paymentId={payment.id} /> : null}
      {more.length === 0 ? null : (
        <DropdownMenu>
          <DropdownMenu.Trigger asChild>
            <IconButton size="small" aria-label={t("action.more")} data-testid="acquiring-more">
              <EllipsisHorizontal />
            </IconButton>
          </DropdownMenu.Trigger>
          <DropdownMenu.Content>
            {more.map((act) => (
              <DropdownMenu.Item key={act} onClick={() => start(act)}>
                {t(`action.${act}`)}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu>
      )}
    </div>
  );
}
