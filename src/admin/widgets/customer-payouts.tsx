import { defineWidgetConfig } from "@medusajs/admin-sdk";
import type { DetailWidgetProps, HttpTypes } from "@medusajs/framework/types";
import { PayoutBrief } from "../components/payouts/payout-brief";

const CustomerPayoutsWidget = ({ data: customer }: DetailWidgetProps<HttpTypes.AdminCustomer>) => (
  <PayoutBrief
    of={{ customer_id: customer.id }}
    title="payout.widget.customer"
    add="payout.widget.payCustomer"
    testId="acquiring-customer-payouts"
  />
);

export const config = defineWidgetConfig({ zone: "customer.details.after" });

export default CustomerPayoutsWidget;
