import type { Money } from "../model/money";
import { toMajor } from "../model/money";
import type { AuthoriseRequest } from "../model/payment-request";

/** JSON numbers on the wire (the gateway's interface, "Payment request"); informational, they never move money. */
export function riskObjects({ items, money, accountOwner, discounts }: AuthoriseRequest): Record<string, unknown> {
  return {
    ...(items.length > 0 && {
      cart_items: items.map((item) => ({
        basic_item_data: {
          name: item.name,
          quantity: String(item.quantity),
          type: item.type,
          price: { amount_local_currency: jsonNumber(item.unitPrice), currency: money.currency },
          category: item.category,
          productId: item.productId,
        },
      })),
    }),
    ...(accountOwner && {
      account_owner: [
        {
          first_name: accountOwner.firstName,
          last_name: accountOwner.lastName,
          email: accountOwner.email,
          account_id: accountOwner.id,
          lastLogin_ip: accountOwner.lastLoginIp ?? "",
          registration_ip: "",
          created: accountOwner.createdAt,
          past_orders_count: accountOwner.pastOrdersCount,
          past_orders_sum: jsonNumber(accountOwner.pastOrdersSum),
        },
      ],
    }),
    ...(discounts.length > 0 && {
      total_discount: discounts.map(({ code, type }) => ({ coupon_code_used: code, discount_type: type })),
    }),
  };
}

/** The decimal text read as the JSON number it spells; only for the risk objects. */
const jsonNumber = (money: Money): number => {
  const value: unknown = JSON.parse(toMajor(money));
  return typeof value === "number" ? value : 0;
};
