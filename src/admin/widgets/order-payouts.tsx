import { defineWidgetConfig } from "@medusajs/admin-sdk";
import type { DetailWidgetProps, HttpTypes } from "@medusajs/framework/types";
import { PayoutBrief } from "../components/payouts/payout-brief";

const OrderPayoutsWidget = ({ data: order }: DetailWidgetProps<HttpTypes.AdminOrder>) => (
  <PayoutBrief
    of={{ order_id: order.id }}
    known={{ currency: order.currency_code.toUpperCase() }}
    title="payout.widget.order"
    add="payout.widget.payForOrder"
    testId="acquiring-order-payouts"
  />
);

export const config = defineWidgetConfig({ zone: "order.details.side.after" });

export default OrderPayoutsWidget;
