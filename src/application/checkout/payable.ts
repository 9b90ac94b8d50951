import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentChoice } from "../../api-schema/store-payment-choice";
import type { Money } from "../../gateway/model/money";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type { CheckoutCart } from "../../modules/acquiring";
import { linkPermits } from "../../modules/acquiring";
import { openCollectionOf } from "../orders/balance-collection";
import { orderCheckout } from "../payables/order-checkout";
import { payableLink } from "../payables/payable-link";
import { StoreRequestError } from "../store-error";
import type { CheckoutSession } from "./checkout-view";
import { cartOf } from "./checkout-view";
import type { CustomerRequest } from "./pay";
import { refreshCartCollection } from "./refresh-cart-collection";
import { modeOfChoice } from "./resolve-instrument";

/**
 * What a session pays for: its cart or, with a payment link, what an order still owes (ADR 32). Throws unless the
 * session's amount is what is due at this moment.
 */
export interface Payable {
  readonly checkout: CheckoutCart;
  readonly money: Money;
  /** Null for a cart. */
  readonly balance: { readonly collectionId: string; readonly linkId: string } | null;
}

interface PayableRequest {
  readonly customer: CustomerRequest;
  /** The token of a payment link. */
  readonly link: string | undefined;
  readonly method: PaymentChoice;
  /** The part of what is due that the customer pays. */
  readonly amount: string | undefined;
}

export async function payableOf(
  container: MedusaContainer,
  session: CheckoutSession,
  { customer, link, method, amount }: PayableRequest,
): Promise<Payable> {
  if (link !== undefined) return payableBalance(container, session, { customer, link, method, amount });
  const found = await cartOf(container, session);
  if (!found || found.completed_at) throw new StoreRequestError("session_not_payable", 409);
  const cart = asSeenBy(found, customer);
  if (cart.items.length === 0 || !cart.email) throw new StoreRequestError("cart_incomplete", 409);
  const due = { currency: createCurrency(cart.currency_code), amount: cart.total };
  const money = moneyOf(session);
  if (!isDue(money, due)) {
    await refreshCartCollection(container, cart.id);
    throw new StoreRequestError("amount_changed", 409);
  }
  return { checkout: cart, money, balance: null };
}

async function payableBalance(
  container: MedusaContainer,
  session: CheckoutSession,
  { customer, link: token, method, amount }: PayableRequest & { readonly link: string },
): Promise<Payable> {
  const payable = await payableLink(container, token, amount);
  const { link, balance } = payable;
  if (!linkPermits(link, methodIdOf(method))) throw new StoreRequestError("payment_not_available", 409);
  const collectionId = session.payment_collection_id;
  // A session of anything else is not what the link is for.
  if ((await openCollectionOf(container, balance.orderId)) !== collectionId)
    throw new StoreRequestError("session_not_found", 404);
  const order = await orderCheckout(container, payable);
  if (!order) throw new StoreRequestError("order_cancelled", 409);
  if (!order.email) throw new StoreRequestError("cart_incomplete", 409);
  const money = moneyOf(session);
  if (!isDue(money, { currency: balance.money.currency, amount: balance.due }))
    throw new StoreRequestError("amount_changed", 409);
  return { checkout: asGuestUnless(order, customer), money, balance: { collectionId, linkId: link.id } };
}

/** As in the list of payment methods. A saved card is a card. */
export const methodIdOf = (method: PaymentChoice): string =>
  method.type === "apm" ? `apm:${method.method}` : modeOfChoice[method.type];

/**
 * Medusa assigns a cart to an account as soon as someone enters its e-mail address, logged in or not. A visitor who is
 * not logged in therefore pays as a guest, without that account's cards and history, and no other customer can pay the
 * cart.
 */
function asSeenBy(cart: CheckoutCart, { customerId }: CustomerRequest): CheckoutCart {
  if (!cart.customer?.has_account || cart.customer.id === customerId) return cart;
  if (customerId !== null) throw new StoreRequestError("session_not_found", 404);
  return { ...cart, customer: null };
}

/** Whoever has the link may pay, but only the customer with their own cards and history. */
const asGuestUnless = (order: CheckoutCart, { customerId }: CustomerRequest): CheckoutCart =>
  order.customer?.has_account && order.customer.id !== customerId ? { ...order, customer: null } : order;

interface AmountDue {
  readonly currency: Money["currency"];
  readonly amount: string;
}

function moneyOf(session: CheckoutSession): Money {
  const money = fromMedusa(session.raw_amount.value, createCurrency(session.currency_code));
  if (money.minor === 0n) throw new StoreRequestError("session_not_payable", 409);
  return money;
}

const isDue = (money: Money, due: AmountDue): boolean =>
  due.currency === money.currency && fromMedusa(due.amount, due.currency).minor === money.minor;
