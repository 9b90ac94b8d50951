import { Button, toast } from "@medusajs/ui";
import { Link } from "react-router-dom";
import { exportPayouts } from "../../lib/payouts/payout-calls";
import { useAccess } from "../../lib/use-access";
import type { UrlState } from "../../lib/use-url-state";
import { errorTextOf } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/words";

interface Props {
  readonly address: UrlState;
  /** The names of the filters that the list has. */
  readonly filters: readonly string[];
}

/** Beside the list of payouts: many in, many out. What is exported is what the filters show. */
export function ListButtons({ address, filters }: Props) {
  const { say } = useTexts();
  const may = useAccess();
  const run = (): void => {
    const waiting = toast.loading(say("list.exporting"));
    exportPayouts(address.pick([...filters, "q", "order"]))
      .catch((error: unknown) => toast.error(errorTextOf(say, error)))
      .finally(() => toast.dismiss(waiting));
  };
  return (
    <>
      {may("payout") ? (
        <Button size="small" variant="secondary" asChild>
          <Link to="/acquiring/payouts/import" data-testid="acquiring-import">
            {say("payoutImport.open")}
          </Link>
        </Button>
      ) : null}
      {may("export") ? (
        <Button size="small" variant="secondary" onClick={run} data-testid="acquiring-export">
          {say("list.export")}
        </Button>
      ) : null}
    </>
  );
}
