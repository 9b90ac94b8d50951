import { Button, Drawer } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { ALWAYS_CURRENT } from "../lib/always-current";
import { fetchPayment } from "../lib/calls";
import type { RemedyAction } from "../lib/attention-action";
import { displayName, pollEvery, shownState } from "../lib/view";
import { useTexts } from "../lib/texts";
import type { Chosen } from "./actions/resolve-drawers";
import { DrawerHeader } from "./drawer-header";
import { PaymentCardBody } from "./payment-card";
import { Failed, Loading, Stale } from "./placeholders";
import { StateBadge } from "./state-badge";

interface Props {
  readonly id: string;
  /** Starts the first of these actions that is possible. */
  readonly begin?: readonly RemedyAction[];
  /** A decision that only needs confirming; takes precedence over `begin`. */
  readonly decide?: Chosen | undefined;
  readonly onClose: () => void;
}

export function PaymentDrawer({ id, begin, decide, onClose }: Props) {
  const { t, money } = useTexts();
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "payment", id],
    queryFn: ({ signal }) => fetchPayment(id, signal),
    ...ALWAYS_CURRENT,
    refetchInterval: ({ state }) => pollEvery(state.data ? [state.data.payment] : undefined),
  });
  const payment = data?.payment;
  return (
    <Drawer open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Drawer.Content data-testid="acquiring-payment-drawer" aria-describedby={undefined}>
        <DrawerHeader
          title={
            payment ? (
              <>
                <bdi>{displayName(payment)}</bdi> · {money(payment.amounts.requested, payment.currency)}
                <StateBadge state={shownState(payment)} />
              </>
            ) : (
              t("payment.title")
            )
          }
        />
        <Drawer.Body className="overflow-y-auto px-0 py-4">
          {isPending ? <Loading /> : null}
          {!isPending && !payment ? <Failed error={error} onRetry={() => void refetch()} isBusy={isFetching} /> : null}
          {payment && isError ? <Stale /> : null}
          {payment ? <PaymentCardBody payment={payment} begin={begin} decide={decide} /> : null}
        </Drawer.Body>
        <Drawer.Footer>
          {payment?.order ? (
            <Button size="small" variant="secondary" asChild>
              <Link to={`/orders/${payment.order.id}`}>{t("payments.openOrder")}</Link>
            </Button>
          ) : null}
          <Button size="small" variant="secondary" onClick={onClose}>
            {t("action.close")}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  );
}
