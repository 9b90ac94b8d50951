import { Button, Drawer } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { fetchReview } from "../../lib/calls";
import { displayName } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { DrawerHeader } from "../drawer-header";
import { PaymentCardBody } from "../payment-card";
import { Failed, Loading } from "../placeholders";
import { CustomerHistoryPanel } from "./customer-history";

export function ReviewDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, money } = useTexts();
  const { data, isPending, isFetching, refetch, error } = useQuery({
    queryKey: ["acquiring", "review", id],
    queryFn: ({ signal }) => fetchReview(id, signal),
    staleTime: 0,
  });
  const title = data ? (
    <>
      <bdi>{displayName(data.payment)}</bdi> · {money(data.payment.amounts.requested, data.payment.currency)}
    </>
  ) : (
    t("reviews.title")
  );
  return (
    <Drawer open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Drawer.Content data-testid="acquiring-review-drawer" aria-describedby={undefined}>
        <DrawerHeader title={title} />
        <Drawer.Body className="overflow-y-auto px-0 py-4">
          {isPending ? <Loading /> : null}
          {!isPending && !data ? <Failed error={error} onRetry={() => void refetch()} isBusy={isFetching} /> : null}
          {data ? (
            <>
              <CustomerHistoryPanel customer={data.customer} />
              <PaymentCardBody payment={data.payment} />
            </>
          ) : null}
        </Drawer.Body>
        <Drawer.Footer>
          <Button size="small" variant="secondary" onClick={onClose}>
            {t("action.close")}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  );
}
