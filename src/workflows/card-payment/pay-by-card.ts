import type { MedusaContainer } from "@medusajs/framework/types";
import type { CardPaymentBody, PaymentAnswer, SessionRef } from "../../contract/store";
import { createCurrency, fromMajor } from "../../gateway/money";
import { buildAuthoriseRequest } from "../../modules/acquiring/request-builder";
import { ledgerOf } from "../ledger-of";
import { answerOf } from "./answer";
import { cardOf, deviceOf, faceOf } from "./card-input";
import type { CheckoutSession } from "./checkout-view";
import { cartOf, pastOrdersOf, sessionOf } from "./checkout-view";
import { StoreProblem } from "./problem";

/**
 * Pays a session with a card. A plain function and not a workflow on purpose: a
 * workflow's input is stored, and the card may exist only in this request's
 * memory. It checks everything that can be checked before the gate.
 */
export interface ShopperRequest {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly accept: string | null;
  /** The logged-in customer, if any. */
  readonly customerId: string | null;
}

export async function payByCard(
  container: MedusaContainer,
  body: CardPaymentBody,
  shopper: ShopperRequest,
): Promise<PaymentAnswer> {
  const ledger = ledgerOf(container);
  if (!ledger.options.allowDirectCard) throw new StoreProblem("direct_card_disabled", 409);
  const { session, account } = await openSession(container, body);
  if (!session.provider_id.startsWith("pp_acquiring-card_")) throw new StoreProblem("session_not_payable", 409);
  const card = cardOf(body.card, ledger.now());
  const cart = await cartOf(container, session);
  if (!cart || cart.completed_at) throw new StoreProblem("session_not_payable", 409);
  if (cart.customer?.has_account && cart.customer.id !== shopper.customerId)
    throw new StoreProblem("session_not_found", 404);
  if (cart.items.length === 0 || !cart.email) throw new StoreProblem("cart_incomplete", 409);
  const money = fromMajor(session.raw_amount.value, createCurrency(session.currency_code));
  if (money.minor === 0n) throw new StoreProblem("session_not_payable", 409);
  if (!isCartTotal(cart, money)) throw new StoreProblem("amount_changed", 409);
  const device = deviceOf(body.device, shopper);
  const pastOrders = await pastOrdersOf(container, cart.customer?.has_account ? cart.customer.id : null);
  const payment = await ledger.payByCard({
    account,
    providerId: session.provider_id,
    sessionId: session.id,
    cartId: cart.id,
    customerId: cart.customer_id,
    money,
    face: faceOf(card),
    request: (orderNo) =>
      buildAuthoriseRequest({
        orderNo,
        money,
        cart,
        pastOrders,
        card,
        device,
        shopperIp: shopper.ip,
        site: ledger.options.storefront.site,
        notifyUrl: `${ledger.options.notifyBaseUrl}/acquiring/notify/${account}`,
      }),
  });
  if (payment.isOtherMoney) throw new StoreProblem("amount_changed", 409);
  return answerOf(session.id, payment);
}

/** How a session stands. While its outcome is not known the gateway is asked. */
export async function paymentStatus(container: MedusaContainer, ref: SessionRef): Promise<PaymentAnswer> {
  const { session } = await openSession(container, ref);
  return answerOf(session.id, await ledgerOf(container).sessionPayment(session.id, true));
}

/** A session that does not exist and a token that does not fit answer alike. */
async function openSession(
  container: MedusaContainer,
  ref: SessionRef,
): Promise<{ session: CheckoutSession; account: string }> {
  const session = await sessionOf(container, ref.session_id);
  if (!session?.provider_id.startsWith("pp_acquiring-")) throw new StoreProblem("session_not_found", 404);
  const ledger = ledgerOf(container);
  const account = ledger.accountOfProvider(session.provider_id);
  if (!ledger.isSessionToken(account, session.id, ref.token)) throw new StoreProblem("session_not_found", 404);
  return { session, account };
}

function isCartTotal(
  cart: { total: string; currency_code: string },
  money: { currency: string; minor: bigint },
): boolean {
  const currency = createCurrency(cart.currency_code);
  return currency === money.currency && fromMajor(cart.total, currency).minor === money.minor;
}
