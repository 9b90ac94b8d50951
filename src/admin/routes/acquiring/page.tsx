import { defineRouteConfig } from "@medusajs/admin-sdk";
import { useState } from "react";
import { BulkModal } from "../../components/bulk/bulk-modal";
import { EarlierRuns } from "../../components/bulk/earlier-runs";
import { PaymentList, usePayments } from "../../components/list/payment-list";
import { RequestDrawer } from "../../components/links/request-drawer";
import { useSelection } from "../../components/list/use-selection";
import { NavIcon } from "../../components/nav-icon";
import { PaymentDrawer } from "../../components/payment-drawer";
import { useUrlState } from "../../lib/use-url-state";
import { useRefresh } from "../../lib/use-payment-action";

const PaymentsPage = () => {
  const address = useUrlState();
  const page = usePayments(address);
  const selection = useSelection(page.data?.payments ?? []);
  const refresh = useRefresh();
  const [asked, setAsked] = useState<"capture" | "earlier" | "request" | null>(null);
  const run = address.one("run");
  const payment = address.one("payment");
  const close = (): void => {
    setAsked(null);
    address.set({ run: null });
    refresh();
  };
  return (
    <>
      <PaymentList
        {...{ address, selection, page }}
        onCapture={() => setAsked("capture")}
        onEarlier={() => setAsked("earlier")}
        onRequest={() => setAsked("request")}
      />
      {asked === "capture" || run !== null ? (
        <BulkModal
          rows={selection.rows}
          runId={run}
          onStarted={({ id }) => {
            address.set({ run: id });
            selection.clear();
          }}
          onClose={close}
        />
      ) : null}
      {asked === "earlier" && run === null ? (
        <EarlierRuns onOpen={(id) => address.set({ run: id })} onClose={() => setAsked(null)} />
      ) : null}
      {asked === "request" ? <RequestDrawer onClose={() => setAsked(null)} /> : null}
      {payment === null ? null : <PaymentDrawer id={payment} onClose={() => address.set({ payment: null })} />}
    </>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.payments", icon: NavIcon, translationNs: "acquiring" });

export default PaymentsPage;
