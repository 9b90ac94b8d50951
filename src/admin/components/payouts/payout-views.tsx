import { Button } from "@medusajs/ui";
import { ADDRESS_OF, viewOf } from "../../lib/payouts/payout-view";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";

export function PayoutViews({ address, mayApprove }: { address: UrlState; mayApprove: boolean }) {
  const { t } = useTexts();
  const view = viewOf(address);
  const views = (["all", "drafts", "toApprove"] as const).filter((one) => one !== "toApprove" || mayApprove);
  return (
    <div role="group" aria-label={t("payout.views")} className="flex flex-wrap gap-2 px-6 pb-1">
      {views.map((one) => (
        <Button
          key={one}
          size="small"
          variant={view === one ? "primary" : "secondary"}
          aria-pressed={view === one}
          onClick={() => address.set(ADDRESS_OF[one])}
          data-testid={`acquiring-view-${one}`}
        >
          {t(`payout.${one}`)}
        </Button>
      ))}
    </div>
  );
}
