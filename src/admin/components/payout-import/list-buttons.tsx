import { Button, toast } from "@medusajs/ui";
import { Link } from "react-router-dom";
import { exportPayouts } from "../../lib/payouts/payout-calls";
import { useAccess } from "../../lib/use-access";
import type { UrlState } from "../../lib/use-url-state";
import { errorTextOf } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly address: UrlState;
  readonly filters: readonly string[];
}

export function ListButtons({ address, filters }: Props) {
  const { t } = useTexts();
  const may = useAccess();
  const run = (): void => {
    const waiting = toast.loading(t("payments.exporting"));
    exportPayouts(address.pick([...filters, "q", "order"]))
      .catch((error: unknown) => toast.error(errorTextOf(t, error)))
      .finally(() => toast.dismiss(waiting));
  };
  return (
    <>
      {may("payout") ? (
        <Button size="small" variant="secondary" asChild>
          <Link to="/acquiring/payouts/import" data-testid="acquiring-import">
            {t("payoutImport.open")}
          </Link>
        </Button>
      ) : null}
      {may("export") ? (
        <Button size="small" variant="secondary" onClick={run} data-testid="acquiring-export">
          {t("payments.export")}
        </Button>
      ) : null}
    </>
  );
}
