import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { createCurrency, fromMedusa, toMajor } from "../../gateway/model/money";
import type { CheckoutCart } from "../../modules/acquiring";
import { CheckoutCartSchema } from "../../modules/acquiring";
import type { PayableLink } from "./payable-link";

/** An order as the payment request needs it. A part of an order is one line, so that the items add up to the amount. */
const FIELDS = [
  "id",
  "email",
  "currency_code",
  "customer_id",
  "sales_channel_id",
  "total",
  "item_subtotal",
  "shipping_subtotal",
  "tax_total",
  "discount_subtotal",
  "items.*",
  "shipping_address.*",
  "billing_address.*",
  "customer.*",
];

export async function orderCheckout(
  container: MedusaContainer,
  { balance }: PayableLink,
): Promise<CheckoutCart | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: balance.orderId } });
  if (!data[0]) return null;
  const order = CheckoutCartSchema.parse(data[0]);
  const isWhole = fromMedusa(order.total, createCurrency(order.currency_code)).minor === balance.money.minor;
  return isWhole ? order : { ...order, ...outstandingLine(balance) };
}

function outstandingLine({ displayId, money }: PayableLink["balance"]): Pick<CheckoutCart, "items" | "total"> {
  const total = toMajor(money);
  return {
    total,
    items: [
      {
        title: `Order #${String(displayId)}, outstanding amount`,
        ...{ product_id: null, variant_id: null, product_title: null, variant_title: null, thumbnail: null },
        quantity: 1,
        unit_price: total,
      },
    ],
  };
}
